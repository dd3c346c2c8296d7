import { checkVerifiable, lineType, sentencesAbout } from '../../../gateway/texts/verification';

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

const NUMBERS = ['0501234567', '031234567'];

test.each<[string, Parameters<typeof sentencesAbout>[1], string | undefined, string | undefined]>([
	[
		'parts between semicolons',
		'0501234567: follow the link; 031234567: call 035555555',
		'0501234567: follow the link',
		'031234567: call 035555555',
	],
	[
		'sentences',
		'A link was sent to +972-50-123-4567. Please call 03-5555555 from 03-1234567.',
		'A link was sent to +972-50-123-4567.',
		'Please call 03-5555555 from 03-1234567.',
	],
	[
		'lines with several numbers',
		'501234567, 31234567: wait\n972501234567: follow the link',
		'501234567, 31234567: wait 972501234567: follow the link',
		'501234567, 31234567: wait',
	],
	['an array', ['x 0501234567', 'y'], 'x 0501234567', undefined],
	['elements', { phone: [{ number: '031234567', _: 'call' }] }, undefined, '031234567 call'],
	['no number', 'Call 035555555', undefined, undefined],
	['a number within a longer one', '10501234567 0312345678', undefined, undefined],
	['texts beside inner ones', { a: 'x 0501234567', b: ['y'], c: 'z' }, 'x 0501234567 z', undefined],
	['blank lines', '\n\n0501234567 a\n \n0501234567 b', '0501234567 a 0501234567 b', undefined],
	['nothing', undefined, undefined, undefined],
])('reads the words about a verification: %s', (_, message, mobile, landline) => {
	const about = sentencesAbout(NUMBERS, message);
	expect(NUMBERS.map((number) => about.get(number))).toEqual([mobile, landline]);
});

test('looks for a number with all its zeros', () => {
	const about = sentencesAbout(['0500000001'], 'x 05000001; y 0500000001');
	expect(about.get('0500000001')).toBe('y 0500000001');
});
