import { block } from './harness/blocklist.mts';
import { parametersFor } from './harness/parametersFor.mts';
import { sendSms } from './harness/smsSend.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const byItem = { phones: '={{ $json.phone }}' };
const blocked = () => fixture.sandbox.accountView().blocked.map(({ phone }) => phone);

describe('Blocklist Add', () => {
	test('946: numbers are blocked, and a send to them is skipped', async () => {
		const { items, error } = await fixture.run(
			block({ phones: '050-111-1111; +972522222222\n0501111111' }),
		);
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: {
					added: 2,
					phones: ['0501111111', '0522222222'],
					rejected: [],
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(blocked()).toEqual(['0501111111', '0522222222']);
		const sent = await fixture.run(sendSms({ phones: '0501111111' }));
		expect(sent.items[0]?.json).toMatchObject({ accepted: false, skipped: true });
	});

	test('confirms an opt-out before the block, since nothing reaches the person after it', async () => {
		const phone = '0501111111';
		const items = [{ phone, message: 'stop', to: '0559000100' }];
		const confirm = parametersFor('sms', 'reply', { message: 'You get no more texts' })();
		const before = await fixture.run(confirm, { items });
		expect(before.items[0]?.json).toMatchObject({ accepted: true, phone });
		await fixture.run(block({ phones: '={{ $json.phone }}' }), {
			items: before.items.map(({ json }) => json),
		});
		await fixture.sandbox.advanceClock(60_000);
		expect(fixture.sandbox.messages({ phone })).toMatchObject([{ state: 'delivered' }]);
		const after = await fixture.run(confirm, { items });
		expect(after.error).toBeUndefined();
		expect(after.items[0]?.json).toMatchObject({ accepted: false, skipped: true });
		expect(after.items[0]?.json.reason).toMatch(/^On the blocklist/);
		expect(fixture.sandbox.messages({ phone })).toHaveLength(1);
	});

	test('all items in one request, each with its own numbers', async () => {
		const { items } = await fixture.run(block(byItem), {
			items: [{ phone: '0501111111' }, { phone: '0502222222,0501111111' }],
		});
		expect(items.map(({ json: { added, phones } }) => [added, phones])).toStrictEqual([
			[1, ['0501111111']],
			[2, ['0502222222', '0501111111']],
		]);
		expect(fixture.sandbox.requests({ root: 'addNumBL' })).toHaveLength(1);
		expect(blocked()).toEqual(['0501111111', '0502222222']);
	});
});

test('more numbers than one request takes', async () => {
	const items = Array.from({ length: 3 }, (_item, index) => ({
		phone: Array.from({ length: 4_000 }, (_row, row) => `05${index}${1_000_000 + row}`),
	}));
	const { error } = await fixture.run(block(byItem), { items });
	expect(error).toBeUndefined();
	expect(blocked()).toHaveLength(12_000);
	expect(fixture.sandbox.requests({ root: 'addNumBL' })).toHaveLength(2);
});

test('numbers that the gateway rejects while it blocks the others', async () => {
	const reply = '{"status":946,"message":"ok","errors":["972502222222 is blocked already"]}';
	const { items } = await fixture.runWithReply(reply, block({ phones: '0501111111, 0502222222' }));
	expect(items[0]?.json).toEqual({
		added: 1,
		phones: ['0501111111'],
		rejected: [{ phone: '0502222222', reason: '972502222222 is blocked already' }],
	});
});
