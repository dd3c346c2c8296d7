import { checkVerifiable, lineType } from '../../../gateway/phones/sender';

test.each([
	['050-123-4567', '0501234567', 'mobile'],
	['+972 3 123 4567', '031234567', 'landline'],
	['31234567', '031234567', 'landline'],
	['077-1234567', '0771234567', 'landline'],
])('knows the kind of number %s is: %s, a %s', (written, number, type) => {
	expect(checkVerifiable(written)).toBe(number);
	expect(lineType(number)).toBe(type);
});

test.each([
	['+14155550100', 'is not an Israeli number ("+14155550100"); only Israeli mobile and landline'],
	['MyShop', 'is not a phone number'],
	['12', 'is not a phone number'],
	[' +1415555010012345 ', 'is not a phone number ("+1415555010012345")'],
	[' +1 (415) 555-01-00 ', 'is not an Israeli number ("+1 (415) 555-01-00")'],
	[`+${'1-'.repeat(15)}`, `is not an Israeli number ("+${'1-'.repeat(14)}1")`],
])('refuses to verify %s', (written, message) => {
	expect(() => checkVerifiable(written)).toThrow(message);
});
