import { missingValuesIn } from '../../../gateway/values/missing';

test.each([
	...['undefined', 'null', 'NULL', 'NaN', 'Infinity', '[object Object]', '[object Promise]'],
	...['Invalid DateTime', 'Invalid Date', 'Invalid date', 'Invalid Duration', 'Invalid Interval'],
	...['#N/A', '#REF!', '#VALUE!', '#ERROR!', '#NAME?', '#DIV/0!', '#NUM!', '#NULL!', '#SPILL!'],
	...['Loading...', 'Loading…'],
])('finds %j wherever it stands', (one) => {
	for (const text of [
		...[one, `Hi ${one}`, `Hi ${one}, see you`, `(${one})`, `שלום ל${one}`, `שלום ${one}!`],
		...[`https://example.com/?order=${one}`, `https://example.com/${one}/pay`],
		...[`https://example.com/?text=Hi%20${one}`, `order-${one}`, `order_${one}`, `"${one}"`],
	]) {
		expect(missingValuesIn(text)).toEqual([one]);
	}
});

test('finds each of them', () => {
	const found = ['undefined', 'NaN', 'undefined'];
	expect(missingValuesIn('Hi undefined, your order NaN of undefined')).toEqual(found);
	expect(missingValuesIn('-Infinity')).toEqual(['Infinity']);
});

test.each([
	...['nullify', 'Annan', 'annulled', 'Nanny', 'undefinedly', 'xNaN', 'NaNo', 'Hernán'],
	'Infinityx',
	...['Null', 'Undefined', 'nan', 'nullo', 'null and void', 'infinity', 'Null Object'],
	...['Invalid Dates', 'an invalid date', '#1 N/A', 'N/A', '#REF', 'Loading', 'Reloading...'],
	...['[object of desire]', '#sale', 'שלום', 'https://example.com/nullable', ''],
])('takes %j for words', (text) => {
	expect(missingValuesIn(text)).toEqual([]);
});
