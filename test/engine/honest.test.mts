import './harness/noWaits.mts';

import { sendSms } from './harness/smsSend.mts';
import { useSandbox } from './harness/useSandbox.mts';
import { form } from './harness/fakeExchange.mts';
import { REPORT, nowFields } from './harness/pushSamples.mts';
import { useRememberedKeys } from './harness/rememberedKeys.mts';
import { eventsOf, TriggerHost } from './harness/triggerHost.mts';

const fixture = useSandbox();
useRememberedKeys();

test('an expression’s own word for nothing is sent', async () => {
	await fixture.runWell(sendSms({ message: "=Allergies: {{ $json.a || 'None' }}" }), {
		items: [{ a: '' }],
	});
	expect(fixture.sandbox.messages()[0]?.text).toBe('Allergies: None');
});

test('reports of two people with one external ID both start the workflow', async () => {
	const trigger = await TriggerHost.start({
		type: 'textMeTrigger',
		parameters: {},
		workflowId: 'shared',
	});
	const date = nowFields();
	let events = 0;
	for (const phone of ['0501234567', '0521234567']) {
		const { run } = await trigger.deliver({ body: form({ ...REPORT, date, phone }) });
		events += eventsOf(await run).length;
	}
	expect(events).toBe(2);
});
