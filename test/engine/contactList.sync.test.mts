import type { IDataObject } from 'n8n-workflow';

import { addContacts, contactListsOf, syncList } from './harness/contactLists.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const { givenContacts, contactsOf, phonesOf } = contactListsOf(fixture);

const roots = () => fixture.sandbox.requests().map(({ root }) => root);
const writes = () => roots().filter((root) => root === 'addNumCL' || root === 'rmNumCL');

/** Dana, Dan, Noa and Avi, with what each has bought in the second field. */
const PEOPLE = [
	['0501111111', 'Dana', 'shoes'],
	['0502222222', 'Dan', 'hat'],
	['0503333333', 'Noa', ''],
	['0504444444', 'Avi', ''],
] as const;

/** Makes the list 21501 of them. */
async function givenPeople(): Promise<void> {
	await givenContacts('0509999999');
	const { error } = await fixture.run(
		addContacts({
			phones: '={{ $json.phone }}',
			contactFields: { df1: '={{ $json.name }}', df2: '={{ $json.bought }}' },
		}),
		{ items: PEOPLE.map(([phone, name, bought]) => ({ phone, name, bought })) },
	);
	expect(error).toBeUndefined();
}

/** They as they are, and the first contact of the list. */
const SAME = [
	...PEOPLE.map(([phone, name]) => ({ phone, name })),
	{ phone: '0509999999', name: '' },
];

describe('Contact List Sync', () => {
	const run = (items: IDataObject[], values = {}, options = {}, more = {}) =>
		fixture.run(syncList(values, options), { items, ...more });

	test('adds, changes and removes, with one read and two writes', async () => {
		await givenPeople();
		const before = roots().length;
		const { items, error } = await run([
			{ phone: '+972 50-111-1111', name: 'Dana' },
			{ phone: '502222222', name: 'Daniel <3' },
			{ phone: '050.333.3333', name: 'Noa' },
			{ phone: '0509999999', name: '' },
			{ phone: '0505555555', name: 'Ella' },
		]);
		expect(error).toBeUndefined();
		expect(roots().slice(before)).toEqual(['getCLbyID', 'rmNumCL', 'addNumCL']);
		expect(items).toEqual([
			{
				json: {
					contactListId: '21501',
					added: 1,
					changed: 1,
					removed: 1,
					unchanged: 3,
					changes: [
						{ phone: '0505555555', change: 'added', after: { df1: 'Ella' } },
						{
							phone: '0502222222',
							change: 'changed',
							before: { df1: 'Dan', df2: 'hat' },
							after: { df1: 'Daniel <3', df2: 'hat' },
						},
						{ phone: '0504444444', change: 'removed', before: { df1: 'Avi' } },
					],
					rejected: [],
				},
				pairedItem: [0, 1, 2, 3, 4].map((item) => ({ item })),
			},
		]);
		expect(await contactsOf('21501')).toStrictEqual(
			[
				{ phone: '0509999999' },
				{ phone: '0501111111', df1: 'Dana', df2: 'shoes' },
				{ phone: '0503333333', df1: 'Noa' },
				{ phone: '0502222222', df1: 'Daniel <3', df2: 'hat' },
				{ phone: '0505555555', df1: 'Ella' },
			].map((contact) => ({ contactListId: '21501', ...contact })),
		);
	});

	test('writes nothing where nothing differs', async () => {
		await givenPeople();
		const before = writes().length;
		const { items } = await run(SAME);
		expect(items[0]?.json).toMatchObject({ added: 0, changed: 0, removed: 0, unchanged: 5 });
		expect(writes()).toHaveLength(before);
	});

	test('fills a list that is empty', async () => {
		await givenContacts('0501111111');
		await run([{ phone: '0502222222' }], {}, { mostRemovals: '1' });
		await fixture.run({
			...syncList({ phones: '0502222222' }),
			operation: 'removeContacts',
		});
		expect(await contactsOf('21501')).toMatchObject([{ count: '0' }]);
		const { items } = await run([{ phone: '0503333333', name: 'Noa' }]);
		expect(items[0]?.json).toMatchObject({ added: 1, removed: 0, unchanged: 0 });
		expect(await phonesOf('21501')).toEqual(['0503333333']);
	});

	test('clears an empty field, and leaves one that was not added', async () => {
		await givenPeople();
		const items = SAME.map(({ phone }) => ({ phone, bought: '' }));
		await run(items, { contactFields: { df2: '={{ $json.bought }}' } });
		expect(await contactsOf('21501')).toMatchObject([
			{ phone: '0509999999' },
			{ phone: '0503333333', df1: 'Noa' },
			{ phone: '0504444444', df1: 'Avi' },
			{ phone: '0501111111', df1: 'Dana' },
			{ phone: '0502222222', df1: 'Dan' },
		]);
		expect(JSON.stringify(await contactsOf('21501'))).not.toContain('df2');
	});

	test('Validate Only shows the same and writes nothing', async () => {
		await givenPeople();
		const before = writes().length;
		const { items, error } = await run(
			[{ phone: '0505555555' }],
			{},
			{
				mostRemovals: '100%',
				validateOnly: true,
			},
		);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ added: 1, removed: 5, validatedOnly: true });
		expect(items[0]?.json.changes).toHaveLength(6);
		expect(writes()).toHaveLength(before);
		expect(fixture.sandbox.counters().requests.test).toEqual({});
	});

	test('rejects a number that the gateway does not take', async () => {
		await givenContacts('0501111111');
		const { items } = await run(
			[{ phone: '0501111111' }, { phone: '+1 415 555 0100' }],
			{},
			{
				includesInternational: true,
			},
		);
		expect(items[0]?.json).toMatchObject({
			added: 0,
			unchanged: 1,
			changes: [],
			rejected: [
				{ phone: '14155550100', reason: expect.stringContaining('not a valid') as string },
			],
		});
	});
});

describe('Maximum Removals', () => {
	const REFUSAL =
		"Contact list 21501 would lose 2 of its 5 contacts, and 'Maximum Removals' allows 1 (20%); check that the input is complete, or allow more";

	test('says in the refusal what to do', async () => {
		await givenPeople();
		const { error } = await fixture.run(syncList({}, { mostRemovals: '20%' }), {
			items: SAME.slice(2),
		});
		expect(error?.message).toBe(REFUSAL);
		expect(error?.description).toBe('Nothing was changed.');
		expect(await phonesOf('21501')).toHaveLength(5);
	});

	test('changes none of several lists when one would lose too many', async () => {
		await givenContacts('0501111111', '0502222222, 0503333333');
		const before = writes().length;
		const { error } = await fixture.run(syncList({ contactList: '={{ $json.list }}' }), {
			items: [
				{ list: '21501', phone: '0501111111, 0504444444' },
				{ list: '21502', phone: '0505555555' },
			],
		});
		expect(error?.message).toMatch(/^Contact list 21502 would lose 2 of its 2 contacts/);
		expect(writes()).toHaveLength(before);
	});
});

test('stops at an empty sheet before anything is read', async () => {
	await givenPeople();
	const before = roots().length;
	const { error } = await fixture.run(syncList(), { items: [{}] });
	expect(error?.message).toBe("'Phone Numbers' is empty; enter at least one phone number [item 0]");
	expect(roots()).toHaveLength(before);
});

test('removes nobody under Continue On Fail when an item is invalid', async () => {
	await givenPeople();
	const { items } = await fixture.run(syncList({}, { mostRemovals: '100%' }), {
		items: [{ phone: 'x' }, { phone: '0505555555', name: 'Ella' }],
		onError: 'continueRegularOutput',
	});
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, [{ item: 1 }]]);
	expect(items[0]?.json.error).toContain('is not a phone number ("x")');
	expect(items[1]?.json).toMatchObject({ added: 1, removed: 0, unchanged: 0 });
	expect(items[1]?.json.warning).toMatch(/^Nobody was removed, because/);
	expect(await phonesOf('21501')).toHaveLength(6);
});

test('takes a number that comes twice as its first item has it', async () => {
	await givenContacts('0501111111');
	const { items } = await fixture.run(syncList(), {
		items: [
			{ phone: '0501111111', name: 'Dana' },
			{ phone: '501111111', name: 'Daniela' },
		],
	});
	expect(items[0]?.json).toMatchObject({ changed: 1, unchanged: 0 });
	expect(items[0]?.json.rejected).toEqual([
		{
			phone: '0501111111',
			reason: 'This number is in the input more than once; its first contact was used',
		},
	]);
	expect(await contactsOf('21501')).toMatchObject([{ phone: '0501111111', df1: 'Dana' }]);
});

describe('when the gateway fails in the middle', () => {
	const changes = [...SAME.slice(0, 3), { phone: '0509999999', name: 'New' }];

	test.each(['continueRegularOutput', undefined] as const)(
		'stops a sync with %s',
		async (onError) => {
			await givenPeople();
			fixture.sandbox.addFault({ kind: 'httpStatus', status: 500, root: 'addNumCL', times: 0 });
			const { items, error } = await fixture.run(syncList(), { items: changes, onError });
			const description = error?.description ?? items[0]?.json.message;
			expect(description).toContain(
				'1 of 2 requests were carried out. Run it again to do the rest.',
			);
			expect(description).toContain('Contacts that may be off the list until then: 1, under');
			const { offList } = (error?.context ?? items[0]?.json.details) as IDataObject;
			expect(offList).toEqual([{ phone: '0509999999' }]);
			if (onError) expect(items).toHaveLength(4);
			fixture.sandbox.clearFaults();

			const again = await fixture.run(syncList(), { items: changes });
			expect(again.items[0]?.json).toMatchObject({
				added: 0,
				changed: 1,
				removed: 0,
				unchanged: 3,
			});
		},
	);

	test('reads the list anew in a retry and does the rest', async () => {
		await givenPeople();
		fixture.sandbox.addFault({ kind: 'reset', phase: 'after', root: 'rmNumCL' });
		const { items, error } = await fixture.run(syncList(), {
			items: changes,
			retryOnFail: true,
			maxTries: 2,
		});
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ added: 0, changed: 1, removed: 0, unchanged: 3 });
		expect(await phonesOf('21501')).toHaveLength(4);
	});
});

describe('a list that cannot be compared', () => {
	const listed = (...destinations: object[]) =>
		JSON.stringify({ status: 0, message: '', contact_list: { id: '21501', destinations } });

	test.each([
		[
			'numbers under other names',
			[{ tel_nr: '0501111111' }],
			/^Contact list 21501 cannot be compared .* without phone numbers \(its records have tel_nr\)$/,
		],
		[
			'hidden digits',
			[{ phone: '050***1111' }, { phone: '050***2222' }],
			/^Contact list 21501 cannot be compared .* with hidden digits$/,
		],
	])('leaves a list alone that it cannot compare: %s', async (_, contacts, message) => {
		const { error } = await fixture.runWithReply(listed(...contacts), syncList(), {
			items: [{ phone: '0501111111' }],
		});
		expect(error?.message).toMatch(message);
		expect(error?.description).toBe('Nothing was changed.');
	});

	test('other names that are likely are known', async () => {
		const { items } = await fixture.runWithReply(
			listed({ msisdn: 501111111, dynamic_field_1: 'Dana', created: '01/02/26' }),
			syncList(),
			{ items: [{ phone: '0501111111', name: 'Dana' }] },
		);
		expect(items[0]?.json).toMatchObject({ unchanged: 1, changed: 0 });
	});
});
