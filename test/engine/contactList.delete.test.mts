import { contactListsOf, deleteList } from './harness/contactLists.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const { givenLists, lists } = contactListsOf(fixture);

const ids = async () => (await lists()).map(({ id }) => id);

describe('Contact List Delete', () => {
	test('deletes a list', async () => {
		await givenLists(['A', 'B']);
		const { items, error } = await fixture.run(deleteList());
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: {
					contactListId: '21501',
					deleted: true,
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(await ids()).toStrictEqual(['21502']);
	});

	test('several in one request; one that does not exist says so', async () => {
		await givenLists(['A', 'B', 'C']);
		const { items, error } = await fixture.run(deleteList({ contactList: '={{ $json.id }}' }), {
			items: ['21501', '999', '21503', '21501'].map((id) => ({ id })),
		});
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toEqual([
			{ contactListId: '21501', deleted: true, reason: '–' },
			{
				contactListId: '999',
				deleted: false,
				reason: 'contact list 999 does not exist',
			},
			{ contactListId: '21503', deleted: true, reason: '–' },
			{ contactListId: '21501', deleted: true, reason: '–' },
		]);
		expect(fixture.sandbox.requests({ root: 'removeCL' })).toHaveLength(1);
		expect(await ids()).toStrictEqual(['21502']);
	});
});
