import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { bulkByExpression, bulkPeople } from './harness/calls.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

/** Two batches, because each campaign has its own request. */
const PEOPLE = bulkPeople(300).map((item, at): IDataObject => ({
	...item,
	campaign: at < 200 ? 'A' : 'B',
}));
const twoBatches = (options: INodeParameters = {}) =>
	bulkByExpression({}, { campaignName: '={{ $json.campaign }}', ...options });
const loseFirst = (phase: 'before' | 'after') =>
	void fixture.sandbox.addFault({ kind: 'reset', phase });

describe.each(['before', 'after'] as const)('an answer lost %s the batch was sent', (phase) => {
	const [arrived, UNKNOWN] = [
		phase === 'after' ? 200 : 0,
		/; it is not known whether the request was carried out$/,
	];
	beforeEach(() => loseFirst(phase));

	test('is unknown, and a retry by a person sends the rest, never this', async () => {
		const failed = await fixture.run(twoBatches(), { items: PEOPLE });
		expect(failed.error?.message).toMatch(UNKNOWN);
		expect(failed.error?.description).toContain('Get by External ID: ');
		expect(fixture.sandbox.counters().messages).toBe(arrived);
		const { error } = await fixture.run(twoBatches(), { items: PEOPLE, retryOf: failed.run });
		expect(error?.message).toMatch(UNKNOWN);
		expect(error?.context).toMatchObject({ outcome: 'unknown' });
		expect(error?.description).toContain('Get by External ID: ');
		expect(fixture.sandbox.counters()).toMatchObject({ messages: arrived + 100, repeated: [] });
	});

	test('holds the rest back', async () => {
		const { items } = await fixture.goOn(twoBatches(), PEOPLE);
		expect(items[0]?.json).toMatchObject({ accepted: 'unknown', phone: PEOPLE[0]?.phone });
		expect(items[299]?.json).toMatchObject({
			accepted: false,
			result: 'Not sent, because the request before may or may not have been sent',
			error: 'not sent',
			details: { outcome: 'rejected', retryable: true },
		});
	});

	test.each([{}, { idempotencyKey: '={{ $json.order }}' }])(
		'is not sent by Retry On Fail, and the rest is: %j',
		async (options) => {
			const retried = await fixture.goOn(twoBatches(options), PEOPLE, {
				retryOnFail: true,
				maxTries: 3,
			});
			expect(retried.items[0]?.json.accepted).toBe('unknown');
			expect(retried.items[299]?.json.accepted).toBe(true);
			expect(fixture.sandbox.counters()).toMatchObject({ messages: arrived + 100, repeated: [] });
		},
	);
});
