import { parametersFor } from './harness/parametersFor.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const getMany = parametersFor('birthdayCampaign', 'getMany', { returnAll: true });
const update = parametersFor('birthdayCampaign', 'update', {
	campaignId: { __rl: true, mode: 'list', value: '5001' },
	message: 'Mazal tov!',
});

const SEEDED = [
	{ id: '5001', message: 'Happy birthday!', source: 'TextMe', time: '10:00' },
	{ id: '5002', message: 'יום הולדת שמח', source: 'TextMe', time: '09:30' },
];

describe('Birthday Campaign', () => {
	test('Get Many gives one item for each record, names untouched', async () => {
		const { items, error } = await fixture.run(getMany());
		expect(error).toBeUndefined();
		expect(items).toEqual(SEEDED.map((json) => ({ json, pairedItem: { item: 0 } })));
	});

	test('Get Many gives nothing where there is none', async () => {
		const { items, error } = await fixture.run(getMany(), {
			account: fixture.sandbox.otherUser,
		});
		expect(error).toBeUndefined();
		expect(items).toHaveLength(0);
	});

	test('Get Many gives no more than the limit', async () => {
		const { items } = await fixture.run(getMany({ returnAll: false, limit: 1 }));
		expect(items.map(({ json }) => json)).toStrictEqual(SEEDED.slice(0, 1));
	});

	test('Update changes the text and nothing else', async () => {
		const message = 'מזל טוב <b>&"\' 🎂';
		const { items, error } = await fixture.run(update({ message }));
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: {
					updated: true,
					campaignId: '5001',
				},
				pairedItem: { item: 0 },
			},
		]);
		const after = await fixture.run(getMany());
		expect(after.items.map(({ json }) => json)).toStrictEqual([
			{ ...SEEDED[0], message },
			SEEDED[1],
		]);
	});

	test('Update takes 1005 characters', async () => {
		const { error } = await fixture.run(update({ message: 'x'.repeat(1005) }));
		expect(error).toBeUndefined();
	});
});
