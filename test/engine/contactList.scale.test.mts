import {
	addContacts,
	contactListsOf,
	createListsFromItems,
	removeContacts,
} from './harness/contactLists.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const { givenContacts, lists } = contactListsOf(fixture);

/** Consecutive numbers, starting with `from`. */
const manyPhones = (count: number, from = 0) =>
	Array.from({ length: count }, (_, index) => `050${1_000_000 + from + index}`);

test('keeps a list in one request even when it is larger than others are cut to', async () => {
	const items = [
		{ list: 'A', phone: manyPhones(6_000) },
		{ list: 'B', phone: manyPhones(3_000) },
		{ list: 'A', phone: manyPhones(6_000, 6_000) },
		{ list: 'C', phone: manyPhones(3_000) },
	];
	const { items: output, error } = await fixture.run(createListsFromItems(), { items });
	expect(error).toBeUndefined();
	expect(await lists()).toStrictEqual([
		{ id: '21501', name: 'A', count: '12000' },
		{ id: '21502', name: 'B', count: '3000' },
		{ id: '21503', name: 'C', count: '3000' },
	]);
	expect(output.map(({ json }) => json.contactListId)).toStrictEqual([
		'21501',
		'21502',
		'21501',
		'21503',
	]);
	expect(fixture.sandbox.requests({ root: 'newCL' })).toHaveLength(2);
});

test.each([
	['Add Contacts', addContacts, 'addNumCL'],
	['Remove Contacts', removeContacts, 'rmNumCL'],
])('makes several requests for many contacts: %s', async (_, operation, root) => {
	await givenContacts('0509999999');
	const items = [0, 4_000, 8_000].map((from) => ({ phone: manyPhones(4_000, from) }));
	const { items: output, error } = await fixture.run(operation({ phones: '={{ $json.phone }}' }), {
		items,
	});
	expect(error).toBeUndefined();
	expect(output).toHaveLength(3);
	expect(fixture.sandbox.requests({ root })).toHaveLength(2);
});
