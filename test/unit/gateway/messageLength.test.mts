import { checkMessage, InputError } from '../../../gateway/values/checks';
import { measureMessage } from '../../../gateway/texts/messageLength';

const hebrew = (n: number) => 'ש'.repeat(n);

test.each([
	['an escape pair is not torn apart', 'a'.repeat(152) + '€'.repeat(77), 'GSM-7', 3],
	['nothing', '', 'GSM-7', 0],
	['a full one', 'a'.repeat(160), 'GSM-7', 1],
	['one letter more', 'a'.repeat(161), 'GSM-7', 2],
	['a full one in Hebrew', hebrew(70), 'UCS-2', 1],
	['one Hebrew letter more', hebrew(71), 'UCS-2', 2],
	['the longest Hebrew message', hebrew(1005), 'UCS-2', 15],
	['an emoji is not torn apart', hebrew(66) + '👍' + hebrew(66), 'UCS-2', 3],
	['a half pair counts one', '\ud83d', 'UCS-2', 1],
])('counts the segments of a text: %s', (_, text, encoding, segments) => {
	expect(measureMessage(text)).toEqual({ encoding, segments });
});

test.each<[string, string, string]>([
	['turns', 'Pay \u202E000,1\u202C to \u2067me\u2069 \u202A050\u202C', 'Pay 000,1 to me 050'],
	['hides', 'p\u200Ba\u00ADy\u2060 \uFEFFm\u180Ee\u2064\u{E0041}', 'pay me'],
	['joins Latin letters', 'http:\u200D//evil\u200C.example', 'http://evil.example'],
])('takes out what %s a text, and does not count it', (_, hostile, plain) => {
	expect(checkMessage(hostile)).toBe(plain);
	expect(measureMessage(checkMessage(hostile)).encoding).toBe('GSM-7');
});

test('takes out every format character that no language needs', () => {
	const formats = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter(
		(one) => /\p{Cf}/u.test(one) && checkMessage(`x${one}`) !== 'x',
	);
	expect(formats.length).toBe(16);
	expect(() => checkMessage(' \u202E ')).toThrow('is empty');
});

test.each([
	['marks of Hebrew', '\u200Fשלום\u200E!'],
	['Persian', 'می\u200Cخواهم'],
	['emoji of several', '👩🏽\u200D💻 🏳\uFE0F\u200D🌈'],
	['flags of regions', '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'],
])('keeps in a text %s', (_, text) => {
	expect(checkMessage(text)).toBe(text);
});

test.each(['a', ' a ', 'a'.repeat(1005), hebrew(1005), '👍'.repeat(502), 'שלום\n<&>"\''])(
	'accepts the text %j unchanged',
	(text) => {
		expect(checkMessage(text)).toBe(text);
	},
);

test.each([
	[' \n\t', /^is empty/],
	['a'.repeat(1006), /^has 1006 characters; the service allows 1005$/],
	['👍'.repeat(503), /^has 1006 characters/],
])('refuses the text %j', (text, message) => {
	expect(() => checkMessage(text)).toThrow(message);
	expect(() => checkMessage(text)).toThrow(InputError);
});
