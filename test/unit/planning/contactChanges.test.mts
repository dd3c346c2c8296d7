import {
	contactChanges,
	fieldsToLose,
	missingValues,
	withLeftOff,
} from '../../../nodes/planning/contactChanges';
import { readContacts, type ListedContact } from '../../../gateway/contacts';

const contact = (phone: string, fields: ListedContact['fields'] = {}): ListedContact => ({
	phone,
	fields,
});

test.each(
	`number phonenumber msisdn mobile destination dest contact recipient subscriber value`.split(' '),
)('finds the number of a listed contact by the name %s', (name) => {
	const destinations = [{ [name]: '0501111111', field3: 'shoes' }];
	const tree = { contact_list: { id: '21501', destinations } } as never;
	expect(readContacts(tree, '21501')).toMatchObject([
		{ phone: '0501111111', fields: { df3: 'shoes' } },
	]);
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
])('compares a list with rows: %s', (_, listed, wanted, expected) => {
	expect(contactChanges(listed, wanted)).toEqual({ ...NONE, ...expected });
});

test('adds a contact that was left off its list again with its old fields, only if it is wanted', () => {
	const listed = withLeftOff(
		[DANA],
		[contact('501111111', { df1: 'Old' }), contact('2', { df2: 'x' })],
	);
	expect(contactChanges(listed, [DANA])).toEqual({ ...NONE, unchanged: 1 });
	expect(contactChanges(listed, [DANA, contact('2')])).toEqual({
		...NONE,
		unchanged: 1,
		changed: [{ phone: '2', before: { df2: 'x' }, after: { df2: 'x' }, isOff: true }],
	});
});

test('only fields of contacts that change are lost', () => {
	const listed = [
		{ ...DANA, unknown: ['born', 'city'] },
		{ ...contact('2', { df1: 'Dan' }), unknown: ['born', 'car'] },
	];
	const lost = (...wanted: ListedContact[]) => fieldsToLose(listed, contactChanges(listed, wanted));
	expect(lost(contact(DANA.phone), contact('2', { df1: 'Don' }))).toEqual(['born', 'car']);
	expect(lost(contact(DANA.phone))).toEqual([]);
});

test('notices a missing value where there is one', () => {
	const wanted = [
		{ ...contact('972501111111'), missing: ['df2', 'df1', 'df3'] },
		{ ...contact('2'), missing: ['df1'] },
	];
	expect(missingValues([DANA], wanted)).toEqual({ fields: ['df1', 'df2'], contacts: 1 });
});

const reply = (...destinations: Array<Record<string, string>>) => ({
	status: '0',
	contact_list: { id: '7', name: 'A', count: '9', destinations },
});

test.each<[string, Array<Record<string, string>>, ListedContact[]]>([
	['an empty list', [], []],
	[
		'as documented',
		[{ phone: '0501111111', df1: 'Dana', df6: ' x ' }],
		[contact('0501111111', { df1: 'Dana', df6: 'x' })],
	],
	[
		'with a field that it does not know, and others of the service',
		[{ phone: '0501111111', df1: 'Dana', df7: 'x', id: '5', seen: '01/02/26 10:00' }],
		[{ ...contact('0501111111', { df1: 'Dana' }), unknown: ['df7'] }],
	],
	['without the 0', [{ phone: '501111111' }], [contact('0501111111')]],
	['with 972', [{ phone: '972501111111' }], [contact('0501111111')]],
	['a foreign one', [{ phone: '14155550100' }], [contact('14155550100')]],
	['a short foreign one', [{ phone: '376312345' }], [contact('376312345')]],
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
])('reads a list: %s', (_, destinations, expected) => {
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
])('refuses a list that cannot be compared: %s', (_, destinations, message) => {
	expect(() => readContacts(reply(...destinations), '7')).toThrow(message);
});

test('takes 200,000 contacts off a list', () => {
	const listed = Array.from({ length: 200_000 }, (_, n) => contact(`05${10_000_000 + n}`));
	expect(contactChanges(listed, []).removed).toHaveLength(200_000);
});
