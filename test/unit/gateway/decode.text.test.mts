import type { ReplyTree } from '../../../gateway/values/tree';
import { treeOf } from './treeOf.mts';

test.each([
	['named', '&lt;b&gt; &amp; &quot;&apos;', '<b> & "\''],
	['decimal', '&#1513;&#1500;&#1493;&#1501;', 'שלום'],
	['the last of all', '&#x10FFFF;', '\u{10FFFF}'],
	['hexadecimal', '&#x5e9;&#x5DC;&#x1F44D;', 'של👍'],
	['not decoded twice', '&amp;lt; &amp;#65;', '&lt; &#65;'],
	['out of range', '&#0;&#x110000;', '&#0;&#x110000;'],
	['of HTML stay', '&nbsp;', '&nbsp;'],
	['not in CDATA', '<![CDATA[<&amp;>]]>', '<&amp;>'],
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

test.each([
	['misspelt name first', '{"status":0,"interantional_balance":"","international_balance":"5"}'],
	['right name first', '{"status":0,"international_balance":"5","interantional_balance":""}'],
])('takes the spelling with a value: %s', (_, text) => {
	expect(treeOf(text).international_balance).toBe('5');
});

test.each([
	[
		'JSON',
		'{"status":0,"__proto__":{"polluted":1},"constructor":"x","a":{"prototype":1,"b":"2","toString":"t"}}',
	],
	[
		'XML',
		'<sms __proto__="1"><status>0</status><__proto__><polluted>1</polluted></__proto__><constructor>x</constructor><a constructor="1"><prototype>1</prototype><b>2</b><toString>t</toString></a></sms>',
	],
])('names that could change objects are dropped from %s', (_, text) => {
	const tree = treeOf(text);
	expect(Object.keys(tree)).toEqual(['status', 'a']);
	expect(Object.entries(tree.a as ReplyTree)).toEqual([
		['b', '2'],
		['toString', 't'],
	]);
	expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test('attributes keep every digit', () => {
	const text = '<sms><status>0</status><phone id="007" at="1.50">050</phone></sms>';
	expect(treeOf(text).phone).toEqual({ $: { id: '007', at: '1.50' }, _: '050' });
});
