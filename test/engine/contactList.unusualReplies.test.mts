import { addContacts, CONTACTS_OF_ITEMS, createListsFromItems } from './harness/contactLists.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

/** A success with these fields, which nobody has seen from the service. */
const success = (fields: object) => JSON.stringify({ status: 0, message: 'ok', ...fields });

describe('Create', () => {
	const items = ['A', 'B', 'A'].map((list, index) => ({ list, phone: `050111111${index}` }));
	const runWith = (fields: object) =>
		fixture.runWithReply(success(fields), createListsFromItems(), { items });

	test('no id comes out with a warning', async () => {
		for (const identifiers of [undefined, '', []]) {
			const { items: output, hints } = await runWith({ identifiers });
			expect(output.map(({ json }) => json)).toEqual(
				items.map(({ list, phone }) => ({
					contactListName: list,
					stored: 1,
					phones: [phone],
					rejected: [],
					warning: expect.stringContaining('did not return the ID of the new list') as string,
				})),
			);
			expect(hints).toHaveLength(1);
		}
	});

	test('ids that cannot be told apart are kept beside the first item', async () => {
		const { items: output, hints } = await runWith({ identifiers: '71' });
		expect(output.map(({ json }) => json.contactListId)).toStrictEqual([
			undefined,
			undefined,
			undefined,
		]);
		expect(output.map(({ json }) => json.notes)).toStrictEqual([
			['The service gave 1 list IDs for 2 lists: 71'],
			undefined,
			undefined,
		]);
		expect(hints).toHaveLength(0);
	});

	test('leaves a gap for an id that is missing among others', async () => {
		const { items: output } = await runWith({ identifiers: ['', '72'] });
		expect(output.map(({ json }) => json.contactListId)).toStrictEqual([
			undefined,
			'72',
			undefined,
		]);
	});

	test('sentences without a number and rows without a reason', async () => {
		const errors = ['List B has room for no more', '972501111112 is odd'];
		const { items: output } = await runWith({ identifiers: ['71', '72'], errors });
		expect(output.map(({ json }) => [json.stored, json.rejected, json.notes])).toStrictEqual([
			[1, [], ['List B has room for no more']],
			[1, [], undefined],
			[0, [{ phone: '0501111112', reason: '972501111112 is odd' }], undefined],
		]);
	});
});

test('Add Contacts: what the service says without naming a row comes with the first item', async () => {
	const { items } = await fixture.runWithReply(
		success({ errors: ['Two rows were skipped', '0502222222 is odd'] }),
		addContacts(CONTACTS_OF_ITEMS),
		{
			items: [
				{ list: '1', phone: '0501111111' },
				{ list: '2', phone: '0502222222' },
			],
		},
	);
	expect(items.map(({ json }) => json)).toStrictEqual([
		{
			contactListId: '1',
			added: 1,
			phones: ['0501111111'],
			rejected: [],
			notes: ['Two rows were skipped'],
		},
		{
			contactListId: '2',
			added: 0,
			phones: [],
			rejected: [{ phone: '0502222222', reason: '0502222222 is odd' }],
		},
	]);
});
