import { checkCampaignName } from '../../../gateway/campaignName';
import { checkExternalId } from '../../../gateway/externalId';
import { InputError } from '../../../gateway/inputError';
import { checkMessage } from '../../../gateway/messageLength';
import { normalizePhone } from '../../../gateway/phone';
import { plainText } from '../../../gateway/plainText';
import { checkRange } from '../../../gateway/range';
import { checkSender } from '../../../gateway/sender';

test.each([
	['Spring sale', 'Spring sale'],
	['  מבצע אביב ', 'מבצע אביב'],
	['x'.repeat(50), 'x'.repeat(50)],
])('the campaign name %j is sent as %j', (text, name) => {
	expect(checkCampaignName(text)).toBe(name);
});

test.each([
	['', /^is empty/],
	['  ', /^is empty/],
	['x'.repeat(51), /^has 51 characters; the gateway allows 50$/],
])('the campaign name %j is refused', (text, message) => {
	expect(() => checkCampaignName(text)).toThrow(message);
	expect(() => checkCampaignName(text)).toThrow(InputError);
});

test.each([
	['order-1', 'order-1'],
	[' a ', 'a'],
	['', ''],
	['nullify', 'nullify'],
	['0', '0'],
])('the external id %j is sent as %j', (text, id) => {
	expect(checkExternalId(text)).toBe(id);
});

test.each(['null', 'NULL', ' null '])('the external id %j is refused', (text) => {
	expect(() => checkExternalId(text)).toThrow(/^is "null"/);
	expect(() => checkExternalId(text)).toThrow(InputError);
});

test.each([
	[1, 1],
	[14, 14],
	['7', 7],
	[' 7 ', 7],
])('%j is within 1 to 14', (value, number) => {
	expect(checkRange(value, 1, 14)).toBe(number);
});

test.each([0, 15, -1, 1.5, NaN, Infinity, '', ' ', '7 days', '1e1', '0x5', '1.0'])(
	'%j is not within 1 to 14',
	(value) => {
		expect(() => checkRange(value, 1, 14)).toThrow(/use a whole number from 1 to 14$/);
		expect(() => checkRange(value, 1, 14)).toThrow(InputError);
	},
);

test('a range may be negative', () => {
	expect(checkRange('-10', -10, 10)).toBe(-10);
});

test.each([
	['a', 'a'],
	[5, '5'],
	[0, '0'],
	[false, 'false'],
	[undefined, ''],
	[null, ''],
])('%j from an expression is %j', (value, text) => {
	expect(plainText(value)).toBe(text);
});

test.each([checkMessage, checkSender, checkCampaignName, checkExternalId, normalizePhone])(
	'%p refuses objects and lists, and takes numbers',
	(check: (value: string | number) => string) => {
		for (const value of [{}, ['a'], () => 'a'] as unknown[]) {
			expect(() => check(value as string)).toThrow(/^is not plain text/);
			expect(() => check(value as string)).toThrow(InputError);
		}
		expect(check(501234567)).toMatch(/501234567$/);
	},
);
