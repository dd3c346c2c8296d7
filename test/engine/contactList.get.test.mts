import { contactListsOf, createList, getList, removeContacts } from './harness/contactLists.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const { givenLists } = contactListsOf(fixture);

describe('Contact List Get', () => {
	test('one item for every contact, with the names the service gives', async () => {
		await givenLists(['Dana', 'Dan']);
		const { items, error } = await fixture.run(getList({ contactList: '21502' }));
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: {
					contactListId: '21502',
					phone: '0501111111',
					df1: 'Dan',
					envelope: { contact_list: { id: '21502', name: 'Dan', count: '2' } },
				},
				pairedItem: { item: 0 },
			},
			{
				json: { contactListId: '21502', phone: '0502222222', df1: 'Dan' },
				pairedItem: { item: 0 },
			},
		]);
	});

	test('gets a list of one contact', async () => {
		await fixture.run(createList());
		const { items } = await fixture.run(getList());
		expect(items.map(({ json }) => json)).toMatchObject([
			{ contactListId: '21501', phone: '0501111111' },
		]);
	});

	test('gets a list without contacts as itself', async () => {
		await givenLists(['A']);
		await fixture.run(removeContacts({ phones: '0501111111, 0502222222' }));
		const { items } = await fixture.run(getList());
		expect(items).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({
			contactListId: '21501',
			contact_list: { name: 'A', count: '0' },
		});
	});

	test('several lists, one of which does not exist', async () => {
		await givenLists(['A', 'B']);
		const { items } = await fixture.run(getList({ contactList: '={{ $json.id }}' }), {
			items: [{ id: 21501 }, { id: 999 }, { id: '21502' }],
			onError: 'continueRegularOutput',
		});
		expect(items.map(({ pairedItem }) => pairedItem)).toStrictEqual(
			[0, 0, 1, 2, 2].map((item) => ({ item })),
		);
		expect(items[2]?.json).toMatchObject({
			error: 'The contact list does not exist (status 988) [item 1]',
			details: { status: 988, outcome: 'rejected' },
		});
	});
});
