import { decodeReply } from '../../../gateway/wire/decode';
import { MAX_REPLY_BYTES } from '../../../gateway/values/limits';
import { fc } from '../../fuzz.mts';

const deepJson = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const deepXml = (levels: number) => `${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}`;

/** A billion of them: each entity is ten of the one before. */
const LAUGHS = Array.from({ length: 10 }, (_, level) =>
	level === 0 ? '<!ENTITY l0 "ha">' : `<!ENTITY l${level} "${`&l${level - 1};`.repeat(10)}">`,
).join('');

const UNREADABLE: Record<string, string[]> = {
	empty: [...['', ' \n\t\uFEFF ']],
	html: [
		...['<!DOCTYPE html><html><body>Bad gateway</body></html>', '<html><head></head></html>'],
		'\n <!doctype HTML PUBLIC "-//W3C//DTD XHTML 1.0">',
		...['<?xml version="1.0"?><!DOCTYPE html><html/>', '<?xml version="1.0"?> \n<html/>'],
		'<!DOCTYPE  html>',
	],
	malformed: [
		...['{"status":0', '{"status":0}}', '{"status":0} trailing', "{'status':0}"],
		...['{"status":01}', '[', '<sms><status>0</status>', '<sms><status>0</status></sms'],
		...['<sms><status>0</status></sm', '<sms><status>0</sta', '<sms><status>0'],
		...['<sms><status>0</message></sms>', '<sms><status>0</status></sms>trailing'],
		...['<sms><status>0</status></sms><sms/>', '<sms/><sms><status>0</status></sms>'],
		...['<sms><status>0</status></sms><sms></sms>', '<sms><status>0</status><!-- </sms>'],
		...['<sms><status>0</status><![CDATA[ </sms>', '<sms a=1><status>0</status></sms>'],
		...['<sms><message>a & b</message><status>0</status></sms>', '<', '<>'],
		...['<!-- only a comment -->', '<?xml version="1.0"?>'],
	],
	tooDeep: [
		...[deepJson(100_000), '['.repeat(100_000) + ']'.repeat(100_000), deepXml(100_000)],
		'<a>'.repeat(100_000),
	],
	unsafe: [
		...['<!DOCTYPE sms [<!ENTITY a "b">]><sms><status>0</status></sms>'],
		...['<?xml version="1.0"?>\n<!doctype sms SYSTEM "file:///etc/passwd"><sms/>'],
		...['<sms><!ENTITY a "b"><status>0</status></sms>'],
		...['<sms><status>0</status><![CDATA[x]]><!ENTITY a "b"></sms>'],
		...['<!DOCTYPE sms [<!ENTITY a "<![CDATA[">]><sms><status>0</status>]]></sms>'],
		...['<sms><!-- <![CDATA[ --><!ENTITY a "b"><!-- ]]> --><status>0</status></sms>'],
		`<!DOCTYPE r [${LAUGHS}]><r><status>0</status><m>&l9;</m></r>`,
		'<!DOCTYPE r PUBLIC "x" "http://127.0.0.1:9/x.dtd"><r><status>0</status></r>',
		'<!DOCTYPE r [<!ENTITY % p SYSTEM "http://127.0.0.1:9/"> %p;]><r><status>0</status></r>',
	],
	notAReply: [
		...['OK', '0', '"text"', 'null', '[]', '[{"status":0},{"status":0}]', '[[{"status":0}]]'],
		'status=0&message=',
	],
	noStatus: [
		...['{}', '{"message":"x"}', '<sms/>', '<sms>0</sms>', '<sms><message>x</message></sms>'],
		...['<balance><balance>5</balance></balance>', '{"a":{"status":0},"b":{"status":3}}'],
		'<dlr><transaction><status>0</status></transaction></dlr>',
		'{"transactions":{"transaction":{"status":0}}}',
		...['{"message":"x","report":{"status":0}}', '{"__proto__":{"status":0}}'],
		...['{"status":null}', '{"status":""}', '{"status":" "}', '{"status":"OK"}'],
		...['{"status":true}', '{"status":false}', '{"status":0.5}', '{"status":0.0}'],
		...['{"status":1e3}', '{"status":"0x0"}', '{"status":"NaN"}', '{"status":12345678901}'],
		...['{"status":[0]}', '{"status":{}}', '<sms><status></status></sms>'],
		...['<sms><status>0</status><status>3</status></sms>', '<sms><status>٠</status></sms>'],
		'<sms><status>0 ok</status></sms>',
	],
};

test.each(
	Object.entries(UNREADABLE).flatMap(([reason, texts]) =>
		texts.map((text) => [text, reason] as const),
	),
)('calls %.60j unreadable: %s', (text, reason) => {
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
		...['<sms>', '</sms>', '<status>', '</status>', '0', '{', '}', '[', ']', '"', ':', ','],
		...['status', '<!--', '-->', '<![CDATA[', ']]>', '<?xml', '?>', '&amp;', '&#', ';', '\\', '='],
		...['\uFEFF', '\ud83d', '<a b="'],
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
