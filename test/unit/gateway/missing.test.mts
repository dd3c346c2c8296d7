import {
	isMissing,
	isNoKey,
	lacksNumber,
	mayHaveMissing,
	missingValuesIn,
} from '../../../gateway/values/checks';

test.each([
	...['undefined', 'null', 'NULL', 'NaN', '[object Object]', '[object Promise]'],
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

test.each([
	...['nullify', 'Annan', 'annulled', 'Nanny', 'undefinedly', 'xNaN', 'NaNo', 'Hernán'],
	...['Infinityx', 'Infinity Spa', 'The Infinity pool is open'],
	...['Null', 'Undefined', 'nan', 'nullo', 'null and void', 'infinity', 'Null Object'],
	...['Invalid Dates', 'an invalid date', '#1 N/A', 'N/A', '#REF', 'Loading', 'Reloading...'],
	...['[object of desire]', '#sale', 'שלום', 'https://example.com/nullable', ''],
])('takes %j for words', (text) => {
	expect(missingValuesIn(text)).toEqual([]);
});

test.each([
	...['None', 'nan', 'NaT', '<NA>', 'N/A', 'n/a', ' None ', 'None None', 'nan\nnan'],
	...['null', 'undefined', '#N/A', 'NaN', 'Infinity', '-Infinity'],
])('takes %j for missing as the whole value of a place, and for no key', (text) => {
	expect(isMissing(text)).toBe(true);
	expect(isNoKey(text)).toBe(true);
	if (missingValuesIn(text).length === 0) expect(mayHaveMissing(`Hi ${text}!`)).toBe(true);
});

test.each([
	...['Nan', 'none', 'Nathan', 'None of them', 'ללא', 'NA', 'Dana', '', 'nancy', 'An error: x'],
])('takes %j for a value', (text) => {
	expect(isMissing(text)).toBe(false);
});

test.each([
	...['NONE', 'Nan', 'na', 'N/a', 'ללא', 'אין', 'unknown', 'nil', 'N.A.', '(blank)'],
	...['TBD', '"None"'],
	...['Not available', 'true', 'Error', 'חסר', 'לא צוין', 'אין מספר', 'לא רלוונטי', 'لا يوجد'],
	...['order-{id}', 'order-${orderId}', '{שם}'],
])('takes %j for no key', (key) => {
	expect(isNoKey(key)).toBe(true);
});

test.each([
	...['order-1', 'nancy', 'None-1', 'unknown-7', 'ללא-1', '0', '#1042', 'order-1-'],
	...['error: disk full on db-2', '[ERROR: access denied]', 'https://shop.example/o'],
	...['V1StGXR8_Z5j--_', 'dana_l@shop.example', '{6F9619FF-8B86-D011}', 'order-true-blue'],
])('takes %j for a key', (key) => {
	expect([isNoKey(key), lacksNumber(key)]).toEqual([false, false]);
});

test.each(['order-', '-paid', 'order--paid', 'order #', 'order-None', 'order_nan'])(
	'tells that %j lacks a number',
	(key) => {
		expect(lacksNumber(key)).toBe(true);
	},
);
