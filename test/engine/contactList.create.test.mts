import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';
import { withReply } from './harness/withReply.mts';

const fixture = useSandbox();

const create = (values: INodeParameters = {}, options: INodeParameters = {}): INodeParameters => ({
	resource: 'contactList',
	operation: 'create',
	listName: 'Customers',
	phones: '0501111111',
	...values,
	options,
});

const fromItems = (options: INodeParameters = {}) =>
	create(
		{
			listName: '={{ $json.list }}',
			phones: '={{ $json.phone }}',
			contactFields: { df1: '={{ $json.name }}' },
		},
		options,
	);

/** What the account holds: list names with the contacts of each. */
async function lists(): Promise<IDataObject[]> {
	const { items } = await fixture.run({
		resource: 'contactList',
		operation: 'getMany',
		returnAll: true,
	});
	return items.map(({ json }) => json);
}
async function contactsOf(contactList: unknown) {
	const { items } = await fixture.run({
		resource: 'contactList',
		operation: 'get',
		contactList,
	} as INodeParameters);
	return items.map(({ json }) => json);
}

describe.each(ENCODINGS)('Contact List Create in %s', (encoding) => {
	test('one list with its contacts and their fields', async () => {
		const { items, error } = await fixture.run(
			create({
				listName: ' לקוחות & <friends> ',
				phones: '050-111-1111, +972 52-222-2222\n0501111111',
				contactFields: { df1: 'דנה', df2: '', df6: 7 },
			}),
			{ encoding },
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
					message: 'contact list successfully created',
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(await lists()).toEqual([{ id: '21501', name: 'לקוחות & <friends>', count: '2' }]);
		expect(await contactsOf('21501')).toEqual([
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
		const { items, error } = await fixture.run(fromItems(), { encoding, items: input });
		expect(error).toBeUndefined();
		expect(fixture.sandbox.requests({ root: 'newCL' })).toHaveLength(1);
		const common = { rejected: [], message: 'contact list successfully created' };
		const listA = { contactListId: '21501', contactListName: 'A' };
		expect(items.map(({ json }) => json)).toEqual([
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
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3].map((item) => ({ item })),
		);
		expect(await contactsOf('21501')).toEqual([
			{ contactListId: '21501', phone: '0501111111', df1: 'Dana' },
			{ contactListId: '21501', phone: '0502222222', df1: 'Gil' },
		]);
	});

	test('rows that the service refuses come out as rows, the rest is stored', async () => {
		const { items } = await fixture.run(
			create(
				{ phones: '={{ $json.phones }}' },
				// The service takes no numbers abroad in lists.
				{ includesInternational: true },
			),
			{
				encoding,
				items: [{ phones: '0501111111, +1 415 555 0100' }, { phones: ['0502222222'] }],
			},
		);
		expect(items.map(({ json }) => json)).toEqual([
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
				message: 'contact list successfully created',
			},
			{
				contactListId: '21501',
				contactListName: 'Customers',
				stored: 1,
				phones: ['0502222222'],
				rejected: [],
				message: 'contact list successfully created',
			},
		]);
	});

	test('Simplify off gives the reply as it came, for all items together', async () => {
		const input = [
			{ list: 'A', phone: '0501111111' },
			{ list: 'B', phone: '0501111111' },
		];
		const { items } = await fixture.run(fromItems({ simplify: false }), { encoding, items: input });
		expect(items).toHaveLength(1);
		expect(items[0]?.pairedItem).toEqual([{ item: 0 }, { item: 1 }]);
		expect(Number(items[0]?.json.status)).toBe(0);
		expect(items[0]?.json.identifiers).toEqual(
			encoding === 'json' ? ['21501', '21502'] : { identifier: ['21501', '21502'] },
		);
	});

	test('Validate Only makes no list and says so', async () => {
		const { items } = await fixture.run(create({}, { validateOnly: true }), { encoding });
		expect(items[0]?.json).toMatchObject({ valid: true, validatedOnly: true });
		expect(await lists()).toEqual([]);
	});

	test.each([
		[2, 'The contact list, its name or its contacts are missing', /Enter a name and at least one/],
		[9, 'A contact has a phone number that is too short or too long', /Israeli ones have 9 or 10/],
		[511, 'The account is not entitled to this operation', /Ask the service to enable it/],
	])('status %i', async (status, meaning, hint) => {
		const { error } = await fixture.run(create({ contactFields: { df1: `#status:${status}` } }), {
			encoding,
		});
		expect(error?.message).toBe(`${meaning} (status ${status}) [item 0]`);
		expect(error?.description).toMatch(hint);
		expect(error?.context).toMatchObject({ status, outcome: 'rejected', itemIndex: 0 });
	});

	test('an account without the right to lists', async () => {
		const { error } = await fixture.run(create(), {
			encoding,
			account: fixture.sandbox.restricted,
		});
		expect(error?.context).toMatchObject({ status: 511 });
	});
});

test.each([
	[{ listName: '={{ "  " }}' }, "'List Name' is empty; enter a name for the list"],
	[{ listName: '={{ {"a": 1} }}' }, "'List Name' is not plain text"],
	[
		{ phones: '={{ [] }}' },
		"'Phone Numbers' is empty; the service makes no list without a contact, so enter at least one",
	],
	[{ phones: '0501111111, 12' }, '\'Phone Numbers\' is not a phone number ("12")'],
	[{ phones: '+14155550100' }, "'Phone Numbers' is not an Israeli number"],
	[{ contactFields: { df3: '={{ [1] }}' } }, "'Field 3' is not plain text"],
	[{ contactFields: { df1: 'a\u0001' } }, 'The request holds a character that cannot be sent'],
] as Array<[INodeParameters, string]>)('bad input %j is named', async (values, message) => {
	const { error } = await fixture.run(create(values));
	expect(error?.message).toContain(message);
	expect(error?.message).toMatch(/\[item 0\]$/);
	expect(fixture.sandbox.requests()).toHaveLength(0);
});

test('one bad item does not keep the others from being stored', async () => {
	const items = [
		{ list: 'A', phone: '0501111111' },
		{ list: '', phone: '0502222222' },
		{ list: 'A', phone: '0503333333' },
	];
	const { items: output } = await fixture.run(fromItems(), {
		items,
		onError: 'continueRegularOutput',
	});
	expect(output.map(({ json }) => json.stored)).toEqual([1, undefined, 1]);
	expect(output[1]).toMatchObject({
		json: { error: expect.stringContaining("'List Name' is empty") as string },
		pairedItem: { item: 1 },
	});
	expect(await contactsOf('21501')).toHaveLength(2);
});

test('a list stays in one request even when it is larger than others are cut to', async () => {
	const manyPhones = (count: number, from = 0) =>
		Array.from({ length: count }, (_, index) => `050${1_000_000 + from + index}`);
	const items = [
		{ list: 'A', phone: manyPhones(6_000) },
		{ list: 'B', phone: manyPhones(3_000) },
		{ list: 'A', phone: manyPhones(6_000, 6_000) },
		{ list: 'C', phone: manyPhones(3_000) },
	];
	const { items: output, error } = await fixture.run(fromItems(), { items });
	expect(error).toBeUndefined();
	expect(await lists()).toEqual([
		{ id: '21501', name: 'A', count: '12000' },
		{ id: '21502', name: 'B', count: '3000' },
		{ id: '21503', name: 'C', count: '3000' },
	]);
	expect(output.map(({ json }) => json.contactListId)).toEqual([
		'21501',
		'21502',
		'21501',
		'21503',
	]);
	expect(fixture.sandbox.requests({ root: 'newCL' })).toHaveLength(2);
});

describe('replies nobody has documented', () => {
	const items = ['A', 'B', 'A'].map((list, index) => ({ list, phone: `050111111${index}` }));
	const runWith = (reply: object) =>
		withReply(
			() => JSON.stringify({ status: 0, message: 'ok', ...reply }),
			(baseUrl) =>
				fixture.run(fromItems(), { credentials: { ...fixture.credentials(), baseUrl }, items }),
		);

	test('no id comes out with a warning', async () => {
		for (const identifiers of [undefined, '', []]) {
			const { items: output, hints } = await runWith({ identifiers });
			expect(output.map(({ json }) => json)).toEqual(
				items.map(({ list, phone }) => ({
					contactListName: list,
					stored: 1,
					phones: [phone],
					rejected: [],
					message: 'ok',
					warning: expect.stringContaining('without the ID of the new list') as string,
				})),
			);
			expect(hints).toHaveLength(1);
		}
	});

	test('ids that cannot be told apart are kept beside the first item', async () => {
		const { items: output, hints } = await runWith({ identifiers: '71' });
		expect(output.map(({ json }) => json.contactListId)).toEqual([undefined, undefined, undefined]);
		expect(output.map(({ json }) => json.notes)).toEqual([
			['The gateway gave 1 list IDs for 2 lists: 71'],
			undefined,
			undefined,
		]);
		expect(hints).toEqual([]);
	});

	test('an id that is missing among others leaves a gap', async () => {
		const { items: output } = await runWith({ identifiers: ['', '72'] });
		expect(output.map(({ json }) => json.contactListId)).toEqual([undefined, '72', undefined]);
	});

	test('sentences without a number and rows without a reason', async () => {
		const errors = ['List B has room for no more', '972501111112 is odd'];
		const { items: output } = await runWith({ identifiers: ['71', '72'], errors });
		expect(output.map(({ json }) => [json.stored, json.rejected, json.notes])).toEqual([
			[1, [], ['List B has room for no more']],
			[1, [], undefined],
			[0, [{ phone: '0501111112', reason: '972501111112 is odd' }], undefined],
		]);
	});
});
