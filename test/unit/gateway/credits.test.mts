import {
	creditsInWords,
	creditsOf,
	readCreditUnit,
	unitAdvice,
	unitsFor,
} from '../../../gateway/credits';

const hebrew = (length: number) => 'א'.repeat(length);

test.each([
	['', 0, 0],
	['Hello', 1, 1],
	[hebrew(70), 1, 1],
	[hebrew(71), 1, 2],
	[hebrew(150), 1, 3],
	[hebrew(201), 1, 3],
	[hebrew(202), 1, 4],
	[hebrew(335), 1, 5],
	[hebrew(1005), 3, 15],
	['x'.repeat(1005), 3, 7],
])('knows between what a text costs: %#', (text, least, most) => {
	expect(creditsOf(text)).toEqual({ least, most });
});

test.each([
	['segment', 'segment'],
	['201', 201],
	[268, 268],
	['335', 335],
	['', undefined],
	['67', undefined],
	[undefined, undefined],
	[null, undefined],
	[{}, undefined],
])('reads %j in a credential as %j', (value, unit) => {
	expect(readCreditUnit(value)).toBe(unit);
});

test('tells by the credits that a text took which units fit', () => {
	expect(unitsFor(hebrew(150), 3)).toEqual(['segment']);
	expect(unitsFor(hebrew(150), 1)).toEqual([201, 268, 335]);
	expect(unitsFor(hebrew(604), 3)).toEqual([268]);
	expect(unitsFor(hebrew(150), 2)).toEqual([]);
	expect(unitAdvice(hebrew(604), 3)).toBe('604 characters took 3 credits: choose 268.');
});

test.each([
	[1, 1, '1 credit'],
	[10, 30, '10 to 30 credits'],
	[0, 0, '0 credits'],
	[12_500, 62_500, '12,500 to 62,500 credits'],
])('says %i to %i as %s', (least, most, words) => {
	expect(creditsInWords({ least, most })).toBe(words);
});
