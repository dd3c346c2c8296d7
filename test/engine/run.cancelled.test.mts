import { bulk, parametersFor } from './harness/calls.mts';
import { remembered } from './harness/rememberedKeys.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const cancel = parametersFor('campaign', 'cancelByName');
const people = [{ phone: '0501111111', text: 'Hello', order: 'A' }];

test('says of a key that its text was scheduled, and perhaps cancelled', async () => {
	const timing = new Date(Date.now() + 86_400_000).toISOString();
	const send = bulk({}, { timing, idempotencyKey: '={{ $json.order }}' });
	const first = await fixture.run(send, { items: people, executionId: '1' });
	const { campaignName } = first.items[0]?.json as { campaignName: string };
	await fixture.run(cancel({ campaignName }));
	const { items, hints } = await fixture.run(send, { items: people, executionId: '2' });
	expect(items[0]?.json).toMatchObject({
		accepted: false,
		skipped: true,
		result:
			'Not sent: scheduled before under this idempotency key, and perhaps cancelled; to send it again, use another key',
		idempotencyKey: 'A',
	});
	expect(hints).toEqual(["1 sent before. To send it again, use another 'Idempotency Key'."]);
});

test('keeps the key of a scheduled text used when the database fails after the send', async () => {
	const timing = new Date(Date.now() + 86_400_000).toISOString();
	const send = bulk({}, { timing, idempotencyKey: '={{ $json.order }}' });
	remembered.failsFor = (marks) => marks.some((mark) => mark.startsWith('scheduled'));
	const first = await fixture.runWell(send, { items: people, executionId: '1' });
	remembered.failsFor = () => false;
	expect(first.items[0]?.json.accepted).toBe(true);
	const { items } = await fixture.run(send, { items: people, executionId: '2' });
	expect(items[0]?.json.result).toBe('Not sent: sent before under this idempotency key');
	expect(fixture.sandbox.counters().messages).toBe(1);
});
