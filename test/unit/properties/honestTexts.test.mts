import { readPushBody } from '../../../gateway/events/pushBody';
import { codeIn } from '../../../gateway/texts/codeInTexts';
import { isQuoteOf, placesOfWords } from '../../../gateway/texts/replyWords';
import { checkFilledIn } from '../../../gateway/values/checks';

const form = 'phone=0501234567&dest=0559000100&message=%D7%94%D7%A1%D7%A8';
test.each(['ISO-8859-1', 'windows-1252', 'iso-8859-8', 'windows-1255'])(
	'reads UTF-8 under the name %s',
	(charset) => {
		expect(
			readPushBody(Buffer.from(form), {}, `application/x-www-form-urlencoded; charset=${charset}`),
		).toMatchObject({ message: 'הסר' });
		expect(
			readPushBody(Buffer.from('{"message":"הסר"}'), {}, `application/json; charset=${charset}`),
		).toMatchObject({ message: 'הסר' });
	},
);
test('still reads windows-1255', () => {
	expect(
		readPushBody(Buffer.from('message=%E4%F1%F8'), {}, `x; charset=windows-1255`),
	).toMatchObject({ message: 'הסר' });
	expect(
		readPushBody(
			Buffer.from([...Buffer.from('message='), 0xe4, 0xf1, 0xf8]),
			{},
			`x; charset=windows-1255`,
		),
	).toMatchObject({ message: 'הסר' });
});
test.each([
	['ขอยกเลิกครับ', 'ยกเลิก'],
	['我要退订谢谢', '退订'],
	['לא, כֵּן', 'כֵּן'],
])('finds in %s the keyword %s', (text, word) => {
	expect(placesOfWords(text, word)).toHaveLength(1);
});
test.each([
	['כֵּן', 'כ'],
	['नहीं', 'नह'],
])('finds in %s no keyword inside the word: %s', (text, word) => {
	expect(placesOfWords(text, word)).toEqual([]);
});
test.each(['Yes! “Can you come?”', '1 “Can you come?”', 'Yes, “Can you come?”'])(
	'is a reply: %s',
	(reply) => {
		expect(isQuoteOf('Can you come?', reply)).toBe(false);
	},
);
test.each([
	'Liked “Can you come?”',
	'Reacted 👍 to “Can you come?”',
	'אהב/ה את “Can you come?”',
	'“Can you come?”',
	'Laughed at “Can you come?”',
])('is a reaction: %s', (reply) => {
	expect(isQuoteOf('Can you come?', reply)).toBe(true);
});
test.each([
	'[Last chance] Sale ends today',
	'[Full refund] if it breaks',
	'[First come] first served',
	'[Company policy] no pets',
])('is a text: %s', (text) => {
	expect(codeIn(text)).toEqual([]);
});
test.each([
	'Hi [First Name]',
	'[Customer Name]',
	'[Company Name]',
	'[Your Name]',
	"[Recipient's Name]",
	'[name]',
])('is a place: %s', (text) => {
	expect(codeIn(text)).toHaveLength(1);
});
test.each([
	...['order-$itemIndex', 'k-$runIndex', 'Hi from $vars.shop', '$env.SHOP', 'Hi $Json.name'],
	...['$items("Form")[0].json.x', '$items()[0]', '$(“Form”).item.json.x', '$parameter.x'],
	...['$parameter["x"]', '$binary.data.fileName', '$item(0).x'],
])('nothing filled in: %s', (text) => {
	expect(() => checkFilledIn(text)).toThrow('which n8n has not filled in');
});
