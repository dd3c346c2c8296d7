import type { INodeParameters } from 'n8n-workflow';

import { bulk } from './harness/bulkItems.mts';
import { sendToEach, useDeliveryWaits } from './harness/deliveryWaits.mts';
import { sendCode } from './harness/oneTimeCodes.mts';
import { parametersFor } from './harness/parametersFor.mts';
import { asked } from './harness/questions.mts';
import { sendSms } from './harness/smsSend.mts';
import { useSandbox } from './harness/useSandbox.mts';
import { sendVoice } from './harness/voiceSend.mts';

const fixture = useSandbox();
const { sent, due } = useDeliveryWaits(fixture);

const PERSON = '0501234567';
const OTHER = '0527654321';
const reply = parametersFor('sms', 'reply', { message: 'Thank you' });
const PEOPLE = [{ phone: PERSON, to: '0559000100', text: 'Hello' }];

const first = (json: object | undefined, count = 3) => Object.keys(json ?? {}).slice(0, count);
const FRONT = ['accepted', 'phone', 'externalId'];

test.each<[string, INodeParameters]>([
	['SMS Send', sendSms({ phones: PERSON })],
	['Send Bulk', bulk({ phones: PERSON })],
	['Reply', reply()],
	['Voice Send', sendVoice({ phones: PERSON })],
])('puts who got it first, when %s has one recipient', async (_, parameters) => {
	const { items } = await fixture.run(parameters, { items: PEOPLE });
	expect(first(items[0]?.json)).toEqual(FRONT);
	expect(items[0]?.json).toMatchObject({
		accepted: true,
		phone: PERSON,
		externalId: fixture.sandbox.messages()[0]?.externalId,
	});
	expect(items[0]?.json).not.toHaveProperty('recipients');
});

test('puts who got a code first, which has no external ID', async () => {
	const { items } = await fixture.run(sendCode());
	expect(first(items[0]?.json, 2)).toEqual(['accepted', 'phone']);
});

test.each<[string, INodeParameters]>([
	['SMS Send', sendSms({ phones: `${PERSON}, ${OTHER}` })],
	['Send Bulk', bulk({ phones: `${PERSON}, ${OTHER}` })],
	['Voice Send', sendVoice({ phones: `${PERSON}, ${OTHER}` })],
])('lists the recipients, when %s has several', async (_, parameters) => {
	const { items } = await fixture.run(parameters, { items: PEOPLE });
	expect(items[0]?.json).toMatchObject({
		accepted: true,
		recipients: fixture.sandbox.messages().map(({ phone, externalId }) => ({ phone, externalId })),
	});
	expect(items[0]?.json).not.toHaveProperty('phone');
});

test('puts an answer right after the person who was asked', async () => {
	const run = await asked(fixture);
	const { items } = await run.open({ method: 'POST', body: { decision: 'confirm' } });
	expect(first(items?.[0]?.json, 5)).toEqual([...FRONT, 'data', 'outcome']);
});

test('puts the state of one number beside it, and lists those of several', async () => {
	const { watcher } = await sent([PERSON, `${OTHER}, 0509999103`], sendToEach());
	await due(watcher);
	const [one, several] = watcher.output.map(({ json }) => json);
	expect(first(one)).toEqual(FRONT);
	expect(one).toMatchObject({ phone: PERSON, outcome: 'delivered', delivered: true, status: 102 });
	expect(several).toMatchObject({
		outcome: 'partlyDelivered',
		recipients: [{ phone: OTHER, delivered: true }, { delivered: false }],
	});
});
