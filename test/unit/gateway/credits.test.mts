import { readCreditUnit } from '../../../gateway/texts/credits';

test.each(['', '67', undefined])('refuses %j', (value) => {
	expect(() => readCreditUnit(value as string)).toThrow(/use one of: segment, 201, 268, 335/);
});
