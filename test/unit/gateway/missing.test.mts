import {
	isMissing,
	isNoKey,
	lacksNumber,
	mayHaveMissing,
	missingValuesIn,
} from '../../../gateway/values/checks';

test.each([
	...['undefined', 'null', 'NULL', 'NaN', '[object Promise]', 'Loading...', 'Loading…'],
	...['Invalid DateTime', 'Invalid date', 'Invalid Duration', 'Invalid Interval', '#N/A', '#REF!'],
	...['#VALUE!', '#ERROR!', '#NAME?', '#DIV/0!', '#NUM!', '#NULL!', '#SPILL!'],
])('finds %j wherever it stands', (one) => {
	for (const text of [
		...[one, `Hi ${one}`, `Hi ${one}, see you`, `(${one})`, `שלום ל${one}`, `שלום ${one}!`],
		...[`https://example.com/?order=${one}`, `https://example.com/${one}/pay`],
		...[`https://example.com/?text=Hi%20${one}`, `order-${one}`, `order_${one}`, `"${one}"`],
	]) {
		expect(missingValuesIn(text)).toEqual([one]);
	}
});

test.each([
	...['nullify', 'annulled', 'undefinedly', 'xNaN', 'NaNo', 'Hernán', 'The Infinity pool is open'],
	...['Null', 'nan', 'null and void', 'Invalid Dates', 'an invalid date', '#1 N/A', '#REF'],
	...['Loading', 'Reloading...', '[object of desire]', 'https://example.com/nullable', ''],
])('takes %j for words', (text) => {
	expect(missingValuesIn(text)).toEqual([]);
});

test.each([...[' None ', 'nan', 'NaT', '<NA>', 'n/a', 'nan\nnan', 'null', '#N/A', '-Infinity']])(
	'takes %j for missing as the whole value of a place, and for no key',
	(text) => {
		expect(isMissing(text)).toBe(true);
		expect(isNoKey(text)).toBe(true);
		if (missingValuesIn(text).length === 0) expect(mayHaveMissing(`Hi ${text}!`)).toBe(true);
	},
);

test.each(['none', 'None of them', 'ללא', 'NA', '', 'An error: x'])(
	'takes %j for a value',
	(text) => expect(isMissing(text)).toBe(false),
);

test.each([
	...['NONE', 'na', 'אין', 'unknown', 'N.A.', '(blank)', 'TBD', '"None"', 'Not  available', 'true'],
	...['Error', 'לא צוין', 'אין מספר', 'لا يوجد', 'order-${orderId}', '{שם}'],
])('takes %j for no key', (key) => {
	expect(isNoKey(key)).toBe(true);
});

test.each([
	...['nancy', 'None-1', '0', '#1042', 'order-1-', '[ERROR: access denied]', 'order-true-blue'],
	...['https://shop.example/o', 'V1StGXR8_Z5j--_', '{6F9619FF-8B86-D011}'],
])('takes %j for a key', (key) => {
	expect([isNoKey(key), lacksNumber(key)]).toEqual([false, false]);
});

test.each(['order-', '-paid', 'order--paid', 'order #', 'order_nan'])('%j lacks a number', (key) =>
	expect(lacksNumber(key)).toBe(true),
);
