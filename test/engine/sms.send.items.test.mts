import type { INodeParameters } from 'n8n-workflow';

import { bulkPeople } from './harness/bulkPeople.mts';
import { waitFor } from './harness/deliveryWaits.mts';
import { pairs } from './harness/pairs.mts';
import { sendSms } from './harness/smsSend.mts';
import { SubExecution } from './harness/subExecution.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

describe('one bad item among good ones', () => {
	const items = ['0501111111', 'not a phone', '0503333333'].map((phone) => ({ phone }));
	const parameters = sendSms({ phones: '={{ $json.phone }}' });

	test('stops before the first request when the workflow stops on errors', async () => {
		const { error } = await fixture.run(parameters, { items });
		expect(error?.message).toContain('[item 1]');
		expect(fixture.sandbox.counters().messages).toBe(0);
	});

	test('says how many were sent, and how to let the others through', async () => {
		const { error } = await fixture.run(parameters, { items });
		expect(error?.description).toBe(
			"Nothing was sent (0 of 3). To let the other items through, open the settings of the node and set 'On Error' to 'Continue'.",
		);
		const alone = await fixture.run(parameters, { items: items.slice(1, 2) });
		expect(alone.error?.description).toBe('Nothing was sent for this item.');
	});

	test('puts a failed SMS out beside the others when it goes on', async () => {
		const { items: output } = await fixture.run(parameters, {
			items,
			onError: 'continueRegularOutput',
		});
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(pairs(3));
		expect(output[1]?.json).toMatchObject({
			reason: expect.stringContaining("'Phone Numbers' is not a phone number") as string,
			error: expect.stringContaining("'Phone Numbers' is not a phone number") as string,
			details: { outcome: 'rejected', retryable: false },
		});
		expect(fixture.sandbox.messages().map(({ phone }) => phone)).toEqual([
			'0501111111',
			'0503333333',
		]);
	});

	test('puts a failed SMS out on the error output with its fields', async () => {
		const { items: output, errors } = await fixture.run(parameters, {
			items,
			onError: 'continueErrorOutput',
		});
		expect(output).toHaveLength(2);
		expect(errors).toHaveLength(1);
		expect(errors[0]?.json).toMatchObject({
			phone: 'not a phone',
			error: {
				accepted: false,
				phone: 'not a phone',
				message: expect.stringMatching(/'Phone Numbers' is not a phone number/) as string,
			},
		});
	});
});

test('constants are read once, expressions for every item', async () => {
	const items = Array.from({ length: 3 }, (_, index) => ({ phone: `050111111${index}`, n: index }));
	await fixture.run(sendSms({ phones: '={{ $json.phone }}', message: '=Number {{ $json.n }}' }), {
		items,
	});
	expect(fixture.sandbox.messages().map(({ phone, text }) => [phone, text])).toEqual([
		['0501111110', 'Number 0'],
		['0501111111', 'Number 1'],
		['0501111112', 'Number 2'],
	]);
});

const USE_BULK =
	'For many items use Send Bulk: it texts thousands of them in one request, each with a text of its own.';

test('many items say once that Send Bulk is the faster way', async () => {
	const parameters = sendSms({ phones: '={{ $json.phone }}' });
	expect((await fixture.run(parameters, { items: bulkPeople(19) })).hints).toEqual(['19 accepted']);
	expect((await fixture.run(parameters, { items: bulkPeople(20) })).hints).toEqual([
		USE_BULK,
		'20 accepted',
	]);
});

test.each<[string, INodeParameters]>([
	['Wait for Delivery', waitFor(30)],
	['Tag', { tag: '#' }],
])('nobody is told to use Send Bulk with %s, which it lacks', async (_, options) => {
	const parameters = sendSms({ phones: '={{ $json.phone }}' }, options);
	const { execute: executeWorkflow } = new SubExecution(fixture.credentials());
	const run = { items: bulkPeople(20), executeWorkflow };
	expect((await fixture.run(parameters, run)).hints).toEqual(['20 accepted']);
});
