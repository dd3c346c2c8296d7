import { decodeReply } from '../../../gateway/decode';
import { MAX_REPLY_BYTES } from '../../../gateway/limits';
import { fc } from '../../fuzz.mts';

const deepJson = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const deepXml = (levels: number) => `${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}`;

test.each([
	['', 'empty'],
	[' \n\t\uFEFF ', 'empty'],
	['<!DOCTYPE html><html><body>Bad gateway</body></html>', 'html'],
	['<html><head></head></html>', 'html'],
	['\n <!doctype HTML PUBLIC "-//W3C//DTD XHTML 1.0">', 'html'],
	['<?xml version="1.0"?><!DOCTYPE html><html/>', 'html'],
	['<?xml version="1.0"?> \n<html/>', 'html'],
	['<!DOCTYPE  html>', 'html'],
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
	['<sms><status>0</status><![CDATA[x]]><!ENTITY a "b"></sms>', 'unsafe'],
	['<!DOCTYPE sms [<!ENTITY a "<![CDATA[">]><sms><status>0</status>]]></sms>', 'unsafe'],
	['<sms><!-- <![CDATA[ --><!ENTITY a "b"><!-- ]]> --><status>0</status></sms>', 'unsafe'],
	['OK', 'notAReply'],
	['0', 'notAReply'],
	['"text"', 'notAReply'],
	['null', 'notAReply'],
	['[]', 'notAReply'],
	['[{"status":0},{"status":0}]', 'notAReply'],
	['[[{"status":0}]]', 'notAReply'],
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
])('calls %.60j unreadable: %s', (text, reason) => {
	expect(decodeReply(text, 'sms')).toMatchObject({ kind: 'unreadable', reason });
	expect(decodeReply(text, 'balance')).toMatchObject({ kind: 'unreadable', reason });
});

test('refuses to read a reply over the limit', () => {
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
])('shows an excerpt of %s', (_, text, excerpt) => {
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
