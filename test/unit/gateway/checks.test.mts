import {
	checkCampaignName,
	checkExternalId,
	checkMessage,
	checkFilledIn,
	checkNoneMissing,
	checkRange,
	checkSwitch,
	InputError,
	readableText,
	requiredText,
	oneOf,
} from '../../../gateway/values/checks';
import { checkSender } from '../../../gateway/phones/sender';
import { readCreditUnit } from '../../../gateway/texts/messageLength';
import { listOfIds, readId } from '../../../gateway/values/lists';
import { checkOtpText } from '../../../gateway/texts/otp';
import { normalizePhone } from '../../../gateway/phones/phone';

test.each([
	['  מבצע אביב ', 'מבצע אביב'],
	['Nothing is null', 'Nothing is null'],
	['x'.repeat(50), 'x'.repeat(50)],
])('sends the campaign name %j as %j', (text, name) => {
	expect(checkCampaignName(text)).toBe(name);
});

test.each([
	['  ', /^is empty; enter a campaign name$/],
	['x'.repeat(51), /^has 51 characters; the service allows 50$/],
	...['undefined', 'N/A', '[ERROR: no access]', 'TypeError: x is not'].map(
		(name): [string, RegExp] => [` ${name} `, /^contains ".+", because a value is missing/],
	),
])('refuses the campaign name %j', (text, message) => {
	expect(() => checkCampaignName(text)).toThrow(message);
	expect(() => checkCampaignName(text)).toThrow(InputError);
});

test.each([
	[' a ', 'a'],
	['', ''],
	['nullify', 'nullify'],
])('sends the external id %j as %j', (text, id) => {
	expect(checkExternalId(text)).toBe(id);
});

test('refuses what an expression made of a missing value', () => {
	expect(() => checkNoneMissing('Dana undefined')).toThrow(
		/ is missing; check the fields in its expression$/,
	);
});

test.each([
	...['order-$itemIndex', 'k-$runIndex', 'Hi from $vars.shop', '$env.SHOP', 'Hi $Json.name'],
	...['$items("Form")[0].json.x', '$items()[0]', '$(“Form”).item.json.x', '$parameter.x'],
	...['$parameter["x"]', '$binary.data.fileName', '$item(0).x'],
	...['=Hi $node["Form"].json.name', 'Hi $input.first().json.name', 'Hi $node.Form.json.name'],
])('refuses %j, which nothing filled in', (text) => {
	expect(() => checkFilledIn(text)).toThrow('which n8n has not filled in');
});

test.each([
	...['pay {amount} in cash', 'https://shop.example/?$filter=price&$top=5', 'A$AP', '$(5)'],
	...['Costs $20.50 now', 'https://shop.example/$item.html', '$now or later', '2 for $item(s)'],
	...['Buy $input today', 'The $env. is set', '$node.js'],
])('takes %j, a text with a dollar', (text) => expect(checkFilledIn(text)).toBe(text));

test.each(['null', 'NULL', ' null ', 'a-null'])('refuses the external id %j', (text) => {
	expect(() => checkExternalId(text)).toThrow(/^is "null"|because a value is missing/);
	expect(() => checkExternalId(text)).toThrow(InputError);
});

test.each([
	[14, 14],
	[' 007 ', 7],
])('takes %j for a number within 1 to 14', (value, number) => {
	expect(checkRange(value, 1, 14)).toBe(number);
	expect(checkRange(value, 1)).toBe(number);
});

test.each([0, -1, 1.5, NaN, ' ', '7 days', '1e1', '0x5', '1,000', null])(
	'refuses %j as a number within 1 to 14, and as one of at least 1',
	(value) => {
		expect(() => checkRange(value, 1, 14)).toThrow(/use a whole number from 1 to 14$/);
		expect(() => checkRange(value, 1, 14)).toThrow(InputError);
		expect(() => checkRange(value, 1)).toThrow(/use a whole number of at least 1$/);
	},
);

test('reads whole numbers of up to 15 digits', () => {
	expect(() => checkRange(15, 1, 14)).toThrow(/use a whole number from 1 to 14$/);
	expect(checkRange('999999999999999', 1)).toBe(999_999_999_999_999);
	expect(() => checkRange('9'.repeat(16), 1)).toThrow('of at least 1');
});

test.each([
	[2, '2'],
	[' 3 ', '3'],
])('reads the choice %j as %j', (value, choice) => {
	expect(oneOf(['2', '3'], value)).toBe(choice);
});

test.each(['', '1', 'none'])('takes %j for no choice', (value) => {
	expect(() => oneOf(['2', '3'], value)).toThrow(/^is ".*"; use one of: 2, 3$/);
	expect(() => oneOf(['2', '3'], value)).toThrow(InputError);
});

test('reads a switch', () => {
	expect([true, ' FALSE '].map(checkSwitch)).toEqual([true, false]);
	expect(() => checkSwitch('yes')).toThrow('is "yes"; use true or false');
});

test.each([
	(text: string) => readId(text),
	(text: string) => oneOf(['2', '3'], text),
	(text: string) => checkRange(text, 1, 14),
	(text: string) => checkRange(text, 1),
])('cuts what is too long to read in the refusal of %p', (check) => {
	expect(() => check('x'.repeat(40))).toThrow(`"${'x'.repeat(30)}"`);
});

test.each([
	[checkMessage, /^has 3000000 characters; the service allows 1005 in a message$/],
	[readableText, /^has 3000000 characters; the service allows 1005 in a message$/],
	[checkOtpText, /^has 3000000 characters/],
	[checkSender, /^has 3000000 characters; the service allows 11$/],
	[checkCampaignName, /^has 3000000 characters; the service allows 50$/],
	[normalizePhone, /^is not a phone number/],
])('searches no megabytes of a stranger: %p', (check: (text: string) => unknown, refusal) => {
	for (const sign of ['\u00AD', '\u200D', 'x', '-']) {
		const text = sign.repeat(3_000_000);
		const searched = jest.spyOn(String.prototype, 'replace');
		try {
			expect(() => check(text)).toThrow(refusal);
			const lengths = searched.mock.contexts.map((searchedText) => String(searchedText).length);
			expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(10_000);
		} finally {
			searched.mockRestore();
		}
	}
});

test.each(['\u200F\u200E', '\u2800', '\u3164', '\uFE0F', '\u061C \u200D', '\u0092', '\u200B'])(
	'takes a text of invisible characters for empty: %j',
	(text) => {
		expect(() => checkMessage(text)).toThrow('is empty; enter the text to send');
		expect(checkMessage(`${text}a`)).toContain('a');
	},
);

test('counts a text without what nobody sees', () => {
	const unseen = '\u200B'.repeat(8);
	expect(checkMessage(`a${unseen}`.repeat(1005))).toBe('a'.repeat(1005));
	expect(() => checkMessage(`a${unseen}`.repeat(1006))).toThrow(/^has 1006 characters/);
	expect(() => checkMessage(`a${unseen}`.repeat(1200))).toThrow(/^has 10800 characters/);
});

test.each([
	['  MyShop ', 'MyShop'],
	[false, 'false'],
])('reads a text from %j: %j', (value, text) => {
	expect(requiredText(value)).toBe(text);
});

test.each([
	...['  ', null, undefined].map((none) => [none, 'is empty; fill it in'] as const),
	...[{}, () => 'x', Symbol('x')].map((odd) => [odd, 'is not plain text'] as const),
])('refuses a text that is %j', (value, message) => {
	expect(() => requiredText(value)).toThrow(message);
});

/** Each level of a list of lists would become a text of its own: megabytes of them take seconds. */
test.each<[string, (value: never) => unknown]>([
	['choice', (value) => oneOf(['x'], value)],
	['whole number', (value) => checkRange(value, 1)],
	['switch', checkSwitch],
	['sender', checkSender],
	['campaign name', checkCampaignName],
	['message', checkMessage],
	['phone number', normalizePhone],
	['list of IDs', (value) => listOfIds([value])],
])('makes no text of a list in place of a %s', (_, check) => {
	const fails = () => {
		throw new Error('made a text of a list');
	};
	const list = Object.assign([], { toString: fails, join: fails });
	expect(() => check(list as never)).toThrow(/^is not plain text but an object or a list/);
});

test('reads what a credit pays for', () =>
	expect(['segment', '201', 335].map(readCreditUnit)).toEqual(['segment', 201, 335]));

test.each(['', '67', undefined])('refuses %j characters for a credit', (value) => {
	expect(() => readCreditUnit(value as string)).toThrow(/use one of: segment, 201, 268, 335/);
});
