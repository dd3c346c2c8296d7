import type { INodeParameters } from 'n8n-workflow';
import { sendSms } from './harness/calls.mts';
import { timeoutsOf, useSoonTimeouts } from './harness/soonTimeouts.mts';
import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
useSoonTimeouts();

const send = sendSms();
const read: INodeParameters = { resource: 'account', operation: 'getBalance', options: {} };

// The effect of other faults on every operation: see faults/.
test('leaves the outcome of a send unknown whose reply is too long', async () => {
	fixture.sandbox.addFault({ kind: 'gigantic', megabytes: 40, times: 0 });
	const { items, error } = await fixture.run(send);
	expect(fixture.sandbox.requests()).toHaveLength(1);
	expect(items).toStrictEqual([]);
	expect(error?.message).toMatch(/it is not known whether the request was carried out \[item 0\]$/);
	expect(error?.description).toMatch(/Get by External ID: n8n-[0-9a-f]{6}-1042-0-0-0/);
	expect(error?.context).toMatchObject({ outcome: 'unknown', retryable: false, itemIndex: 0 });
});

test.each(ENCODINGS)('asks for a reply in %s, and gives up after a minute', async (encoding) => {
	const timeouts = await timeoutsOf(async () => await fixture.run(read, { encoding }));
	expect(timeouts).toEqual([60_000]);
	const { headers } = fixture.sandbox.requests()[0] ?? {};
	expect(headers?.accept).toContain(`application/${encoding}`);
});
