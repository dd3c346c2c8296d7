import { addContacts, contactListsOf, CONTACTS_OF_ITEMS } from './harness/contactLists.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const { givenContacts, contactsOf, phonesOf } = contactListsOf(fixture);

describe('Contact List Add Contacts', () => {
	test('new contacts with their fields', async () => {
		await givenContacts('0501111111');
		const { items, error } = await fixture.run(
			addContacts({
				contactList: { __rl: true, mode: 'list', value: '21501', cachedResultName: 'List' },
				phones: '050-222-2222, 972503333333',
				contactFields: { df1: 'Dana <3', df2: '', df6: 'six' },
			}),
		);
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: {
					contactListId: '21501',
					added: 2,
					phones: ['0502222222', '0503333333'],
					rejected: [],
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(await contactsOf('21501')).toStrictEqual([
			{ contactListId: '21501', phone: '0501111111' },
			{ contactListId: '21501', phone: '0502222222', df1: 'Dana <3', df6: 'six' },
			{ contactListId: '21501', phone: '0503333333', df1: 'Dana <3', df6: 'six' },
		]);
	});

	test('all items in one request; each learns what became of its own rows', async () => {
		await givenContacts('0501111111', '0509999999');
		const { items, error } = await fixture.run(addContacts(CONTACTS_OF_ITEMS), {
			items: [
				{ list: '21501', phone: '501111111, 0502222222' },
				{ list: '21502', phone: '0503333333' },
				{ list: '21501', phone: '0504444444' },
				{ list: '21501', phone: '0502222222' },
			],
		});
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toStrictEqual([
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
			},
			{ contactListId: '21502', added: 1, phones: ['0503333333'], rejected: [] },
			{ contactListId: '21501', added: 1, phones: ['0504444444'], rejected: [] },
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
			},
		]);
		expect(fixture.sandbox.requests({ root: 'addNumCL' })).toHaveLength(1);
		expect(await phonesOf('21501')).toStrictEqual(['0501111111', '0502222222', '0504444444']);
		expect(await phonesOf('21502')).toStrictEqual(['0509999999', '0503333333']);
	});

	test('refuses a list that does not exist, alone and among others', async () => {
		await givenContacts('0501111111');
		const alone = await fixture.run(addContacts({ contactList: '999' }));
		expect(alone.error?.message).toBe('The contact list does not exist (status 988) [item 0]');
		expect(alone.error?.description).toContain('Contact List, Get Many');
		const { items } = await fixture.run(addContacts(CONTACTS_OF_ITEMS), {
			items: [
				{ list: '999', phone: '0502222222' },
				{ list: '21501', phone: '0502222222' },
			],
		});
		expect(items.map(({ json: { added, rejected } }) => ({ added, rejected }))).toStrictEqual([
			{
				added: 0,
				rejected: [{ phone: '0502222222', reason: 'contact list 999 does not exist' }],
			},
			{ added: 1, rejected: [] },
		]);
	});
});

test('all six fields arrive', async () => {
	await givenContacts('0501111111');
	const contactFields = Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`df${n}`, `value ${n}`]));
	await fixture.run(addContacts({ contactFields }));
	const [, added] = await contactsOf('21501');
	expect(added).toEqual({ contactListId: '21501', phone: '0502222222', ...contactFields });
});
