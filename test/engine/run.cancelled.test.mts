import { bulk, parametersFor, SENDS } from './harness/calls.mts';
import { detailsOf, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const cancel = parametersFor('campaign', 'cancelByName');
const people = [{ phone: '0501111111', text: 'Hello', order: 'A' }];

test.each(SENDS)('one name stops every scheduled text of %s', async (_, send) => {
	const timing = new Date(Date.now() + 86_400_000).toISOString();
	const { items } = await fixture.run(send({ phones: '={{ $json.phone }}' }, { timing }), {
		items: [...people, { ...people[0], phone: '0502222222' }],
	});
	const [campaignName, another] = items.map(({ json }) => detailsOf(json).campaignName as string);
	expect(another).toBe(campaignName);
	await fixture.runWell(cancel({ campaignName: campaignName ?? '' }));
	const states = fixture.sandbox.messages().map(({ state }) => state);
	expect(states).toEqual(['cancelled', 'cancelled']);
});

test('keeps the key of a scheduled text used when it was cancelled', async () => {
	const timing = new Date(Date.now() + 86_400_000).toISOString();
	const send = bulk({}, { timing, idempotencyKey: '={{ $json.order }}' });
	const first = await fixture.run(send, { items: people, executionId: '1' });
	const { campaignName } = first.items[0]?.json.details as { campaignName: string };
	await fixture.run(cancel({ campaignName }));
	const { items, hints } = await fixture.run(send, { items: people, executionId: '2' });
	expect(items[0]?.json).toMatchObject({
		accepted: false,
		result: 'Not sent: sent before under this idempotency key',
		details: { skipped: true, idempotencyKey: 'A' },
	});
	expect(hints).toEqual([
		"0 of 1 sent: 1 sent before. To send again, use another 'Idempotency Key'.",
	]);
});
