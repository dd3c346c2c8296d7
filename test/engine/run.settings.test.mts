import type { INodeParameters } from 'n8n-workflow';
import { sendingHours, sendSms } from './harness/calls.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const OWN = '={{ $json.own }}';

test.each<[string, INodeParameters]>([
	['Concurrent Requests', { concurrentRequests: OWN }],
	['Duplicates', { duplicates: OWN }],
	['Simplify', { simplify: OWN }],
	['Timeout', { timeout: OWN }],
	['Limits', { limits: { mostMessages: { figure: OWN } } }],
	['Sending Hours', sendingHours({ from: OWN })],
])('%s is one setting for the run, and says so of an expression', async (label, options) => {
	const said = `'${label}' has an expression, but is one setting for the whole run`;
	await fixture.expectBadInput(sendSms({}, options), said, { items: [{ own: 1 }] });
});

test('a setting without an expression works', async () => {
	await fixture.runWell(
		sendSms({}, { timeout: 30, duplicates: 'sendAll', ...sendingHours({ outside: 'schedule' }) }),
	);
});
