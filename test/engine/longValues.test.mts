import type { INodeParameters } from 'n8n-workflow';
import { bulk, sendSms } from './harness/calls.mts';
import { sendCode } from './harness/oneTimeCodes.mts';
import { ask } from './harness/questions.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const LONG = "={{ 'x'.repeat(8_000_000) }}";

test.each<[string, string, INodeParameters]>([
	['a text', 'Message', sendSms({ message: LONG })],
	['a question', 'Message', ask({ message: LONG })],
	['a key', 'Idempotency Key', sendSms({}, { idempotencyKey: LONG })],
	['an external ID', 'External IDs', bulk({}, { externalIds: LONG })],
	['the phone of a code', 'Phone Number', sendCode({ phone: LONG })],
	['a phone', 'Phone Numbers', sendSms({ phones: LONG })],
])('%s of 8 MB is refused before anything searches it', async (_, field, parameters) => {
	const said = `'${field}' has 8,000,000 characters, more than any field takes; check what fills it in`;
	const items = [{ phone: '0501234567', text: 'Hi' }];
	await fixture.expectBadInput(parameters, said, { items });
});
