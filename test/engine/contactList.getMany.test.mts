import { contactListsOf, getLists } from './harness/contactLists.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const { givenLists } = contactListsOf(fixture);

describe('Contact List Get Many', () => {
	test('one item for every list, with the names the service gives', async () => {
		await givenLists(['A', 'רשימה & more']);
		const { items, error } = await fixture.run(getLists({ returnAll: true }));
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{ json: { id: '21501', name: 'A', count: '2' }, pairedItem: { item: 0 } },
			{ json: { id: '21502', name: 'רשימה & more', count: '2' }, pairedItem: { item: 0 } },
		]);
	});

	test('lists as many contact lists as the limit', async () => {
		await givenLists(Array.from({ length: 60 }, (_, index) => `List ${index}`));
		expect((await fixture.run(getLists())).items).toHaveLength(50);
		const limited = await fixture.run(getLists({ returnAll: false, limit: 2 }));
		expect(limited.items.map(({ json }) => json.id)).toStrictEqual(['21501', '21502']);
		expect((await fixture.run(getLists({ returnAll: true }))).items).toHaveLength(60);
	});

	test('lists nothing for an account without lists', async () => {
		const { items, error } = await fixture.run(getLists({ returnAll: true }));
		expect(error).toBeUndefined();
		expect(items).toHaveLength(0);
	});
});
