import { removeContacts, contactListsOf, CONTACTS_OF_ITEMS } from './harness/contactLists.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const { givenContacts, phonesOf } = contactListsOf(fixture);

describe('Contact List Remove Contacts', () => {
	test('contacts leave their list', async () => {
		await givenContacts('0501111111, 0502222222');
		const { items, error } = await fixture.run(removeContacts({ phones: '+972501111111' }), {});
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: {
					contactListId: '21501',
					removed: 1,
					phones: ['0501111111'],
					rejected: [],
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(await phonesOf('21501')).toStrictEqual(['0502222222']);
	});

	test('all items in one request; a number that is not listed comes out as a row', async () => {
		await givenContacts('0501111111, 0502222222', '0503333333, 0504444444');
		const { items } = await fixture.run(removeContacts(CONTACTS_OF_ITEMS), {
			items: [
				{ list: '21502', phone: '0503333333' },
				{ list: '21501', phone: '0501111111, 0505555555' },
				{ list: '21501', phone: '0501111111' },
			],
		});
		expect(items.map(({ json }) => json)).toStrictEqual([
			{ contactListId: '21502', removed: 1, phones: ['0503333333'], rejected: [] },
			{
				contactListId: '21501',
				removed: 1,
				phones: ['0501111111'],
				rejected: [
					{
						phone: '0505555555',
						reason: '0505555555 is not on the contact list and therefore not removed',
					},
				],
			},
			// A duplicate is removed too.
			{ contactListId: '21501', removed: 1, phones: ['0501111111'], rejected: [] },
		]);
		expect(fixture.sandbox.requests({ root: 'rmNumCL' })).toHaveLength(1);
		expect(await phonesOf('21501')).toStrictEqual(['0502222222']);
		expect(await phonesOf('21502')).toStrictEqual(['0504444444']);
	});
});
