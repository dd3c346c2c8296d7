import { readCreditUnit } from '../../../gateway/texts/messageLength';

test.each(['', '67', undefined])('refuses %j', (value) => {
	expect(() => readCreditUnit(value as string)).toThrow(/use one of: segment, 201, 268, 335/);
});
