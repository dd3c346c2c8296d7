import type { INodeParameters } from 'n8n-workflow';

import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';
import { withReply } from './harness/withReply.mts';

const fixture = useSandbox();

const onList = (operation: string, values: INodeParameters = {}, options: INodeParameters = {}) =>
	({ resource: 'contactList', operation, ...values, options }) as INodeParameters;
const get = (contactList = '21501', options?: INodeParameters) =>
	onList('get', { contactList }, options);
const getMany = (values: INodeParameters = { returnAll: true }, options?: INodeParameters) =>
	onList('getMany', values, options);
const remove = (contactList = '21501', options?: INodeParameters) =>
	onList('delete', { contactList }, options);

/** Makes the lists 21501, 21502, … of these names, each with two contacts. */
async function given(...names: string[]) {
	const { error } = await fixture.run(
		onList('create', {
			listName: '={{ $json.name }}',
			phones: '0501111111, 0502222222',
			contactFields: { df1: '={{ $json.name }}' },
		}),
		{ items: names.map((name) => ({ name })) },
	);
	expect(error).toBeUndefined();
}
const ids = async () => (await fixture.run(getMany())).items.map(({ json }) => json.id);

const OF_ONE_LIST = [
	[2, 'The contact list is missing', /Choose a contact list/],
	[9, 'At least one phone number is too short or too long', /Check the numbers/],
	[511, 'The account is not entitled to this operation', /Ask the service/],
	[988, 'The contact list does not exist', /Contact List, Get Many/],
] as const;

describe.each(ENCODINGS)('Contact List Get in %s', (encoding) => {
	test('one item for every contact, with the names the service gives', async () => {
		await given('Dana', 'Dan');
		const { items, error } = await fixture.run(get('21502'), { encoding });
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: { contactListId: '21502', phone: '0501111111', df1: 'Dan' },
				pairedItem: { item: 0 },
			},
			{
				json: { contactListId: '21502', phone: '0502222222', df1: 'Dan' },
				pairedItem: { item: 0 },
			},
		]);
	});

	test('a list of one contact', async () => {
		await fixture.run(onList('create', { listName: 'One', phones: '0501111111' }));
		const { items } = await fixture.run(get(), { encoding });
		expect(items.map(({ json }) => json)).toEqual([
			{ contactListId: '21501', phone: '0501111111' },
		]);
	});

	test('a list without contacts comes out as itself', async () => {
		await given('A');
		const phones = '0501111111, 0502222222';
		await fixture.run(onList('removeContacts', { contactList: '21501', phones }));
		const { items } = await fixture.run(get(), { encoding });
		expect(items).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({ contactListId: '21501', name: 'A', count: '0' });
	});

	test('several lists, one of which does not exist', async () => {
		await given('A', 'B');
		const { items } = await fixture.run(get('={{ $json.id }}'), {
			encoding,
			items: [{ id: 21501 }, { id: 999 }, { id: '21502' }],
			onError: 'continueRegularOutput',
		});
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 0, 1, 2, 2].map((item) => ({ item })),
		);
		expect(items[2]?.json).toMatchObject({
			error: 'The contact list does not exist (status 988) [item 1]',
			details: { status: 988, outcome: 'rejected' },
		});
	});

	test('Simplify off gives the reply as it came', async () => {
		await given('A');
		const { items } = await fixture.run(get('21501', { simplify: false }), { encoding });
		expect(items).toHaveLength(1);
		expect(items[0]?.json.contact_list).toMatchObject({ id: '21501', name: 'A', count: '2' });
	});

	test.each(OF_ONE_LIST)('status %i', async (status, meaning, hint) => {
		const { error } = await fixture.run(get(`1#status:${status}`), { encoding });
		expect(error?.message).toBe(`${meaning} (status ${status}) [item 0]`);
		expect(error?.description).toMatch(hint);
	});
});

describe.each(ENCODINGS)('Contact List Get Many in %s', (encoding) => {
	test('one item for every list, with the names the service gives', async () => {
		await given('A', 'רשימה & more');
		const { items, error } = await fixture.run(getMany(), { encoding });
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{ json: { id: '21501', name: 'A', count: '2' }, pairedItem: { item: 0 } },
			{ json: { id: '21502', name: 'רשימה & more', count: '2' }, pairedItem: { item: 0 } },
		]);
	});

	test('up to a limit', async () => {
		await given(...Array.from({ length: 60 }, (_, index) => `List ${index}`));
		expect((await fixture.run(getMany({}), { encoding })).items).toHaveLength(50);
		const limited = await fixture.run(getMany({ returnAll: false, limit: 2 }), { encoding });
		expect(limited.items.map(({ json }) => json.id)).toEqual(['21501', '21502']);
		expect((await fixture.run(getMany(), { encoding })).items).toHaveLength(60);
	});

	test('an account without lists', async () => {
		const { items, error } = await fixture.run(getMany(), { encoding });
		expect(error).toBeUndefined();
		expect(items).toEqual([]);
	});

	test('Simplify off gives the reply as it came', async () => {
		await given('A', 'B');
		const { items } = await fixture.run(getMany({ limit: 1 }, { simplify: false }), { encoding });
		expect(items).toHaveLength(1);
		const { contact_lists } = items[0]?.json ?? {};
		expect(encoding === 'json' ? contact_lists : (contact_lists as never)['contact_list']).toEqual([
			{ id: '21501', name: 'A', count: '2' },
			{ id: '21502', name: 'B', count: '2' },
		]);
	});

	test('status 511', async () => {
		const { error } = await fixture.run(getMany(), {
			encoding,
			account: fixture.sandbox.restricted,
		});
		expect(error?.context).toMatchObject({ status: 511, itemIndex: 0 });
	});
});

describe.each(ENCODINGS)('Contact List Delete in %s', (encoding) => {
	test('a list is gone', async () => {
		await given('A', 'B');
		const { items, error } = await fixture.run(remove(), { encoding });
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: {
					contactListId: '21501',
					deleted: true,
					message: 'contact list successfully removed',
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(await ids()).toEqual(['21502']);
	});

	test('several in one request; one that does not exist says so', async () => {
		await given('A', 'B', 'C');
		const { items, error } = await fixture.run(remove('={{ $json.id }}'), {
			encoding,
			items: ['21501', '999', '21503', '21501'].map((id) => ({ id })),
		});
		expect(error).toBeUndefined();
		const message = 'contact list successfully removed';
		expect(items.map(({ json }) => json)).toEqual([
			{ contactListId: '21501', deleted: true, message },
			{
				contactListId: '999',
				deleted: false,
				reason: 'contact list 999 does not exist',
				message,
			},
			{ contactListId: '21503', deleted: true, message },
			{ contactListId: '21501', deleted: true, message },
		]);
		expect(fixture.sandbox.requests({ root: 'removeCL' })).toHaveLength(1);
		expect(await ids()).toEqual(['21502']);
	});

	test('Simplify off gives the reply as it came', async () => {
		await given('A');
		const { items } = await fixture.run(remove('21501', { simplify: false }), { encoding });
		expect(items[0]?.json).not.toHaveProperty('deleted');
		expect(Number(items[0]?.json.status)).toBe(0);
	});

	test('Validate Only deletes nothing', async () => {
		await given('A');
		const { items } = await fixture.run(remove('21501', { validateOnly: true }), { encoding });
		expect(items[0]?.json).toMatchObject({ valid: true, validatedOnly: true });
		expect(await ids()).toEqual(['21501']);
	});

	test.each(OF_ONE_LIST)('status %i', async (status, meaning, hint) => {
		const { error } = await fixture.run(remove(`1#status:${status}`), { encoding });
		expect(error?.message).toBe(`${meaning} (status ${status}) [item 0]`);
		expect(error?.description).toMatch(hint);
	});
});

test.each([
	['Get', get],
	['Delete', remove],
])('%s without a list is named before anything is sent', async (_, operation) => {
	const { error } = await fixture.run(operation('={{ "" }}'));
	expect(error?.message).toBe(
		"'Contact List' is empty; choose a contact list or enter its ID [item 0]",
	);
	expect(fixture.sandbox.requests()).toHaveLength(0);
});

test.each([0, -1, 1.5])('a limit of %d is named before anything is asked', async (limit) => {
	const { error } = await fixture.run(getMany({ returnAll: false, limit }));
	expect(error?.message).toContain("'Limit' is");
	expect(fixture.sandbox.requests()).toHaveLength(0);
});

test('one item without a list does not keep the others from being deleted', async () => {
	await given('A');
	const { items } = await fixture.run(remove('={{ $json.id }}'), {
		items: [{ id: '' }, { id: '21501' }],
		onError: 'continueRegularOutput',
	});
	expect(items[0]?.json.error).toContain("'Contact List' is empty");
	expect(items[1]?.json).toMatchObject({ deleted: true });
	expect(await ids()).toEqual([]);
});

test.each<[string, object, object[]]>([
	[
		'lists of other names',
		{ data: { cls: [{ cl_id: 7, cl_name: 'A' }] } },
		[{ cl_id: '7', cl_name: 'A' }],
	],
	['a single list', { cl: { id: 7, name: 'A' } }, [{ id: '7', name: 'A' }]],
	['bare ids, handed on as they are', { lists: ['7', '8'] }, [{ lists: ['7', '8'] }]],
	['nothing', {}, []],
])('Get Many finds %s', async (_, fields, expected) => {
	const { items, error } = await withReply(
		() => JSON.stringify({ status: 0, message: '', ...fields }),
		(baseUrl) => fixture.run(getMany(), { credentials: { ...fixture.credentials(), baseUrl } }),
	);
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json)).toEqual(expected);
});
