import { testCalls } from './harness/callRows.mts';
import {
	addContacts,
	createList,
	deleteList,
	getList,
	getLists,
	removeContacts,
} from './harness/calls.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const [A, B, C] = ['0501111111', '0502222222', '0503333333'];
const REPEATED = 'This number is in the input more than once; its first contact was used';
const LISTED = `${A} is already on the contact list and therefore not added`;
const UNLISTED = `${B} is not on the list`;
const GONE = 'contact list 999 does not exist';
const INVALID = '14155550100 is not a valid phone number';

/** What an item says of its numbers on a list. */
const of = (contactListId: string, what: string, phones: string[], rejected: object[] = []) => ({
	...{ contactListId, [what]: phones.length, phones, rejected },
});
const created = (name: string, id: string, phones: string[], rejected: object[] = []) => ({
	...{ contactListName: name, ...of(id, 'stored', phones, rejected) },
});
/** A list in a request, with its contacts. */
const list = (named: object, ...destination: object[]) => ({
	...{ ...named, destinations: { destination } },
});

const lists = (root: string, ...cl: object[]) => ({ [root]: { cl } });

const createFromItems = createList({
	...{ listName: '={{ $json.list }}', phones: '={{ $json.phone }}' },
	contactFields: { df1: '={{ $json.name }}' },
});
const ofItems = { contactList: '={{ $json.list }}', phones: '={{ $json.phone }}' };
const deleteOfItems = deleteList({ contactList: '={{ $json.id }}' });
const ids = (...all: string[]) => all.map((id) => ({ id }));
const NO_ID = expect.stringContaining('did not return the ID of the new list') as string;
const LIST = { id: '21501', name: 'A & B', count: '2' };
const FIELDS = { df1: 'Dana', df2: 'Levi', df3: 'Haifa', df4: '4', df5: '5', df6: '6' };

testCalls(fixture, {
	'Create makes one list with its contacts and their fields': {
		call: createList({
			listName: ' לקוחות & <friends> ',
			phones: '050-111-1111, +972 50-222-2222\n0501111111',
			contactFields: { df1: 'דנה', df2: '', df6: 7 },
		}),
		sent: lists(
			'newCL',
			list(
				{ name: 'לקוחות & <friends>' },
				...[A, B].map((phone) => ({ phone, df1: 'דנה', df6: '7' })),
			),
		),
		answer: { identifiers: '21501' },
		gives: [created('לקוחות & <friends>', '21501', [A, B])],
	},
	'Create takes all items in one request, one list for every name': {
		call: createFromItems,
		items: [
			{ list: 'A', phone: A, name: 'Dana' },
			{ list: 'B', phone: A, name: 'Dan' },
			{ list: 'A', phone: B, name: 'Gil' },
			{ list: 'A', phone: A, name: 'Dana again' },
		],
		sent: lists(
			'newCL',
			list({ name: 'A' }, { phone: A, df1: 'Dana' }, { phone: B, df1: 'Gil' }),
			list({ name: 'B' }, { phone: A, df1: 'Dan' }),
		),
		answer: { identifiers: ['21501', '21502'] },
		gives: [
			created('A', '21501', [A]),
			created('B', '21502', [A]),
			created('A', '21501', [B]),
			created('A', '21501', [], [{ phone: A, reason: REPEATED }]),
		],
	},
	'Create gives rows that the service refuses out as rows, and the rest is stored': {
		call: createList(
			{ phones: '={{ $json.phone }}', listName: 'Customers' },
			{ includesInternational: true },
		),
		items: [{ phone: `${A}, +1 415 555 0100` }, { phone: [B] }],
		answer: { identifiers: '21501', errors: [INVALID] },
		gives: [
			created('Customers', '21501', [A], [{ phone: '14155550100', reason: INVALID }]),
			created('Customers', '21501', [B]),
		],
	},
	'Create warns where it gets no ID': {
		isOdd: true,
		call: createList(),
		answer: { identifiers: [] },
		gives: [{ contactListName: 'Customers', stored: 1, phones: [A], rejected: [], warning: NO_ID }],
		hints: [NO_ID],
	},
	'Add Contacts adds contacts with their fields': {
		call: addContacts({
			contactList: { __rl: true, mode: 'list', value: '21501', cachedResultName: 'List' },
			phones: '050-222-2222, 972503333333',
			contactFields: { df1: 'Dana <3', df2: '', df6: 'six' },
		}),
		sent: lists(
			'addNumCL',
			list({ id: '21501' }, ...[B, C].map((phone) => ({ phone, df1: 'Dana <3', df6: 'six' }))),
		),
		gives: [of('21501', 'added', [B, C])],
	},
	'Add Contacts takes all items in one request; each learns what became of its own rows': {
		call: addContacts(ofItems),
		items: [
			{ list: '21501', phone: `501111111, ${B}` },
			{ list: '999', phone: C },
			{ list: '21501', phone: B },
		],
		sent: lists(
			'addNumCL',
			list({ id: '21501' }, { phone: A }, { phone: B }),
			list({ id: '999' }, { phone: C }),
		),
		answer: { errors: [LISTED, GONE] },
		gives: [
			of('21501', 'added', [B], [{ phone: A, reason: LISTED }]),
			of('999', 'added', [], [{ phone: C, reason: GONE }]),
			of('21501', 'added', [], [{ phone: B, reason: REPEATED }]),
		],
	},
	'Remove Contacts takes all items at once; a number that is not listed comes out as a row': {
		call: removeContacts(ofItems),
		items: [
			{ list: '21502', phone: '+972503333333' },
			{ list: '21501', phone: `${A}, ${B}` },
			{ list: '21501', phone: A },
		],
		sent: lists(
			'rmNumCL',
			list({ id: '21502' }, { phone: C }),
			list({ id: '21501' }, { phone: A }, { phone: B }),
		),
		answer: { errors: [UNLISTED] },
		gives: [
			of('21502', 'removed', [C]),
			of('21501', 'removed', [A], [{ phone: B, reason: UNLISTED }]),
			// A duplicate is removed too.
			of('21501', 'removed', [A]),
		],
	},
	'Delete deletes several in one request; one that does not exist says so': {
		call: deleteOfItems,
		items: ids('21501', '999', '21501'),
		sent: { removeCL: { cl: { id: ['21501', '999'] } } },
		answer: { errors: [GONE] },
		gives: [
			{ contactListId: '21501', deleted: true },
			{ contactListId: '999', deleted: false, reason: GONE },
			{ contactListId: '21501', deleted: true },
		],
	},
	'Delete gives out once what the service says of no list in particular': {
		call: deleteOfItems,
		items: ids('21501', '21502'),
		answer: { errors: ['Lists are locked'] },
		gives: [
			{ contactListId: '21501', deleted: true, notes: ['Lists are locked'] },
			{ contactListId: '21502', deleted: true },
		],
	},
	'Get gives one item for every contact, with the names the service gives': {
		call: getList(),
		sent: { getCLbyID: { cl: { id: '21501' } } },
		answer: { contact_list: { ...LIST, destinations: [{ phone: A, ...FIELDS }, { phone: B }] } },
		gives: [
			{ contactListId: '21501', phone: A, ...FIELDS, envelope: { contact_list: LIST } },
			{ contactListId: '21501', phone: B },
		],
	},
	'Get gives a list without contacts as itself': {
		call: getList(),
		answer: { contact_list: { ...LIST, destinations: [] } },
		gives: [{ contactListId: '21501', contact_list: expect.objectContaining(LIST) as object }],
	},
	'Get Many gives one item for every list, with the names the service gives': {
		call: getLists({ returnAll: true }),
		sent: { getCL: {} },
		answer: { contact_lists: [LIST, { ...LIST, id: '21502' }] },
		gives: [LIST, { ...LIST, id: '21502' }],
	},
});

test.each<[string, object, Array<[id?: string, rejected?: object[], notes?: string[]]>]>([
	[
		'IDs that cannot be told apart, beside the first item',
		{ identifiers: '71' },
		[[undefined, [], ['The service gave 1 list IDs for 2 lists: 71']], [], []],
	],
	['a gap among others', { identifiers: ['', '72'] }, [[], ['72'], []]],
	[
		'sentences without a number, and rows without a reason',
		{ identifiers: ['71', '72'], errors: ['B has room for no more', `${C} is odd`] },
		[['71', [], ['B has room for no more']], ['72'], ['71', [{ phone: C, reason: `${C} is odd` }]]],
	],
])('reads %s', async (_, answer, expected) => {
	const reply = JSON.stringify({ status: 0, message: '', ...answer });
	const items = ['A', 'B', 'A'].map((list, n) => ({ list, phone: [A, B, C][n] }));
	const { items: output } = await fixture.runWithReply(reply, createFromItems, { items });
	const seen = output.map(({ json }) => [json.contactListId, json.rejected, json.notes]);
	expect(seen).toEqual(expected.map(([id, rejected = [], notes]) => [id, rejected, notes]));
});

test('refuses a field that no message has room for', () =>
	fixture.expectBadInput(
		addContacts({ ...ofItems, contactFields: { df2: '={{ $json.name }}' } }),
		"'Dynamic Field 2' has 10001 characters; the service allows 1005 in a message",
		{ items: [{ list: '21501', phone: A, name: '\u200B'.repeat(10_001) }] },
	));

test('a name that cannot be sent is a mistake of its list alone where the run goes on', async () => {
	const { items } = await fixture.goOn(createFromItems, [
		{ list: 'a\u0001b', phone: A },
		{ list: 'News', phone: B },
	]);
	expect(items.map(({ json }) => typeof json.error)).toEqual(['string', 'undefined']);
});

test.each([
	['all contacts of a new list in one', createFromItems, ['A', 'B', 'A', 'A', 'C'], 2],
	['several for many new contacts', addContacts(ofItems), ['1', '1', '1'], 2],
	['several for many contacts to remove', removeContacts(ofItems), ['1', '1', '1'], 2],
])('makes %s', async (_, call, lists, count) => {
	const items = lists.map((list, n) => ({
		list,
		phone: Array.from({ length: 4_000 }, (__, row) => `05${n}${1_000_000 + row}`),
	}));
	const requests: string[] = [];
	const { items: output } = await fixture.runWithReply(
		(request) => {
			requests.push(request);
			return '{"status":0}';
		},
		call,
		{ items },
	);
	expect(output).toHaveLength(items.length);
	expect(requests).toHaveLength(count);
	// Two requests with one name would make two lists.
	expect(requests.filter((request) => request.includes(`"${lists[0]}"`))).toHaveLength(
		lists[0] === 'A' ? 1 : count,
	);
});
