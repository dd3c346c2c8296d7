import { CREDIT_UNITS, creditsOf, readCreditUnit } from '../../../gateway/texts/credits';

const hebrew = (length: number) => 'א'.repeat(length);

test.each([
	['', 0, 0],
	['Hello', 1, 1],
	[hebrew(71), 2, 1],
	[hebrew(201), 3, 1],
	[hebrew(202), 4, 2],
	['x'.repeat(1005), 7, 5],
])('knows what a text costs by segment, and by 201 characters: %#', (text, bySegment, by201) => {
	expect(creditsOf(text, 'segment')).toBe(bySegment);
	expect(creditsOf(text, 201)).toBe(by201);
});

test.each(CREDIT_UNITS)('reads %s', (unit) => {
	expect(readCreditUnit(String(unit))).toBe(unit);
});

test.each(['', '67', undefined])('refuses %j', (value) => {
	expect(() => readCreditUnit(value as string)).toThrow(/use one of: segment, 201, 268, 335/);
});
