import { decodeReply, decoderFor, rawReply } from '../../../gateway/wire/decode';
import { encodeRequest } from '../../../gateway/wire/encode';
import { treeOf } from './treeOf.mts';
import { type GatewayTree, MAX_DEPTH, type ReplyTree } from '../../../gateway/values/tree';

test.each([
	['a byte order mark, JSON', '\uFEFF{"status":0}'],
	['white space in front', '\r\n\t {"status":0} \n'],
	['wrapped in another name', '{"response":{"status":0}}'],
	['two XML wrappers', '<response><sms><status>0</status></sms></response>'],
	['spaces around', '<sms><status> 0\n</status></sms>'],
	['zeros in front', '<sms><status>000</status></sms>'],
	['CDATA', '<sms><status><![CDATA[0]]></status></sms>'],
	['a comment', '<!-- a --><sms><!-- b --><status>0<!-- c --></status></sms><!-- d -->'],
	['a processing instruction', '<?xml version="1.0"?><?pi x?><sms><status>0</status></sms>'],
	['a web page as text', '<sms><status>0</status><message><![CDATA[<html>]]></message></sms>'],
])('decodes a reply with %s', (_, text) => {
	expect(decodeReply(text, 'sms')).toMatchObject({ kind: 'reply', status: 0 });
});

test.each([
	['{"status":0,"message":["a","","b"]}', 'a b'],
	['<sms><status>0</status><message>a</message><message>b</message></sms>', 'a b'],
	['<sms><status>0</status><message lang="en">a</message></sms>', 'a'],
])('reads the text of %s as %j', (text, message) => {
	expect(decodeReply(text, 'sms')).toMatchObject({ message });
});

test('every truncation of a reply is unreadable', () => {
	const transactions = { transaction: [{ a: '1' }, { a: '2' }] };
	const reply = { status: 0, message: 'א&<"\\', transactions };
	const bodies = [JSON.stringify(reply), encodeRequest('dlr', reply, 'xml').body];
	for (const body of bodies) {
		expect(decodeReply(body, 'dlr').kind).toBe('reply');
		for (let end = 0; end < body.length; end++) {
			expect(decodeReply(body.slice(0, end), 'dlr').kind).toBe('unreadable');
		}
	}
});

test.each([
	['100,000 times one field', Array.from({ length: 100_000 }, () => '"f1":1').join(',')],
	['huge numbers', `"f1":${'9'.repeat(100_000)},"f2":1e999999,"f3":-0.${'1'.repeat(100_000)}`],
])('reads %s, which do no harm', (_, fields) => {
	const reply = decodeReply(`{"status":0,${fields}}`, 'r');
	expect(reply).toMatchObject({ kind: 'reply', status: 0 });
});

test('keeps what stands beside a wrapped reply', () => {
	const tree = treeOf('{"v":"1","w":"1","sms":{"status":0,"v":"2"}}', 'sms');
	expect(tree).toEqual({ status: '0', v: '2', w: '1' });
});

const nested = (levels: number): GatewayTree => (levels === 1 ? {} : { a: nested(levels - 1) });

test('writes a request as deep as allowed, not deeper', () => {
	expect(encodeRequest('x', nested(MAX_DEPTH), 'json').body).toContain('{}');
	expect(() => encodeRequest('x', nested(MAX_DEPTH + 1), 'json')).toThrow(/at most 64 levels$/);
});

const deepJson = (levels: number) =>
	`{"status":0,"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
// The root element does not count: JSON has none.
const deepXml = (levels: number) =>
	`<x><status>0</status>${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}</x>`;

test.each([
	['JSON', deepJson],
	['XML', deepXml],
])('reads a reply in %s as deep as allowed, not deeper', (_, deep) => {
	expect(decodeReply(deep(MAX_DEPTH), 'x')).toMatchObject({ kind: 'reply' });
	expect(decodeReply(deep(MAX_DEPTH + 1), 'x')).toMatchObject({ kind: 'unreadable' });
});

test.each<[string, string, object]>([
	['a plural of another name', '"days":{"key":"1"}', { days: { key: '1' } }],
	['plural and more', '"phones":{"phone":"1","count":2}', { phones: { phone: '1', count: '2' } }],
	['a name partly repeated', '"phones":[{"phone":"1"},"2"]', { phones: [{ phone: '1' }, '2'] }],
	['both spellings of a name', '"operaor":"x","operator":"x"', { operator: 'x' }],
	['one of them empty', '"operaor":"x","operator":""', { operator: 'x' }],
	['each with a value', '"operaor":"x","operator":"y"', { operator: ['x', 'y'] }],
	['text and tags', '<note>call<phone>03</phone></note>', { note: { phone: '03', _: 'call' } }],
])('decodes a list: %s', (_, fields, tree) => {
	const isXml = fields.startsWith('<');
	const reply = isXml ? `<sms><status>0</status>${fields}</sms>` : `{"status":0,${fields}}`;
	expect(treeOf(reply)).toEqual({ status: '0', ...tree });
});

test.each([
	['decimal and hexadecimal', '&#1513;&#x5DC;&#x1F44D;', 'של👍'],
	['not decoded twice', '&amp;lt; &amp;#65;', '&lt; &#65;'],
	['out of range', '&#x110000;', '&#x110000;'],
	['mixed with CDATA', 'a&amp;<![CDATA[&amp;]]>b', 'a&&amp;b'],
	['line ends become line feeds', 'a\r\nb\rc&#13;', 'a\nb\nc\r'],
	['spaces are kept', '  a  ', '  a  '],
])('reads character references: %s', (_, written, read) => {
	expect(treeOf(`<sms><status>0</status><message>${written}</message></sms>`).message).toBe(read);
});

test('more references than the parser itself would allow', () => {
	const reply = `<sms><status>0</status><message>${'&amp;'.repeat(300_000)}</message></sms>`;
	expect(treeOf(reply).message).toHaveLength(300_000);
});

test('numbers of JSON keep every digit', () => {
	const numbers = '[12345678901234567890, -1, 0, 1.50, 1e3, -2.5E-3, 1e10]';
	const texts = '"s":"1 and \\"2\\" [3]\\\\","t":[true,false,null]';
	expect(treeOf(`{"status":0,"n":${numbers},${texts}}`)).toEqual({
		status: '0',
		n: ['12345678901234567890', '-1', '0', '1.50', '1e3', '-2.5E-3', '1e10'],
		s: '1 and "2" [3]\\',
		t: ['true', 'false', ''],
	});
});

test('names that could change objects are dropped from JSON, and make XML unreadable', () => {
	const unsafe = '"__proto__":{"polluted":1},"constructor":"x"';
	const tree = treeOf(`{"status":0,${unsafe},"a":{"prototype":1,"b":"2","toString":"t"}}`);
	expect(Object.keys(tree)).toEqual(['status', 'a']);
	expect(Object.entries(tree.a as ReplyTree)).toEqual([
		['b', '2'],
		['toString', 't'],
	]);
	for (const one of ['<__proto__><x>1</x></__proto__>', '<a constructor="1"/>']) {
		const reply = decodeReply(`<sms><status>0</status>${one}</sms>`, 'sms');
		expect(reply.kind).toBe('unreadable');
	}
	expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test('attributes keep every digit', () => {
	const text = '<sms><status>0</status><phone id="007" at="1.50">050</phone></sms>';
	expect(treeOf(text).phone).toEqual({ $: { id: '007', at: '1.50' }, _: '050' });
});

test.each([
	['{"status":0,"interantional_balance":"1.50"}', { status: 0, interantional_balance: '1.50' }],
	['\uFEFF {"a":[1,"2",null]}', { a: [1, '2', null] }],
	['<balance><status>0</status><balance>7</balance></balance>', { status: '0', balance: '7' }],
	['<r><p id="x">1</p><p>2</p></r>', { p: [{ $: { id: 'x' }, _: '1' }, '2'] }],
	['{"a":"b\uFEFF"}', { a: 'b\uFEFF' }],
	['<r><a></r>', undefined],
])('gives a reply as it came: %s', (text, expected) => {
	expect(rawReply(text)).toEqual(expected);
});

test('names that could reach a prototype are left out', () => {
	const raw = rawReply('{"__proto__":{"x":1},"constructor":{"y":2},"a":{"__proto__":{"z":3}}}');
	expect(JSON.stringify(raw)).toBe('{"a":{}}');
});

test.each([
	['text/xml; charset=windows-1255', 'ש'],
	['application/json;Charset  =  "windows-1255"; x=y', 'ש'],
	['text/xml; charset=of-nobody', '\uFFFD'],
	['text/xml', '\uFFFD'],
])('reads bytes as their content type says: %s', (contentType, letter) => {
	expect(decoderFor(contentType).decode(Uint8Array.of(0xf9))).toBe(letter);
});
