import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';
import { withReply } from './harness/withReply.mts';

const fixture = useSandbox();

const onList = (operation: string, values: INodeParameters, options: INodeParameters = {}) =>
	({ resource: 'contactList', operation, ...values, options }) as INodeParameters;

const add = (values: INodeParameters = {}, options?: INodeParameters) =>
	onList('addContacts', { contactList: '21501', phones: '0502222222', ...values }, options);
const remove = (values: INodeParameters = {}, options?: INodeParameters) =>
	onList('removeContacts', { contactList: '21501', phones: '0501111111', ...values }, options);

/** Makes the lists 21501, 21502, … with these numbers each. */
async function given(...phones: string[]) {
	for (const listed of phones) {
		const { error } = await fixture.run(onList('create', { listName: 'List', phones: listed }));
		expect(error).toBeUndefined();
	}
}
async function contactsOf(contactList: string): Promise<IDataObject[]> {
	const { items } = await fixture.run(onList('get', { contactList }));
	return items.map(({ json }) => ({ ...json, contactListId: undefined }));
}
const phonesOf = async (contactList: string) =>
	(await contactsOf(contactList)).map(({ phone }) => phone);

const byItem = { contactList: '={{ $json.list }}', phones: '={{ $json.phone }}' };

describe.each(ENCODINGS)('Contact List Add Contacts in %s', (encoding) => {
	test('new contacts with their fields', async () => {
		await given('0501111111');
		const { items, error } = await fixture.run(
			add({
				contactList: { __rl: true, mode: 'list', value: '21501', cachedResultName: 'List' },
				phones: '050-222-2222, 972503333333',
				contactFields: { df1: 'Dana <3', df2: '', df6: 'six' },
			}),
			{ encoding },
		);
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: {
					contactListId: '21501',
					added: 2,
					phones: ['0502222222', '0503333333'],
					rejected: [],
					message: 'The phone numbers have been added successfully',
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(await contactsOf('21501')).toEqual([
			{ phone: '0501111111' },
			{ phone: '0502222222', df1: 'Dana <3', df6: 'six' },
			{ phone: '0503333333', df1: 'Dana <3', df6: 'six' },
		]);
	});

	test('all items in one request; each learns what became of its own rows', async () => {
		await given('0501111111', '0509999999');
		const { items, error } = await fixture.run(add(byItem), {
			encoding,
			items: [
				{ list: '21501', phone: '501111111, 0502222222' },
				{ list: '21502', phone: '0503333333' },
				{ list: '21501', phone: '0504444444' },
				{ list: '21501', phone: '0502222222' },
			],
		});
		expect(error).toBeUndefined();
		const message = 'The phone numbers have been added successfully';
		expect(items.map(({ json }) => json)).toEqual([
			{
				contactListId: '21501',
				added: 1,
				phones: ['0502222222'],
				rejected: [
					{
						phone: '0501111111',
						reason: '0501111111 is already on the contact list and therefore not added',
					},
				],
				message,
			},
			{ contactListId: '21502', added: 1, phones: ['0503333333'], rejected: [], message },
			{ contactListId: '21501', added: 1, phones: ['0504444444'], rejected: [], message },
			{
				contactListId: '21501',
				added: 0,
				phones: [],
				rejected: [
					{
						phone: '0502222222',
						reason: 'This number is in the input more than once; its first contact was used',
					},
				],
				message,
			},
		]);
		expect(fixture.sandbox.requests({ root: 'addNumCL' })).toHaveLength(1);
		expect(await phonesOf('21501')).toEqual(['0501111111', '0502222222', '0504444444']);
		expect(await phonesOf('21502')).toEqual(['0509999999', '0503333333']);
	});

	test('a list that does not exist, alone and among others', async () => {
		await given('0501111111');
		const alone = await fixture.run(add({ contactList: '999' }), { encoding });
		expect(alone.error?.message).toBe('The contact list does not exist (status 988) [item 0]');
		expect(alone.error?.description).toContain('Contact List, Get Many');
		const { items } = await fixture.run(add(byItem), {
			encoding,
			items: [
				{ list: '999', phone: '0502222222' },
				{ list: '21501', phone: '0502222222' },
			],
		});
		expect(items.map(({ json: { added, rejected } }) => ({ added, rejected }))).toEqual([
			{
				added: 0,
				rejected: [{ phone: '0502222222', reason: 'contact list 999 does not exist' }],
			},
			{ added: 1, rejected: [] },
		]);
	});

	test('Simplify off gives the reply as it came', async () => {
		await given('0501111111');
		const { items } = await fixture.run(add({ phones: '0501111111' }, { simplify: false }), {
			encoding,
		});
		const sentence = '0501111111 is already on the contact list and therefore not added';
		expect(items[0]?.json.errors).toEqual(encoding === 'json' ? [sentence] : { error: sentence });
	});

	test('Validate Only adds nothing and says so', async () => {
		await given('0501111111');
		const { items } = await fixture.run(add({}, { validateOnly: true }), { encoding });
		expect(items[0]?.json).toMatchObject({ valid: true, validatedOnly: true });
		expect(await phonesOf('21501')).toEqual(['0501111111']);
	});

	test.each([
		[2, 'The contact list or its contacts are missing', /Choose a contact list/],
		[9, 'A contact has a phone number that is too short or too long', /Check the numbers/],
		[511, 'The account is not entitled to this operation', /Ask the service/],
		[988, 'The contact list does not exist', /Check the contact list ID/],
	])('status %i', async (status, meaning, hint) => {
		for (const [parameters, options] of [
			[add({ contactFields: { df1: `#status:${status}` } }), { encoding }],
			[remove({ contactList: `1#status:${status}` }), { encoding }],
		] as const) {
			const { error } = await fixture.run(parameters, options);
			expect(error?.message).toBe(`${meaning} (status ${status}) [item 0]`);
			expect(error?.description).toMatch(hint);
			expect(error?.context).toMatchObject({ status, outcome: 'rejected' });
		}
	});
});

describe.each(ENCODINGS)('Contact List Remove Contacts in %s', (encoding) => {
	test('contacts leave their list', async () => {
		await given('0501111111, 0502222222');
		const { items, error } = await fixture.run(remove({ phones: '+972501111111' }), { encoding });
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: {
					contactListId: '21501',
					removed: 1,
					phones: ['0501111111'],
					rejected: [],
					message: 'The phone numbers have been removed successfully',
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(await phonesOf('21501')).toEqual(['0502222222']);
	});

	test('all items in one request; a number that is not listed comes out as a row', async () => {
		await given('0501111111, 0502222222', '0503333333, 0504444444');
		const { items } = await fixture.run(remove(byItem), {
			encoding,
			items: [
				{ list: '21502', phone: '0503333333' },
				{ list: '21501', phone: '0501111111, 0505555555' },
				{ list: '21501', phone: '0501111111' },
			],
		});
		const message = 'The phone numbers have been removed successfully';
		expect(items.map(({ json }) => json)).toEqual([
			{ contactListId: '21502', removed: 1, phones: ['0503333333'], rejected: [], message },
			{
				contactListId: '21501',
				removed: 1,
				phones: ['0501111111'],
				rejected: [
					{
						phone: '0505555555',
						reason: '0505555555 is not on the contact list and therefore not removed',
					},
				],
				message,
			},
			// The same number again is gone just as well.
			{ contactListId: '21501', removed: 1, phones: ['0501111111'], rejected: [], message },
		]);
		expect(fixture.sandbox.requests({ root: 'rmNumCL' })).toHaveLength(1);
		expect(await phonesOf('21501')).toEqual(['0502222222']);
		expect(await phonesOf('21502')).toEqual(['0504444444']);
	});

	test('Simplify off gives the reply as it came', async () => {
		await given('0501111111, 0502222222');
		const { items } = await fixture.run(remove({}, { simplify: false }), { encoding });
		expect(Number(items[0]?.json.status)).toBe(0);
		expect(items[0]?.json).not.toHaveProperty('removed');
	});

	test('Validate Only removes nothing', async () => {
		await given('0501111111');
		const { items } = await fixture.run(remove({}, { validateOnly: true }), { encoding });
		expect(items[0]?.json).toMatchObject({ valid: true, validatedOnly: true });
		expect(await phonesOf('21501')).toEqual(['0501111111']);
	});
});

describe.each([
	['Add Contacts', add],
	['Remove Contacts', remove],
])('%s', (_, operation) => {
	test.each([
		[{ contactList: '={{ "" }}' }, "'Contact List' is empty; choose a contact list"],
		[{ contactList: '={{ {"a": 1} }}' }, "'Contact List' is not plain text"],
		[{ phones: '={{ "" }}' }, "'Phone Numbers' is empty; enter at least one phone number"],
		[{ phones: '0501111111, x' }, '\'Phone Numbers\' is not a phone number ("x")'],
		[{ phones: '+14155550100' }, "'Phone Numbers' is not an Israeli number"],
	] as Array<[INodeParameters, string]>)('bad input %j is named', async (values, message) => {
		const { error } = await fixture.run(operation(values));
		expect(error?.message).toContain(message);
		expect(error?.message).toMatch(/\[item 0\]$/);
		expect(fixture.sandbox.requests()).toHaveLength(0);
	});

	test('one bad item does not take the others down', async () => {
		await given('0501111111, 0502222222, 0503333333');
		const { items } = await fixture.run(operation({ phones: '={{ $json.phone }}' }), {
			items: [{ phone: '0504444444' }, { phone: 'x' }, { phone: '0505555555' }],
			onError: 'continueRegularOutput',
		});
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
		expect(items[1]?.json.error).toContain('\'Phone Numbers\' is not a phone number ("x")');
		expect(items[2]?.json).toHaveProperty('rejected');
	});

	test('more contacts than one request takes', async () => {
		await given('0509999999');
		const items = Array.from({ length: 3 }, (_item, index) => ({
			phone: Array.from({ length: 4_000 }, (_row, row) => `05${index}${1_000_000 + row}`),
		}));
		const { items: output, error } = await fixture.run(
			operation({ phones: '={{ $json.phone }}' }),
			{ items },
		);
		expect(error).toBeUndefined();
		expect(output).toHaveLength(3);
		expect(fixture.sandbox.requests().filter(({ root }) => /NumCL/.test(root ?? ''))).toHaveLength(
			2,
		);
	});
});

test('all six fields arrive', async () => {
	await given('0501111111');
	const contactFields = Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`df${n}`, `value ${n}`]));
	await fixture.run(add({ contactFields }));
	expect((await contactsOf('21501'))[1]).toEqual({ phone: '0502222222', ...contactFields });
});

test('what the service says without naming a row comes with the first item', async () => {
	const errors = ['Two rows were skipped', '0502222222 is odd'];
	const { items } = await withReply(
		() => JSON.stringify({ status: 0, message: 'ok', errors }),
		(baseUrl) =>
			fixture.run(add(byItem), {
				credentials: { ...fixture.credentials(), baseUrl },
				items: [
					{ list: '1', phone: '0501111111' },
					{ list: '2', phone: '0502222222' },
				],
			}),
	);
	expect(items.map(({ json }) => json)).toEqual([
		{
			contactListId: '1',
			added: 1,
			phones: ['0501111111'],
			rejected: [],
			notes: ['Two rows were skipped'],
			message: 'ok',
		},
		{
			contactListId: '2',
			added: 0,
			phones: [],
			rejected: [{ phone: '0502222222', reason: '0502222222 is odd' }],
			message: 'ok',
		},
	]);
});
