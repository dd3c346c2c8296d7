import { block } from './harness/blocklist.mts';
import {
	addContacts,
	contactListsOf,
	createList,
	deleteList,
	removeContacts,
} from './harness/contactLists.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const { givenContacts, phonesOf } = contactListsOf(fixture);
const requestsTo = (root: string) => fixture.sandbox.requests({ root }).length;

const PHONES = Array.from({ length: 9 }, (_, index) => `050111111${index}`);

beforeEach(async () => {
	await givenContacts(['0509999999', ...PHONES.slice(0, 2)].join(), '0501111111');
});

/** What came out for each item: a word for what was done, the status for what was not. */
const summary = (items: Array<{ json: Record<string, unknown> }>, done: string) =>
	items.map(({ json }) =>
		json.error === undefined ? json[done] : (json.details as { status: number }).status,
	);

const blockEach = block({ phones: '={{ $json.phone }}' }, { includesInternational: true });

describe('one item makes the gateway refuse all', () => {
	test.each([9, 988])('adds the other contacts after status %i', async (status) => {
		const items = PHONES.map((phone, index) => ({
			phone,
			field: index === 5 ? `#status:${status}` : 'fine',
		}));
		const add = addContacts({
			phones: '={{ $json.phone }}',
			contactFields: { df1: '={{ $json.field }}' },
		});
		const { items: output } = await fixture.run(add, {
			items,
			onError: 'continueRegularOutput',
		});
		expect(summary(output, 'added')).toEqual([0, 0, 1, 1, 1, status, 1, 1, 1]);
		expect(output[5]?.json.error).toContain('[item 5]');
		expect(await phonesOf('21501')).toEqual([
			'0509999999',
			...PHONES.filter((_, index) => index !== 5),
		]);
		expect(requestsTo('addNumCL')).toBeLessThanOrEqual(9);
	});

	test('988 on removing contacts: the others are removed', async () => {
		const remove = removeContacts({
			contactList: '={{ $json.list }}',
			phones: '={{ $json.phone }}',
		});
		const { items: output } = await fixture.run(remove, {
			items: [
				{ list: '21501', phone: PHONES[0] },
				{ list: '1#status:988', phone: PHONES[1] },
				{ list: '21501', phone: PHONES[1] },
			],
			onError: 'continueRegularOutput',
		});
		expect(summary(output, 'removed')).toEqual([1, 988, 1]);
		expect(await phonesOf('21501')).toEqual(['0509999999']);
	});

	test('988 on deleting lists: the others are deleted', async () => {
		const { items: output } = await fixture.run(deleteList({ contactList: '={{ $json.id }}' }), {
			items: [{ id: '21501' }, { id: '1#status:988' }, { id: '21502' }],
			onError: 'continueErrorOutput',
		});
		expect(output.map(({ json }) => json)).toMatchObject([
			{ contactListId: '21501', deleted: true },
			{ contactListId: '21502', deleted: true },
		]);
	});

	test('933 on blocking numbers: the others are blocked', async () => {
		const { items: output } = await fixture.run(blockEach, {
			items: [...PHONES, '+14155550100'].map((phone) => ({ phone })),
			onError: 'continueRegularOutput',
		});
		expect(summary(output, 'added')).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 933]);
		expect(fixture.sandbox.accountView().blocked).toHaveLength(9);
	});
});

const goodAndBad = [{ phone: '0501111111' }, { phone: '+14155550100' }];

test('refuses a workflow that stops as a whole, and does nothing', async () => {
	const { error } = await fixture.run(blockEach, { items: goodAndBad });
	expect(error?.message).toBe('A phone number is not valid (status 933)');
	expect(requestsTo('addNumBL')).toBe(1);
	expect(fixture.sandbox.accountView().blocked).toStrictEqual([]);
});

test('does not try again when the account is refused', async () => {
	const { items } = await fixture.run(blockEach, {
		items: goodAndBad,
		account: fixture.sandbox.restricted,
		onError: 'continueRegularOutput',
	});
	expect(summary(items, 'added')).toEqual([511, 511]);
	expect(requestsTo('addNumBL')).toBe(1);
});

test('neither is a new list, which would be there twice', async () => {
	const create = createList({
		listName: '={{ $json.name }}',
		phones: '0501111111',
	});
	const { items } = await fixture.run(create, {
		items: [{ name: 'A' }, { name: '#status:9' }],
		onError: 'continueRegularOutput',
	});
	expect(summary(items, 'stored')).toEqual([9, 9]);
});
