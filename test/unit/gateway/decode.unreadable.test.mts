import { judgeAnswer } from '../../../gateway/replies/answer';
import { decodeReply } from '../../../gateway/wire/decode';
import { fc } from '../../fuzz.mts';

const deepJson = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const deepXml = (levels: number) => `${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}`;

/** A billion of them: each entity is ten of the one before. */
const LAUGHS = Array.from({ length: 10 }, (_, level) =>
	level === 0 ? '<!ENTITY l0 "ha">' : `<!ENTITY l${level} "${`&l${level - 1};`.repeat(10)}">`,
).join('');

const UNREADABLE = [
	...[' \n\t\uFEFF ', 'OK', '0', '"text"', 'null', '[]', 'status=0&message=', '{"status":0}}'],
	...['[{"status":0},{"status":0}]', '[[{"status":0}]]', "{'status':0}", '{"status":01}'],
	// Pages.
	...['<html><head></head></html>', '\n <!doctype HTML PUBLIC "-//W3C//DTD XHTML 1.0">'],
	...['<?xml version="1.0"?><!DOCTYPE html><html/>', '<?xml version="1.0"?> \n<html/>'],
	// Broken XML.
	...['<sms><status>0</message></sms>', '<', '<>', '<sms><status>0</status></sms>trailing'],
	...['<sms/><sms><status>0</status></sms>', '<sms><status>0</status></sms><sms></sms>'],
	...['<sms><status>0</status><!-- </sms>', '<sms><status>0</status><![CDATA[ </sms>'],
	...['<sms a=1><status>0</status></sms>', '<sms><message>a & b</message><status>0</status></sms>'],
	...['<!-- only a comment -->', '<?xml version="1.0"?>'],
	// Too deep.
	...[deepJson(100_000), deepXml(100_000), '<a>'.repeat(100_000)],
	// Document types with entities that grow, and files.
	`<!DOCTYPE r [${LAUGHS}]><r><status>0</status><m>&l9;</m></r>`,
	'<!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/passwd">]><r><status>0</status>&a;</r>',
	// No status of the reply.
	...['{}', '<sms>0</sms>', '<balance><balance>5</balance></balance>', '{"status":null}'],
	...['{"a":{"status":0},"b":{"status":3}}', '{"transactions":{"transaction":{"status":0}}}'],
	...['{"__proto__":{"status":0}}', '{"message":"x","report":{"status":0}}', '{"status":" "}'],
	...['{"status":"OK"}', '{"status":false}', '{"status":0.0}', '{"status":1e3}', '{"status":{}}'],
	...['{"status":"0x0"}', '{"status":12345678901}', '{"status":[0,3]}'],
	...['<sms><status>0</status><status>3</status></sms>', '<sms><status>٠</status></sms>'],
];

test.each(UNREADABLE)('calls %.60j unreadable', (text) => {
	expect(decodeReply(text, 'sms').kind).toBe('unreadable');
	expect(decodeReply(text, 'balance').kind).toBe('unreadable');
});

test.each([
	['white space and control characters', 'a\r\n\tb\u0007\u200F  c', 'a b c'],
	['a long text', 'x'.repeat(1000), 'x'.repeat(200)],
	['emoji at the cut', 'x' + '👍'.repeat(200), 'x' + '👍'.repeat(99)],
	['half a pair', 'a\ud83d', 'a'],
	['nothing', '', ''],
])('shows an excerpt of %s', (_, text, excerpt) => {
	expect(decodeReply(text, 'sms')).toMatchObject({ kind: 'unreadable', excerpt });
});

const TOKEN = 'token-of-the-credential';
test.each([
	['what is harmless', 'Bad Gateway', {}, 'Bad Gateway'],
	['no half of a token', `${'x'.repeat(190)}${TOKEN}`, {}, undefined],
	['nothing where a password may be', 'Bad Gateway', { secrets: () => [] }, undefined],
])('shows of an unreadable reply %s', (_, text, more, shown) => {
	const asked = { root: 'addSub', effect: 'write', ...more } as const;
	expect(judgeAnswer(asked, 200, text, TOKEN)).toHaveProperty('gatewayMessage', shown);
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
