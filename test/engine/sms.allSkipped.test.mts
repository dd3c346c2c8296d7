import './harness/noWaits.mts';

import type { INodeParameters } from 'n8n-workflow';

import { bulkByPath, phoneOf } from './harness/bulkPeople.mts';
import { useRememberedKeys } from './harness/rememberedKeys.mts';
import { sendSms } from './harness/smsSend.mts';
import { useSandbox } from './harness/useSandbox.mts';
import { sendVoice } from './harness/voiceSend.mts';

const fixture = useSandbox();
useRememberedKeys();

const person = { phone: phoneOf(0), message: 'Hello' };
const SKIPPED = {
	accepted: false,
	skipped: true,
	reason: expect.stringContaining("'Skip If Messaged in Last Days'") as string,
	phone: person.phone,
};

const SENDS: Array<[string, (options?: INodeParameters) => INodeParameters]> = [
	['SMS Send', (options = {}) => sendSms({ phones: person.phone }, options)],
	['Send Bulk', (options = {}) => bulkByPath({}, options)],
	['Voice Send', (options = {}) => sendVoice({ phones: person.phone }, options)],
];

describe.each(SENDS)('%s to people who all got a message lately', (_, send) => {
	test('leaves the idempotency key free for a later day', async () => {
		await fixture.run(send(), { items: [person] });
		const again = send({ tempBl: 1, idempotencyKey: 'order-1' });
		const first = await fixture.run(again, { items: [person] });
		expect(first.items[0]?.json).toEqual({ ...SKIPPED, idempotencyKey: 'order-1' });
		await fixture.sandbox.advanceClock(2 * 86_400_000);
		const later = await fixture.run(again, { items: [person] });
		expect(later.items[0]?.json.accepted).toBe(true);
	});
});
