import { bulk, parametersFor } from './harness/calls.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const cancel = parametersFor('campaign', 'cancelByName');
const people = [{ phone: '0501111111', text: 'Hello', order: 'A' }];

test('keeps the key of a scheduled text used when it was cancelled', async () => {
	const timing = new Date(Date.now() + 86_400_000).toISOString();
	const send = bulk({}, { timing, idempotencyKey: '={{ $json.order }}' });
	const first = await fixture.run(send, { items: people, executionId: '1' });
	const { campaignName } = first.items[0]?.json as { campaignName: string };
	await fixture.run(cancel({ campaignName }));
	const { items, hints } = await fixture.run(send, { items: people, executionId: '2' });
	expect(items[0]?.json).toMatchObject({
		accepted: false,
		skipped: true,
		result: 'Not sent: sent before under this idempotency key',
		idempotencyKey: 'A',
	});
	expect(hints).toEqual([
		"0 of 1 sent: 1 sent before. To send it again, use another 'Idempotency Key'.",
	]);
});
