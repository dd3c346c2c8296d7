import { InputError } from '../../../gateway/values/checks';
import {
	checkSender,
	checkVerifiable,
	findsSender,
	lineType,
	senderForm,
} from '../../../gateway/phones/sender';

test.each([
	['0501234567', '0501234567'],
	['  My Shop4U ', 'My Shop4U'],
	['972501234567', '972501234567'],
	['\u202A\u200FMyShop\u202C', 'MyShop'],
])('sends the sender %j as %j', (text, sender) => {
	expect(checkSender(text)).toBe(sender);
});

test.each([
	['+972501234567', /^starts with "\+"/],
	['123456789012', /^has 12 characters; the service allows 11$/],
	['972MyShopABC', /^has 12 characters/],
	['החנות', /^has characters other than/],
	['My\nShop', /^has characters other than/],
	['\u200B', /^is empty; enter a verified sender$/],
	['null', /^contains "null", because a value is missing/],
])('refuses the sender %j', (text, message) => {
	expect(() => checkSender(text)).toThrow(message);
	expect(() => checkSender(text)).toThrow(InputError);
});

test.each([
	['972501234567', '972501234567'],
	['+972 50-123-4567', '972501234567'],
	[' (03) 100.4567', '031004567'],
	[' My Shop ', 'My Shop'],
	['+15551234567', '15551234567'],
	['00972501234567', '972501234567'],
	['050****567', undefined],
	['', undefined],
])('offers a sender listed as %j as %j', (listed, sender) => {
	expect(senderForm(listed)).toBe(sender);
	if (sender !== undefined) expect(checkSender(sender)).toBe(sender);
});

test.each([
	['972501234567', '0501', true],
	['972501234567', '+972 50', true],
	['0501234567', '97250', true],
	['0501234567', '0509', false],
	['TextMe', ' text ', true],
	['972501234567', '+', true],
	['0501234567', 'Shop', false],
	['Shop24', '2-4', false],
	['24Shop', '2-4', false],
])('finds the sender %s by %j: %s', (sender, typed, isFound) => {
	expect(findsSender(sender, typed)).toBe(isFound);
});

test.each([
	['050-123-4567', '0501234567', 'mobile'],
	['31234567', '031234567', 'landline'],
	['077-1234567', '0771234567', 'landline'],
])('knows the kind of number %s is: %s, a %s', (written, number, type) => {
	expect(checkVerifiable(written)).toBe(number);
	expect(lineType(number)).toBe(type);
});

test.each([
	['+14155550100', 'is not an Israeli number ("+14155550100"); only Israeli mobile and landline'],
	['MyShop', 'is not a phone number'],
	[' +1415555010012345 ', 'is not a phone number ("+1415555010012345")'],
	[' +1 (415) 555-01-00 ', 'is not an Israeli number ("+1 (415) 555-01-00")'],
	[`+${'1-'.repeat(15)}`, `is not an Israeli number ("+${'1-'.repeat(14)}1")`],
])('refuses to verify %s', (written, message) => {
	expect(() => checkVerifiable(written)).toThrow(message);
});
