import type { INodeParameters } from 'n8n-workflow';

import {
	addContacts,
	contactListsOf,
	createList,
	deleteList,
	getList,
	getLists,
	removeContacts,
} from './harness/contactLists.mts';
import { expectBadInput } from './harness/expectBadInput.mts';
import { pairs } from './harness/pairs.mts';
import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const { givenContacts } = contactListsOf(fixture);

type Refusal = [status: number, meaning: string, hint: RegExp];
type BadInput = [text: string, values: INodeParameters];

const NOT_ENTITLED: Refusal = [
	511,
	'The account is not entitled to this operation',
	/Ask the service to enable it/,
];
const NO_SUCH_LIST: Refusal = [
	988,
	'The contact list does not exist',
	/Check the contact list ID.*Contact List, Get Many/,
];
const OF_ONE_LIST: Refusal[] = [
	[2, 'The contact list is missing', /Choose a contact list/],
	[9, 'At least one phone number is too short or too long', /Check the numbers/],
	NOT_ENTITLED,
	NO_SUCH_LIST,
];
const OF_CONTACTS: Refusal[] = [
	[2, 'The contact list or its contacts are missing', /Choose a contact list/],
	[9, 'A contact has a phone number that is too short or too long', /Check the numbers/],
	NOT_ENTITLED,
	NO_SUCH_LIST,
];

const NO_LIST: BadInput = [
	"'Contact List' is empty; choose a contact list or enter its ID",
	{ contactList: '={{ "" }}' },
];
const NOT_ISRAELI: BadInput = [
	"'Phone Numbers' is not an Israeli number",
	{ phones: '+14155550100' },
];
const BAD_CONTACTS: BadInput[] = [
	NO_LIST,
	["'Contact List' is not plain text", { contactList: '={{ {"a": 1} }}' }],
	["'Phone Numbers' is empty; enter at least one phone number", { phones: '={{ "" }}' }],
	['\'Phone Numbers\' is not a phone number ("x")', { phones: '0501111111, x' }],
	NOT_ISRAELI,
];

/** The sandbox refuses what holds the text `#status:` and a status, which the first field of a contact or an id may. */
const inField = (mark: string) => ({ contactFields: { df1: mark } });
const inId = (mark: string) => ({ contactList: `1${mark}` });

interface ListOperation {
	name: string;
	operation: typeof createList;
	markedBy: (mark: string) => INodeParameters;
	refusals: Refusal[];
	badInput: BadInput[];
}

const OPERATIONS: ListOperation[] = [
	{
		name: 'Create',
		operation: createList,
		markedBy: inField,
		refusals: [
			[
				2,
				'The contact list, its name or its contacts are missing',
				/Enter a name and at least one/,
			],
			[
				9,
				'A contact has a phone number that is too short or too long',
				/Israeli ones have 9 or 10/,
			],
			NOT_ENTITLED,
		],
		badInput: [
			["'List Name' is empty; enter a name for the list", { listName: '={{ "  " }}' }],
			["'List Name' is not plain text", { listName: '={{ {"a": 1} }}' }],
			["'Phone Numbers' is empty; enter at least one phone number", { phones: '={{ [] }}' }],
			['\'Phone Numbers\' is not a phone number ("12")', { phones: '0501111111, 12' }],
			NOT_ISRAELI,
			["'Dynamic Field 3' is not plain text", { contactFields: { df3: '={{ [1] }}' } }],
			['The request holds a character that cannot be sent', { contactFields: { df1: 'a\u0001' } }],
		],
	},
	{
		name: 'Add Contacts',
		operation: addContacts,
		markedBy: inField,
		refusals: OF_CONTACTS,
		badInput: BAD_CONTACTS,
	},
	{
		name: 'Remove Contacts',
		operation: removeContacts,
		markedBy: inId,
		refusals: OF_CONTACTS,
		badInput: BAD_CONTACTS,
	},
	{
		name: 'Get',
		operation: getList,
		markedBy: inId,
		refusals: OF_ONE_LIST,
		badInput: [NO_LIST],
	},
	{
		name: 'Delete',
		operation: deleteList,
		markedBy: inId,
		refusals: OF_ONE_LIST,
		badInput: [NO_LIST],
	},
];

describe.each(OPERATIONS)('Contact List $name', ({ operation, markedBy, refusals, badInput }) => {
	describe.each(ENCODINGS)('in %s', (encoding) => {
		test.each(refusals)(
			'explains the status %i of a contact list',
			async (status, meaning, hint) => {
				const { error } = await fixture.run(operation(markedBy(`#status:${status}`)), { encoding });
				expect(error?.message).toBe(`${meaning} (status ${status}) [item 0]`);
				expect(error?.description).toMatch(hint);
				expect(error?.context).toMatchObject({ status, outcome: 'rejected', itemIndex: 0 });
			},
		);
	});

	test.each(badInput)('names bad input of a contact list: %s', async (text, values) => {
		const { error } = await fixture.run(operation(values));
		expectBadInput(fixture, error, text);
	});
});

describe.each([
	['Create', createList()],
	['Get Many', getLists()],
])('Contact List %s', (_, parameters) => {
	test('refuses an account without the right to lists', async () => {
		const { error } = await fixture.run(parameters, {
			account: fixture.sandbox.restricted,
		});
		expect(error?.context).toMatchObject({ status: 511, itemIndex: 0 });
	});
});

test.each([0, -1, 1.5])('Get Many with a limit of %d', async (limit) => {
	const { error } = await fixture.run(getLists({ returnAll: false, limit }));
	expectBadInput(fixture, error, "'Limit' is");
});

test.each([
	['Add Contacts', addContacts],
	['Remove Contacts', removeContacts],
])('changes the other contacts beside a bad item: %s', async (_, operation) => {
	await givenContacts('0501111111, 0502222222, 0503333333');
	const { items } = await fixture.run(operation({ phones: '={{ $json.phone }}' }), {
		items: [{ phone: '0504444444' }, { phone: 'x' }, { phone: '0505555555' }],
		onError: 'continueRegularOutput',
	});
	expect(items.map(({ pairedItem }) => pairedItem)).toStrictEqual(pairs(3));
	expect(items[1]?.json.error).toContain('\'Phone Numbers\' is not a phone number ("x")');
	expect(items[2]?.json).toHaveProperty('rejected');
});
