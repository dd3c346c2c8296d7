import { contactChanges, mostRemovals, removalLimit } from '../../../nodes/planning/contactChanges';
import { readContacts, type ListedContact } from '../../../gateway/contacts';

const contact = (phone: string, fields: ListedContact['fields'] = {}): ListedContact => ({
	phone,
	fields,
});

const NONE = { added: [], changed: [], removed: [], unchanged: 0, repeated: [] };
const DANA = contact('0501111111', { df1: 'Dana', df2: 'shoes' });

test.each<[string, ListedContact[], ListedContact[], object]>([
	['nothing', [], [], {}],
	['the same number, written otherwise', [DANA], [contact('+972501111111')], { unchanged: 1 }],
	['the same field', [DANA], [contact('501111111', { df1: ' Dana ' })], { unchanged: 1 }],
	['no field that was there', [contact('1')], [contact('1', { df1: ' ' })], { unchanged: 1 }],
	[
		'who is new',
		[],
		[contact('1', { df1: 'x', df2: ' ' })],
		{ added: [contact('1', { df1: 'x' })] },
	],
	['who is gone', [DANA, contact('2')], [contact('2')], { unchanged: 1, removed: [DANA] }],
	[
		'another field',
		[DANA],
		[contact('972501111111', { df1: 'Daniela', df3: 'new' })],
		{
			changed: [
				{
					phone: DANA.phone,
					before: DANA.fields,
					after: { df1: 'Daniela', df2: 'shoes', df3: 'new' },
				},
			],
		},
	],
	[
		'a field that is cleared',
		[DANA],
		[contact(DANA.phone, { df2: '' })],
		{ changed: [{ phone: DANA.phone, before: DANA.fields, after: { df1: 'Dana' } }] },
	],
	[
		'a number that comes twice',
		[DANA],
		[contact('501111111', { df1: 'Dana' }), contact('0501111111', { df1: 'Dan' })],
		{ unchanged: 1, repeated: ['0501111111'] },
	],
	[
		'a new number that comes twice',
		[],
		[contact('1', { df1: 'a' }), contact('1', { df1: 'b' })],
		{ added: [contact('1', { df1: 'a' })], repeated: ['1'] },
	],
])('%s', (_, listed, wanted, expected) => {
	expect(contactChanges(listed, wanted)).toEqual({ ...NONE, ...expected });
});

test.each<[unknown, number, number]>([
	['25%', 10_000, 2500],
	['25%', 5, 1],
	['25%', 1, 1],
	['0.5 %', 1000, 5],
	['0%', 100, 0],
	['100%', 7, 7],
	[' 500 ', 100, 500],
	[0, 100, 0],
])('%j of %i contacts are %i', (limit, contacts, most) => {
	expect(mostRemovals(removalLimit(limit), contacts)).toBe(most);
});

test.each([
	'',
	'-1',
	'1.5',
	'101%',
	'100.1%',
	'%',
	'5%%',
	'x5',
	'5x',
	'NaN',
	'1234567890',
	'1.23456%',
])('%j is no limit', (limit) => {
	expect(() => removalLimit(limit)).toThrow(
		`is "${limit}"; enter a share of the list, e.g. 25%, or a number of contacts`,
	);
});

const reply = (...destinations: Array<Record<string, string>>) => ({
	status: '0',
	contact_list: { id: '7', name: 'A', count: '9', destinations },
});

test.each<[string, Array<Record<string, string>>, ListedContact[]]>([
	['an empty list', [], []],
	[
		'as documented',
		[{ phone: '0501111111', df1: 'Dana', df6: ' x ', df7: 'no' }],
		[contact('0501111111', { df1: 'Dana', df6: 'x' })],
	],
	['without the 0', [{ phone: '501111111' }], [contact('0501111111')]],
	['with 972', [{ phone: '972501111111' }], [contact('0501111111')]],
	['a foreign one', [{ phone: '14155550100' }], [contact('14155550100')]],
	[
		'a number that is there twice',
		[
			{ phone: '0501111111', df1: 'a' },
			{ phone: '501111111', df1: 'b' },
		],
		[contact('0501111111', { df1: 'a' })],
	],
	[
		'likely names',
		[{ MSISDN: '501111111', 'Field-2': 'b', dynamicField3: 'c', dynamic4: 'd' }],
		[contact('0501111111', { df2: 'b', df3: 'c', df4: 'd' })],
	],
	['beside something else', [{ phone: '0501111111' }, { page: 'x' }], [contact('0501111111')]],
])('a list is read: %s', (_, destinations, expected) => {
	expect(readContacts(reply(...destinations), '7')).toEqual(expected);
});

test.each<[string, Array<Record<string, string>>, string]>([
	[
		'names nobody knows',
		[{ a: '0501111111', b: 'x' }],
		'list 7 cannot be compared with the input, because the service shows it without phone numbers (its records have a, b)',
	],
	[
		'hidden digits',
		[{ phone: '050****111' }],
		'list 7 cannot be compared with the input, because the service shows it with hidden digits',
	],
])('a list that cannot be compared: %s', (_, destinations, message) => {
	expect(() => readContacts(reply(...destinations), '7')).toThrow(message);
});
