import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { addContacts, contactListsOf, syncList } from './harness/contactLists.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const { givenContacts, contactsOf, phonesOf } = contactListsOf(fixture);

const writes = () =>
	fixture.sandbox.requests().filter(({ root }) => root === 'addNumCL' || root === 'rmNumCL').length;

/** Everybody has a name and a birthday. Only the name is in the input. */
const PEOPLE = [
	{ phone: '0501111111', name: 'Dana', born: '01/02/80' },
	{ phone: '0502222222', name: 'Dan', born: '03/04/85' },
	{ phone: '0503333333', name: 'Noa', born: '05/06/90' },
	{ phone: '0504444444', name: 'Avi', born: '07/08/95' },
];
const fieldsOf = async () =>
	(await contactsOf('21501')).map(({ phone, df1, df2 }) => ({
		phone: phone as string,
		name: df1,
		born: df2,
	}));

/** Makes the list 21501 of them. */
async function givenPeople(): Promise<void> {
	await givenContacts('0501111111');
	await fixture.run({ ...addContacts({ phones: '0501111111' }), operation: 'removeContacts' });
	const { error } = await fixture.run(
		addContacts({
			phones: '={{ $json.phone }}',
			contactFields: { df1: '={{ $json.name }}', df2: '={{ $json.born }}' },
		}),
		{ items: PEOPLE },
	);
	expect(error).toBeUndefined();
}

const byPhone = (people: Awaited<ReturnType<typeof fieldsOf>>) =>
	[...people].sort((a, b) => (a.phone < b.phone ? -1 : 1));

/** The same people, one of them with another name. */
const RENAMED = PEOPLE.map(({ phone, name }, at) => ({ phone, name: at === 0 ? 'Daniela' : name }));
const EXPECTED = PEOPLE.map((person, at) => ({
	...person,
	name: at === 0 ? 'Daniela' : person.name,
}));

const sync = (items: IDataObject[], options: INodeParameters = {}, more = {}) =>
	fixture.run(syncList({}, options), { items, ...more });

describe('when the service fails in the middle', () => {
	test('keeps the fields that are not in the input in a retry', async () => {
		await givenPeople();
		fixture.sandbox.addFault({ kind: 'httpStatus', status: 503, root: 'addNumCL', times: 2 });
		const { items, error } = await sync(RENAMED, {}, { retryOnFail: true, maxTries: 3 });
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ removed: 0, added: 0, changed: 1, unchanged: 3 });
		expect(byPhone(await fieldsOf())).toEqual(EXPECTED);
	});

	test('puts the old fields back at once, if the list takes them again', async () => {
		await givenPeople();
		fixture.sandbox.addFault({ kind: 'httpStatus', status: 503, root: 'addNumCL' });
		const { error } = await sync(RENAMED, {});
		expect(error?.description).toContain('1 of 2 requests were carried out.');
		expect(error?.description).toContain(
			'The contacts that were to be changed have their old fields again.',
		);
		expect(byPhone(await fieldsOf())).toEqual(PEOPLE);
	});

	test('keeps them in a later execution of its own, too', async () => {
		await givenPeople();
		fixture.sandbox.addFault({ kind: 'httpStatus', status: 503, root: 'addNumCL', times: 0 });
		const { error } = await sync(RENAMED, {});
		expect(error?.context?.offList).toEqual([
			{ phone: '0501111111', df1: 'Dana', df2: '01/02/80' },
		]);
		fixture.sandbox.clearFaults();
		const { items } = await sync(RENAMED, {}, { executionId: '1043' });
		expect(items[0]?.json).toMatchObject({ changed: 1, added: 0, unchanged: 3 });
		expect(items[0]?.json.changes).toEqual([
			{
				phone: '0501111111',
				change: 'changed',
				before: { df1: 'Dana', df2: '01/02/80' },
				after: { df1: 'Daniela', df2: '01/02/80' },
			},
		]);
		expect(byPhone(await fieldsOf())).toEqual(EXPECTED);
	});
});

describe('a list whose fields are not all known', () => {
	const listed = (...destinations: object[]) =>
		JSON.stringify({ status: 0, message: '', contact_list: { id: '21501', destinations } });
	const run = (records: object[], items: IDataObject[], values: INodeParameters = {}) =>
		fixture.runWithReply(
			(request) => (request.includes('getCLbyID') ? listed(...records) : listed()),
			syncList(values, { mostRemovals: '100%' }),
			{ items },
		);

	test.each([
		[{ phone: '0501111111', first_name: 'Dana' }, 'first_name'],
		[{ phone: '0501111111', df1: 'Dan', birthday: '01/02/80', city: 'Eilat' }, 'birthday, city'],
	])('leaves a contact as it is that a change would lose: %j', async (record, names) => {
		const { error } = await run([record], [{ phone: '0501111111', name: 'Dana' }]);
		expect(error?.message).toBe(
			`Contact list 21501 has fields that cannot be written back (${names}), and changing a contact would lose them; remove 'Contact Fields' to only add and remove contacts`,
		);
		expect(error?.description).toBe('Nothing was changed.');
	});

	test.each([
		{ id: 7, created_at: '01/02/26', cl_id: '21501', status: 'active' },
		{ date: '01/02/26 10:30' },
		{ first_name: '' },
	])('does not miss what the service itself keeps: %j', async (own) => {
		const { items } = await run(
			[{ phone: '0501111111', df1: 'Dan', ...own }],
			[{ phone: '0501111111', name: 'Dana' }],
		);
		expect(items[0]?.json).toMatchObject({ changed: 1 });
	});

	test('contacts are added to it and removed from it', async () => {
		const { items, error } = await run(
			[
				{ phone: '0501111111', first_name: 'Dana' },
				{ phone: '0502222222', first_name: 'Dan' },
			],
			[{ phone: '0501111111' }, { phone: '0503333333' }],
			{ contactFields: {} },
		);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ added: 1, removed: 1, unchanged: 1 });
	});
});

describe('a column that was renamed', () => {
	test.each([
		[{ name: 'undefined undefined' }, '\'Dynamic Field 1\' is "undefined undefined"'],
		[{ name: 'Dana undefined' }, '\'Dynamic Field 1\' is "Dana undefined"'],
		[{ name: '[object Object]' }, '\'Dynamic Field 1\' is "[object Object]"'],
	])('refuses %j before it reads anything', async (row, message) => {
		await givenPeople();
		const before = fixture.sandbox.requests().length;
		const { error } = await sync(PEOPLE.map(({ phone }) => ({ phone, ...row })));
		expect(error?.message).toContain(message);
		expect(fixture.sandbox.requests()).toHaveLength(before);
	});

	test('clears no field whose column is gone', async () => {
		await givenPeople();
		const before = writes();
		const { error } = await sync(
			PEOPLE.map(({ phone, name: full_name }) => ({ phone, full_name })),
			{ mostChanges: '100%' },
		);
		expect(error?.message).toBe(
			"'Dynamic Field 1' of contact list 21501: the expression finds nothing for 4 contacts that have a value; check that the column still has this name. To clear the field where there is nothing, write {{ $json.name ?? '' }}",
		);
		expect(writes()).toBe(before);
		expect(byPhone(await fieldsOf())).toEqual(PEOPLE);
	});

	test('does not matter where there is nothing to clear', async () => {
		await givenContacts('0501111111');
		const { items } = await sync([{ phone: '0501111111' }, { phone: '0502222222' }]);
		expect(items[0]?.json).toMatchObject({ added: 1, unchanged: 1 });
	});

	test('clears a field for an empty cell, and for nothing from a database', async () => {
		await givenPeople();
		const { error } = await sync(
			PEOPLE.map(({ phone, name }, at) => ({
				phone,
				name: ['', null][at] ?? (at < 2 ? '' : name),
			})),
		);
		expect(error).toBeUndefined();
		expect(byPhone(await fieldsOf()).map(({ name }) => name)).toEqual([
			undefined,
			undefined,
			'Noa',
			'Avi',
		]);
	});

	test('"undefined" is not stored with a contact that is added either', async () => {
		const { error } = await fixture.run(
			addContacts({ contactFields: { df1: '={{ $json.first + " " + $json.last }}' } }),
			{ items: [{ phone: '0501111111' }] },
		);
		expect(error?.message).toContain('\'Dynamic Field 1\' is "undefined undefined"');
	});
});

describe('a contact that the service does not take again', () => {
	/** Runs against a service that answers to the new fields of a contact, and to others, with these replies. */
	async function runWith(toNew: object, toOld: object = { status: 0, message: '' }) {
		const requests: string[] = [];
		const result = await fixture.runWithReply(
			(request) => {
				requests.push(request);
				const destinations = [{ phone: '0501111111', df1: 'Dana', df2: 'shoes' }];
				const listed = { status: 0, contact_list: { id: '21501', destinations } };
				if (request.includes('getCLbyID')) return JSON.stringify(listed);
				if (request.includes('rmNumCL')) return JSON.stringify({ status: 0, message: '' });
				return JSON.stringify(request.includes('Daniela') ? toNew : toOld);
			},
			syncList(),
			{ items: [{ phone: '0501111111', name: 'Daniela' }] },
		);
		return { ...result, requests };
	}
	const REFUSED = { status: 0, message: '', errors: ['0501111111: df1 is not allowed'] };

	test('is put back with its old fields, and not reported as changed or removed', async () => {
		const { items, requests } = await runWith(REFUSED);
		expect(requests).toHaveLength(4);
		expect(requests[3]).toMatch(/"df1":"Dana".*"df2":"shoes"/);
		expect(items[0]?.json).toMatchObject({
			changed: 0,
			removed: 0,
			changes: [],
			rejected: [
				{
					phone: '0501111111',
					reason: '0501111111: df1 is not allowed; it has its old fields again',
				},
			],
		});
	});

	test('is reported as removed, if it cannot be put back, and the next run knows its fields', async () => {
		const { items } = await runWith(REFUSED, REFUSED);
		expect(items[0]?.json).toMatchObject({
			changed: 0,
			removed: 1,
			changes: [{ phone: '0501111111', change: 'removed', before: { df1: 'Dana', df2: 'shoes' } }],
		});
		await givenContacts('0502222222');
		const { items: later } = await sync([
			{ phone: '0501111111', name: 'Daniela' },
			{ phone: '0502222222', name: '' },
		]);
		expect(later[0]?.json.changes).toMatchObject([{ change: 'changed', after: { df2: 'shoes' } }]);
	});

	test('is put back when the whole request is refused', async () => {
		const { error, requests } = await runWith({ status: 9, message: 'too long' });
		expect(error?.message).toContain('status 9');
		expect(error?.description).toContain('have their old fields again');
		expect(requests[3]).toMatch(/"df1":"Dana".*"df2":"shoes"/);
	});
});

describe('limits', () => {
	test('one contact of a small list may be changed, and one removed', async () => {
		await givenPeople();
		const { items, error } = await sync(RENAMED.slice(0, 3), {
			mostChanges: '1%',
			mostRemovals: '1%',
		});
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ changed: 1, removed: 1 });
	});

	test('two limits for one list do not empty it: the lower one holds', async () => {
		await givenPeople();
		const { error } = await fixture.run(syncList({}, { mostRemovals: '={{ $json.limit }}' }), {
			items: PEOPLE.slice(0, 2).map(({ phone, name }, at) => ({
				phone,
				name,
				limit: ['25%', '50%'][at],
			})),
		});
		expect(error?.message).toMatch(
			/would lose 2 of its 4 contacts, and 'Maximum Removals' allows 1/,
		);
		expect(await phonesOf('21501')).toHaveLength(4);
	});

	test('other settings that differ for one list are refused', async () => {
		await givenPeople();
		const before = writes();
		const { error } = await fixture.run(
			syncList({}, { timeout: '={{ $json.timeout }}', mostRemovals: '100%' }),
			{ items: PEOPLE.map(({ phone, name }, at) => ({ phone, name, timeout: 30 + at })) },
		);
		expect(error?.message).toMatch(
			/^The options differ between the input items for one contact list/,
		);
		expect(writes()).toBe(before);
		expect(await phonesOf('21501')).toHaveLength(4);
	});

	test('counts a number over all lists of the run', async () => {
		await givenContacts('0501111111, 0502222222', '0501111111, 0502222222');
		const before = writes();
		const { error } = await fixture.run(
			syncList({ contactList: '={{ $json.list }}' }, { mostRemovals: '1' }),
			{ items: ['21501', '21502'].map((list) => ({ list, phone: '0501111111', name: '' })) },
		);
		expect(error?.message).toBe(
			"The run would remove 2 of the 4 contacts of its lists, and 'Maximum Removals' allows 1; check that the input is complete, or allow more",
		);
		expect(writes()).toBe(before);
	});
});

describe('blank rows', () => {
	test('skips blank rows at the end of a sheet, and says so', async () => {
		await givenPeople();
		const { items, error } = await sync([
			...RENAMED,
			{ row_number: 6, phone: '', name: '' },
			{ row_number: 7, phone: ' ', name: null },
		]);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ changed: 1, removed: 0, unchanged: 3 });
		expect(items.slice(1)).toEqual(
			[4, 5].map((item) => ({
				json: { skipped: true, reason: 'This row is blank' },
				pairedItem: { item },
			})),
		);
		expect(byPhone(await fieldsOf())).toEqual(EXPECTED);
	});

	test('refuses a row with a name and no number', async () => {
		await givenPeople();
		const { error } = await sync([...RENAMED, { phone: '', name: 'Ella' }]);
		expect(error?.message).toMatch(/^'Phone Numbers' is empty; .* \[item 4\]$/);
	});

	test('changes nothing for a sheet of blank rows', async () => {
		await givenPeople();
		const before = writes();
		await sync([{ phone: '' }, { phone: '' }], { mostRemovals: '100%' });
		expect(writes()).toBe(before);
	});
});

test('changes nothing when a field of a contact on the list could not be written back', async () => {
	const requests: string[] = [];
	const contacts = [
		{ phone: '0501111111', df1: 'Dana', df2: '\u0001' },
		{ phone: '0502222222', df1: 'Dan' },
	];
	const { error } = await fixture.runWithReply(
		(request) => {
			requests.push(request);
			return JSON.stringify({ status: 0, message: '', contacts });
		},
		syncList({}, { mostChanges: '100%' }),
		{
			items: [
				{ phone: '0502222222', name: 'Daniel' },
				{ phone: '0501111111', name: 'Daniela' },
			],
		},
	);
	expect(error?.message).toContain('holds a character that cannot be sent');
	expect(requests).toHaveLength(1);
});

test('names the item whose field cannot be written, and goes on with the others', async () => {
	await givenPeople();
	const items = RENAMED.map((one, at) => (at === 1 ? { ...one, name: 'a\u0001' } : one));
	const { items: output } = await sync(items, {}, { onError: 'continueRegularOutput' });
	expect(output[1]?.json.error).toMatch(/^The contact holds a character .* \[item 1\]$/);
	expect((await fieldsOf()).map(({ name }) => name)).toContain('Daniela');
});

test('gives the old fields of a contact that was left off to no other sub-account', async () => {
	const requests: string[] = [];
	const syncFor = async (onBehalfOf: string, on: IDataObject) => {
		requests.length = 0;
		return await fixture.runWithReply(
			(request) => {
				requests.push(request);
				const status = request.includes('addNumCL') ? 998 : 0;
				return JSON.stringify({ status, message: '', contacts: [on, { phone: '0503333333' }] });
			},
			syncList({}, { mostChanges: '100%', onBehalfOf }),
			{ items: ['1', '2', '3'].map((n) => ({ phone: `050${n.repeat(7)}`, name: `Name ${n}` })) },
		);
	};
	const { error } = await syncFor('one', { phone: '0501111111', df2: '01/02/80' });
	expect(error?.context?.offList).toMatchObject([{ phone: '0501111111', df2: '01/02/80' }, {}]);
	await syncFor('other', { phone: '0502222222' });
	expect(requests.join()).toContain('Name 1');
	expect(requests.join()).not.toContain('01/02/80');
});
