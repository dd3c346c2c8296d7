import { SENDS } from './harness/calls.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const SKIPPED = {
	accepted: false,
	skipped: true,
	result: expect.stringContaining("'Skip If Messaged in Last Days'") as string,
	phone: '0501234567',
};

describe.each(SENDS)('%s to people who all got a message lately', (_, send) => {
	test('leaves the idempotency key free for a later day', async () => {
		await fixture.run(send());
		const again = send({}, { tempBl: 1, idempotencyKey: 'order-1' });
		const first = await fixture.run(again);
		expect(first.items[0]?.json).toEqual({ ...SKIPPED, idempotencyKey: 'order-1' });
		await fixture.sandbox.advanceClock(2 * 86_400_000);
		const later = await fixture.run(again);
		expect(later.items[0]?.json.accepted).toBe(true);
	});
});
