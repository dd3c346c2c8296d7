import { contactListsOf, createList, createListsFromItems } from './harness/contactLists.mts';
import { pairs } from './harness/pairs.mts';
import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const { lists, contactsOf } = contactListsOf(fixture);

describe('Contact List Create', () => {
	test('one list with its contacts and their fields', async () => {
		const { items, error } = await fixture.run(
			createList({
				listName: ' לקוחות & <friends> ',
				phones: '050-111-1111, +972 52-222-2222\n0501111111',
				contactFields: { df1: 'דנה', df2: '', df6: 7 },
			}),
		);
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: {
					contactListId: '21501',
					contactListName: 'לקוחות & <friends>',
					stored: 2,
					phones: ['0501111111', '0522222222'],
					rejected: [],
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(await lists()).toStrictEqual([{ id: '21501', name: 'לקוחות & <friends>', count: '2' }]);
		expect(await contactsOf('21501')).toStrictEqual([
			{ contactListId: '21501', phone: '0501111111', df1: 'דנה', df6: '7' },
			{ contactListId: '21501', phone: '0522222222', df1: 'דנה', df6: '7' },
		]);
	});

	test('all items in one request, one list for every name', async () => {
		const input = [
			{ list: 'A', phone: '0501111111', name: 'Dana' },
			{ list: 'B', phone: '0501111111', name: 'Dan' },
			{ list: 'A', phone: '0502222222', name: 'Gil' },
			{ list: 'A', phone: '0501111111', name: 'Dana again' },
		];
		const { items, error } = await fixture.run(createListsFromItems(), { items: input });
		expect(error).toBeUndefined();
		expect(fixture.sandbox.requests({ root: 'newCL' })).toHaveLength(1);
		const common = { rejected: [] };
		const listA = { contactListId: '21501', contactListName: 'A' };
		expect(items.map(({ json }) => json)).toStrictEqual([
			{ ...listA, stored: 1, phones: ['0501111111'], ...common },
			{
				contactListId: '21502',
				contactListName: 'B',
				stored: 1,
				phones: ['0501111111'],
				...common,
			},
			{ ...listA, stored: 1, phones: ['0502222222'], ...common },
			{
				...listA,
				stored: 0,
				phones: [],
				...common,
				rejected: [
					{
						phone: '0501111111',
						reason: 'This number is in the input more than once; its first contact was used',
					},
				],
			},
		]);
		expect(items.map(({ pairedItem }) => pairedItem)).toStrictEqual(pairs(4));
		expect(await contactsOf('21501')).toStrictEqual([
			{ contactListId: '21501', phone: '0501111111', df1: 'Dana' },
			{ contactListId: '21501', phone: '0502222222', df1: 'Gil' },
		]);
	});

	test('rows that the service refuses come out as rows, the rest is stored', async () => {
		const { items } = await fixture.run(
			createList(
				{ phones: '={{ $json.phones }}' },
				// The service accepts no foreign numbers in lists.
				{ includesInternational: true },
			),
			{
				items: [{ phones: '0501111111, +1 415 555 0100' }, { phones: ['0502222222'] }],
			},
		);
		expect(items.map(({ json }) => json)).toStrictEqual([
			{
				contactListId: '21501',
				contactListName: 'Customers',
				stored: 1,
				phones: ['0501111111'],
				rejected: [
					{
						phone: '14155550100',
						reason: '14155550100 is not a valid phone number and therefore not added',
					},
				],
			},
			{
				contactListId: '21501',
				contactListName: 'Customers',
				stored: 1,
				phones: ['0502222222'],
				rejected: [],
			},
		]);
	});

	test.each(ENCODINGS)(
		'Simplify off gives the reply as it came, for all items together, in %s',
		async (encoding) => {
			const input = [
				{ list: 'A', phone: '0501111111' },
				{ list: 'B', phone: '0501111111' },
			];
			const { items } = await fixture.run(createListsFromItems({ simplify: false }), {
				encoding,
				items: input,
			});
			expect(items).toHaveLength(1);
			expect(items[0]?.pairedItem).toEqual([{ item: 0 }, { item: 1 }]);
			expect(Number(items[0]?.json.status)).toBe(0);
			expect(items[0]?.json.identifiers).toEqual(
				encoding === 'json' ? ['21501', '21502'] : { identifier: ['21501', '21502'] },
			);
		},
	);
});
