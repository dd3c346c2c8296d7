import { decodeReply } from '../../../gateway/decode';
import type { DecodedReply } from '../../../gateway/decode';
import { encodeRequest } from '../../../gateway/encode';
import { MAX_REPLY_BYTES } from '../../../gateway/limits';
import type { GatewayTree, ReplyTree } from '../../../gateway/tree';
import { fc } from '../../fuzz.mts';

const treeOf = (text: string, root = 'sms') => {
	const reply = decodeReply(text, root);
	expect(reply).toMatchObject({ kind: 'reply' });
	return (reply as Extract<DecodedReply, { kind: 'reply' }>).tree;
};

test.each<[string, string, string, string, number, string, ReplyTree]>([
	[
		'a send',
		'sms',
		'{"status":0,"message":"SMS will be sent","shipment_id":9981234}',
		'<sms><status>0</status><message>SMS will be sent</message><shipment_id>9981234</shipment_id></sms>',
		0,
		'SMS will be sent',
		{ status: '0', message: 'SMS will be sent', shipment_id: '9981234' },
	],
	[
		'the balance, with a child that is named as the operation',
		'balance',
		'{"status":0,"message":"You have","balance":"120","international_balance":1.50}',
		'<balance><status>0</status><message>You have</message><balance>120</balance><interantional_balance>1.50</interantional_balance></balance>',
		0,
		'You have',
		{ status: '0', message: 'You have', balance: '120', international_balance: '1.50' },
	],
	[
		'the balance, wrapped',
		'balance',
		'{"balance":{"status":"0","message":"","balance":"120","interantional_balance":"3"}}',
		'<balance><status>0</status><message/><balance>120</balance><international_balance>3</international_balance></balance>',
		0,
		'',
		{ status: '0', message: '', balance: '120', international_balance: '3' },
	],
	[
		'reports',
		'dlr',
		'{"status":0,"message":"","transactions":[{"external_id":"a","status":102,"message_he":"הגיע ליעד","date":"01/05/26 10:30"},{"external_id":"b","status":"15","message_he":null}]}',
		'<dlr><status>0</status><message></message><transactions><transaction><external_id>a</external_id><status>102</status><he_message>הגיע ליעד</he_message><date>01/05/26 10:30</date></transaction><transaction><external_id>b</external_id><status>15</status><he_message/></transaction></transactions></dlr>',
		0,
		'',
		{
			status: '0',
			message: '',
			transactions: [
				{ external_id: 'a', status: '102', he_message: 'הגיע ליעד', date: '01/05/26 10:30' },
				{ external_id: 'b', status: '15', he_message: '' },
			],
		},
	],
	[
		'one report',
		'dlr',
		'{"status":0,"transactions":{"transaction":{"external_id":"a","operaor":"X"}}}',
		'<dlr><status>0</status><transactions><transaction><external_id>a</external_id><operator>X</operator></transaction></transactions></dlr>',
		0,
		'',
		{ status: '0', transactions: [{ external_id: 'a', operator: 'X' }] },
	],
	[
		'no reports',
		'dlr',
		'{"status":0,"transactions":[]}',
		'<dlr><status>0</status><transactions>\n</transactions></dlr>',
		0,
		'',
		{ status: '0', transactions: [] },
	],
	[
		'empty objects, which are empty elements turned into JSON',
		'dlr',
		'{"status":0,"message":{},"errors":{},"transactions":{},"other":{}}',
		'<dlr><status>0</status><message/><errors/><transactions/><other/></dlr>',
		0,
		'',
		{ status: '0', message: '', errors: [], transactions: [], other: '' },
	],
	[
		'records without their container',
		'incoming',
		'{"status":0,"transaction":[{"phone":"972501234567"},{"phone":"972521234567"}]}',
		'<incoming><status>0</status><transaction><phone>972501234567</phone></transaction><transaction><phone>972521234567</phone></transaction></incoming>',
		0,
		'',
		{ status: '0', transactions: [{ phone: '972501234567' }, { phone: '972521234567' }] },
	],
	[
		'one record without its container',
		'incoming',
		'{"status":0,"transaction":{"phone":"972501234567"}}',
		'<incoming><status>0</status><transaction><phone>972501234567</phone></transaction></incoming>',
		0,
		'',
		{ status: '0', transactions: [{ phone: '972501234567' }] },
	],
	[
		'one new list',
		'newCL',
		'{"status":0,"message":"created","errors":[],"identifiers":"21518"}',
		'<newCL><status>0</status><message>created</message><errors/><identifiers><identifier>21518</identifier></identifiers></newCL>',
		0,
		'created',
		{ status: '0', message: 'created', errors: [], identifiers: ['21518'] },
	],
	[
		'several new lists and rejected rows',
		'newCL',
		'{"status":0,"message":"created","errors":["row 1","row 3"],"identifiers":[21518,"",21520]}',
		'<newCL><status>0</status><message>created</message><errors><error>row 1</error><error>row 3</error></errors><identifiers><identifier>21518</identifier><identifier/><identifier>21520</identifier></identifiers></newCL>',
		0,
		'created',
		{
			status: '0',
			message: 'created',
			errors: ['row 1', 'row 3'],
			identifiers: ['21518', '', '21520'],
		},
	],
	[
		'one rejected row as plain text',
		'addNumCL',
		'{"status":0,"errors":"05 is already on the list"}',
		'<addNumCL><status>0</status><errors>05 is already on the list</errors></addNumCL>',
		0,
		'',
		{ status: '0', errors: ['05 is already on the list'] },
	],
	[
		'any other list under a plural name',
		'getCL',
		'{"status":0,"contact_lists":[{"id":1,"name":"A"}]}',
		'<getCL><status>0</status><contact_lists><contact_list><id>1</id><name>A</name></contact_list></contact_lists></getCL>',
		0,
		'',
		{ status: '0', contact_lists: [{ id: '1', name: 'A' }] },
	],
	[
		'plurals in -ies and -es',
		'x',
		'{"status":0,"entries":["1","2"],"addresses":{"address":"a"}}',
		'<x><status>0</status><entries><entry>1</entry><entry>2</entry></entries><addresses><address>a</address></addresses></x>',
		0,
		'',
		{ status: '0', entries: ['1', '2'], addresses: ['a'] },
	],
	[
		'an attribute',
		'x',
		'{"status":0,"phone":{"$":{"id":"a"},"_":"050"}}',
		'<x><status>0</status><phone id="a">050</phone></x>',
		0,
		'',
		{ status: '0', phone: { $: { id: 'a' }, _: '050' } },
	],
	[
		'the text of verify_phone',
		'verify_phone',
		'{"status":0,"verify_message":"call 03"}',
		'<verify_phone><status>0</status><verify_message>call 03</verify_message></verify_phone>',
		0,
		'call 03',
		{ status: '0', verify_message: 'call 03' },
	],
	[
		'a rejection',
		'sms',
		'{"status":"515","message":"source not verified"}',
		'<?xml version="1.0" encoding="utf-8"?>\n<sms>\n  <status>515</status>\n  <message>source not verified</message>\n</sms>\n',
		515,
		'source not verified',
		{ status: '515', message: 'source not verified' },
	],
])('%s reads the same from JSON and XML', (_, root, asJson, asXml, status, message, tree) => {
	const fromJson = decodeReply(asJson, root);
	const fromXml = decodeReply(asXml, root);
	expect(fromJson).toEqual({ kind: 'reply', status, message, tree });
	expect(fromXml).toEqual(fromJson);
});

test.each([
	['a byte order mark, JSON', '\uFEFF{"status":0}'],
	['a byte order mark, XML', '\uFEFF<?xml version="1.0"?><sms><status>0</status></sms>'],
	['white space in front', '\r\n\t {"status":0} \n'],
	['white space before the declaration', '\n<sms><status>0</status></sms>'],
	['wrapped in another name', '{"response":{"status":0}}'],
	['wrapped beside a scalar', '{"version":"1","sms":{"status":0}}'],
	['another XML root', '<response><status>0</status></response>'],
	['two XML wrappers', '<response><sms><status>0</status></sms></response>'],
	['a negative zero', '{"status":-0}'],
	['spaces around', '<sms><status> 0\n</status></sms>'],
	['a plus sign', '<sms><status>+0</status></sms>'],
	['zeros in front', '<sms><status>000</status></sms>'],
	['CDATA', '<sms><status><![CDATA[0]]></status></sms>'],
	['a comment', '<!-- a --><sms><!-- b --><status>0<!-- c --></status></sms><!-- d -->'],
	['a processing instruction', '<?xml version="1.0"?><?pi x?><sms><status>0</status></sms>'],
	['an attribute on status', '<sms><status type="int">0</status></sms>'],
])('%s', (_, text) => {
	expect(decodeReply(text, 'sms')).toMatchObject({ kind: 'reply', status: 0 });
});

test.each([
	['named', '&lt;b&gt; &amp; &quot;&apos;', '<b> & "\''],
	['decimal', '&#1513;&#1500;&#1493;&#1501;', 'שלום'],
	['hexadecimal', '&#x5e9;&#x5DC;&#x1F44D;', 'של👍'],
	['not decoded twice', '&amp;lt; &amp;#65;', '&lt; &#65;'],
	['out of range', '&#0;&#x110000;', '&#0;&#x110000;'],
	['of HTML stay', '&nbsp;', '&nbsp;'],
	['not in CDATA', '<![CDATA[<&amp;>]]>', '<&amp;>'],
	['mixed with CDATA', 'a&amp;<![CDATA[&amp;]]>b', 'a&&amp;b'],
	['line ends become line feeds', 'a\r\nb\rc&#13;', 'a\nb\nc\r'],
	['spaces are kept', '  a  ', '  a  '],
])('character references: %s', (_, written, read) => {
	expect(treeOf(`<sms><status>0</status><message>${written}</message></sms>`).message).toBe(read);
});

test('more references than the parser itself would allow', () => {
	const text = '&amp;'.repeat(300_000);
	expect(treeOf(`<sms><status>0</status><message>${text}</message></sms>`).message).toHaveLength(
		300_000,
	);
});

test('numbers of JSON keep every digit', () => {
	const numbers = '[12345678901234567890, -1, 0, 1.50, 1e3, -2.5E-3]';
	expect(
		treeOf(`{"status":0,"n":${numbers},"s":"1 and \\"2\\" [3]\\\\","t":[true,false,null]}`),
	).toEqual({
		status: '0',
		n: ['12345678901234567890', '-1', '0', '1.50', '1e3', '-2.5E-3'],
		s: '1 and "2" [3]\\',
		t: ['true', 'false', ''],
	});
});

test.each([
	['misspelt name first', '{"status":0,"interantional_balance":"","international_balance":"5"}'],
	['right name first', '{"status":0,"international_balance":"5","interantional_balance":""}'],
])('of two spellings the one with a value counts: %s', (_, text) => {
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

const deepJson = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const deepXml = (levels: number) => `${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}`;

test.each([
	['', 'empty'],
	[' \n\t\uFEFF ', 'empty'],
	['<!DOCTYPE html><html><body>Bad gateway</body></html>', 'html'],
	['<html><head></head></html>', 'html'],
	['\n <!doctype HTML PUBLIC "-//W3C//DTD XHTML 1.0">', 'html'],
	['<?xml version="1.0"?><!DOCTYPE html><html/>', 'html'],
	['{"status":0', 'malformed'],
	['{"status":0}}', 'malformed'],
	['{"status":0} trailing', 'malformed'],
	["{'status':0}", 'malformed'],
	['{"status":01}', 'malformed'],
	['[', 'malformed'],
	['<sms><status>0</status>', 'malformed'],
	['<sms><status>0</status></sms', 'malformed'],
	['<sms><status>0</status></sm', 'malformed'],
	['<sms><status>0</sta', 'malformed'],
	['<sms><status>0', 'malformed'],
	['<sms><status>0</message></sms>', 'malformed'],
	['<sms><status>0</status></sms>trailing', 'malformed'],
	['<sms><status>0</status></sms><sms/>', 'malformed'],
	['<sms/><sms><status>0</status></sms>', 'malformed'],
	['<sms><status>0</status></sms><sms></sms>', 'malformed'],
	['<sms><status>0</status><!-- </sms>', 'malformed'],
	['<sms><status>0</status><![CDATA[ </sms>', 'malformed'],
	['<sms a=1><status>0</status></sms>', 'malformed'],
	['<sms><message>a & b</message><status>0</status></sms>', 'malformed'],
	['<', 'malformed'],
	['<>', 'malformed'],
	['<!-- only a comment -->', 'malformed'],
	['<?xml version="1.0"?>', 'malformed'],
	[deepJson(100_000), 'tooDeep'],
	['['.repeat(100_000) + ']'.repeat(100_000), 'tooDeep'],
	[deepXml(100_000), 'tooDeep'],
	['<a>'.repeat(100_000), 'tooDeep'],
	['<!DOCTYPE sms [<!ENTITY a "b">]><sms><status>0</status></sms>', 'unsafe'],
	['<?xml version="1.0"?>\n<!doctype sms SYSTEM "file:///etc/passwd"><sms/>', 'unsafe'],
	['<sms><!ENTITY a "b"><status>0</status></sms>', 'unsafe'],
	['OK', 'notAReply'],
	['0', 'notAReply'],
	['"text"', 'notAReply'],
	['null', 'notAReply'],
	['[]', 'notAReply'],
	['[{"status":0}]', 'notAReply'],
	['status=0&message=', 'notAReply'],
	['{}', 'noStatus'],
	['{"message":"x"}', 'noStatus'],
	['<sms/>', 'noStatus'],
	['<sms>0</sms>', 'noStatus'],
	['<sms><message>x</message></sms>', 'noStatus'],
	['<balance><balance>5</balance></balance>', 'noStatus'],
	['{"a":{"status":0},"b":{"status":3}}', 'noStatus'],
	['<dlr><transaction><status>0</status></transaction></dlr>', 'noStatus'],
	['{"transactions":{"transaction":{"status":0}}}', 'noStatus'],
	['{"message":"x","report":{"status":0}}', 'noStatus'],
	['{"__proto__":{"status":0}}', 'noStatus'],
	['{"status":null}', 'noStatus'],
	['{"status":""}', 'noStatus'],
	['{"status":" "}', 'noStatus'],
	['{"status":"OK"}', 'noStatus'],
	['{"status":true}', 'noStatus'],
	['{"status":false}', 'noStatus'],
	['{"status":0.5}', 'noStatus'],
	['{"status":0.0}', 'noStatus'],
	['{"status":1e3}', 'noStatus'],
	['{"status":"0x0"}', 'noStatus'],
	['{"status":"NaN"}', 'noStatus'],
	['{"status":12345678901}', 'noStatus'],
	['{"status":[0]}', 'noStatus'],
	['{"status":{}}', 'noStatus'],
	['<sms><status></status></sms>', 'noStatus'],
	['<sms><status>0</status><status>3</status></sms>', 'noStatus'],
	['<sms><status>٠</status></sms>', 'noStatus'],
	['<sms><status>0 ok</status></sms>', 'noStatus'],
])('%.60j is unreadable: %s', (text, reason) => {
	expect(decodeReply(text, 'sms')).toMatchObject({ kind: 'unreadable', reason });
	expect(decodeReply(text, 'balance')).toMatchObject({ kind: 'unreadable', reason });
});

test('a reply over the limit is not read', () => {
	const text = `{"status":0,"message":"${'x'.repeat(MAX_REPLY_BYTES)}"}`;
	expect(decodeReply(text, 'sms')).toMatchObject({ kind: 'unreadable', reason: 'tooLarge' });
});

test.each([
	['white space and control characters', 'a\r\n\tb\u0007\u200F  c', 'a b c'],
	['a long text', 'x'.repeat(1000), 'x'.repeat(200)],
	['emoji at the cut', 'x' + '👍'.repeat(200), 'x' + '👍'.repeat(99)],
	['half a pair', 'a\ud83d', 'a'],
	['Hebrew', 'שגיאה', 'שגיאה'],
	['nothing', '', ''],
])('the excerpt of %s', (_, text, excerpt) => {
	expect(decodeReply(text, 'sms')).toMatchObject({ kind: 'unreadable', excerpt });
});

test('never throws, whatever the text', () => {
	const piece = fc.constantFrom(
		...[
			'<sms>',
			'</sms>',
			'<status>',
			'</status>',
			'0',
			'{',
			'}',
			'[',
			']',
			'"',
			':',
			',',
			'status',
		],
		...[
			'<!--',
			'-->',
			'<![CDATA[',
			']]>',
			'<?xml',
			'?>',
			'&amp;',
			'&#',
			';',
			'\\',
			'=',
			'\uFEFF',
			'\ud83d',
			'<a b="',
		],
	);
	const text = fc.oneof(
		fc.string({ unit: 'binary' }),
		fc
			.array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 40 })
			.map((parts) => parts.join('')),
		fc.json(),
	);
	fc.assert(
		fc.property(text, fc.constantFrom('sms', 'balance', '__proto__', 'toString'), (body, root) => {
			expect(['reply', 'unreadable']).toContain(decodeReply(body, root).kind);
		}),
	);
});

test('every truncation of a reply is unreadable', () => {
	const reply = {
		status: 0,
		message: 'א&<"\\',
		transactions: { transaction: [{ a: '1' }, { a: '2' }] },
	};
	const bodies = [JSON.stringify(reply), encodeRequest('dlr', reply, 'xml').body];
	for (const body of bodies) {
		expect(decodeReply(body, 'dlr').kind).toBe('reply');
		for (let end = 0; end < body.length; end++) {
			expect(decodeReply(body.slice(0, end), 'dlr').kind).toBe('unreadable');
		}
	}
});

test('what is written in either encoding reads back as the same tree', () => {
	const name = fc.constantFrom('phone', 'date', 'name', 'he_message', 'df1', 'x');
	const text = fc.string({
		unit: fc.constantFrom('a', 'ש', '👍', '<', '&', '"', ' ', '\n', '\r', '0', '\\'),
	});
	const { tree } = fc.letrec<{ tree: GatewayTree; value: GatewayTree | string | string[] }>(
		(tie) => ({
			value: fc.oneof({ depthSize: 'small' }, text, fc.array(text, { minLength: 2 }), tie('tree')),
			// An empty object cannot be told from an empty text in XML.
			tree: fc.dictionary(name, tie('value'), { minKeys: 1 }) as fc.Arbitrary<GatewayTree>,
		}),
	);
	fc.assert(
		fc.property(tree, (data) => {
			const body = { status: '0', data };
			const fromJson = decodeReply(encodeRequest('x', body, 'json').body, 'x');
			const fromXml = decodeReply(encodeRequest('x', body, 'xml').body, 'x');
			expect(fromXml).toEqual(fromJson);
			expect(fromJson).toMatchObject({ kind: 'reply', tree: body });
		}),
	);
});

test('10,000 reports are read', () => {
	const transaction = Array.from({ length: 10_000 }, (_, index) => ({
		external_id: `order-${index}`,
		status: '102',
		he_message: 'הגיע ליעד',
		en_message: 'Delivered',
		date: '01/05/26 10:30',
	}));
	const reply = { status: '0', transactions: { transaction } };
	for (const encoding of ['json', 'xml'] as const) {
		const { body } = encodeRequest('dlr', reply, encoding);
		expect(treeOf(body, 'dlr').transactions).toHaveLength(10_000);
	}
});
