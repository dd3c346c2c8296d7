import { block, unblock } from './harness/blocklist.mts';
import { onlySentElement } from './harness/sentElements.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const byItem = { phones: '={{ $json.phone }}' };
const blocked = () => fixture.sandbox.accountView().blocked.map(({ phone }) => phone);

async function givenBlocked(...phones: string[]) {
	const { error } = await fixture.run(block({ phones }));
	expect(error).toBeUndefined();
}

describe('Blocklist Remove', () => {
	test('0: numbers may be messaged again', async () => {
		await givenBlocked('0501111111', '0502222222', '0503333333');
		const { items, error } = await fixture.run(unblock({ phones: '501111111, 972502222222' }), {});
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: {
					removed: 2,
					notOnList: 0,
					phones: ['0501111111', '0502222222'],
					rejected: [],
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(blocked()).toEqual(['0503333333']);
	});

	test('944: each item tells how many of its numbers were not on the list', async () => {
		await givenBlocked('0501111111', '0502222222');
		const { items, error } = await fixture.run(unblock(byItem), {
			items: [
				{ phone: '0501111111, 0503333333' },
				{ phone: '0504444444' },
				{ phone: '0502222222' },
			],
		});
		expect(error).toBeUndefined();
		expect(items.map(({ json: { removed, notOnList } }) => [removed, notOnList])).toStrictEqual([
			[1, 1],
			[0, 1],
			[1, 0],
		]);
		expect(blocked()).toStrictEqual([]);
	});
});

test('sends the reason as it was written', async () => {
	await fixture.run(unblock({ reason: ' ביקש & "אישר" ' }));
	expect(onlySentElement(fixture, 'rmNumBL')).toMatchObject({
		phones: { phone: ['0501111111'] },
		reason: 'ביקש & "אישר"',
	});
});

test('944 without counts leaves them open', async () => {
	const reply = '{"status":944,"message":"Some were not there"}';
	const { items } = await fixture.runWithReply(reply, unblock());
	expect(items[0]?.json).toEqual({
		phones: ['0501111111'],
		rejected: [],
		notes: ['Some were not there'],
	});
});
