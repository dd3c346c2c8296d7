import { sendSms } from './harness/calls.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

/** One request at a time, so that the test knows which were sent. */
const send = sendSms(
	{ source: '={{ $json.source ?? "TextMe" }}', phones: '={{ $json.phone }}' },
	{ concurrentRequests: 1, limits: { mostMessages: { figure: 5 } } },
);
const PHONES = ['0501111110', '0501111111', '0501111112', '0501111113', '0501111114'];
const ITEMS = PHONES.map((phone) => ({ phone }));
const TRIES = { retryOnFail: true, maxTries: 3 };
const MODES = [undefined, 'continueRegularOutput', 'continueErrorOutput'] as const;

const timesSent = () => PHONES.map((phone) => fixture.sandbox.timesSent(phone, 'Hello'));

describe.each(MODES)('with Retry On Fail and On Error %s', (onError) => {
	test.each([0, 2])('sends nobody a second text for a refused item %i', async (bad) => {
		const items = PHONES.map((phone, n) => (n === bad ? { phone, source: 'Nobody' } : { phone }));
		const result = await fixture.run(send, { items, onError, ...TRIES });
		const isReached = (n: number) => n !== bad && (onError !== undefined || n < bad);
		expect(timesSent()).toEqual(PHONES.map((_, n) => Number(isReached(n))));
		if (onError === undefined) expect(result.error?.message).toContain(`[item ${bad}]`);
		else expect(result.items.length + result.errors.length).toBe(PHONES.length);
	});

	test.each([0, 2])('sends nobody a second text for a lost answer for item %i', async (lost) => {
		fixture.sandbox.addFault({ kind: 'reset', phase: 'after', skip: lost });
		const { items, errors, error } = await fixture.run(send, { items: ITEMS, onError, ...TRIES });
		expect(timesSent()).toEqual(PHONES.map(() => 1));
		if (onError === undefined) {
			expect(error?.context).toMatchObject({ outcome: 'unknown', itemIndex: lost });
			return;
		}
		const failed = [...items, ...errors].filter(({ json }) => json.error !== undefined);
		expect(failed.map(({ pairedItem }) => pairedItem)).toEqual([{ item: lost }]);
		expect(JSON.stringify(failed)).toMatch(
			/[Ii]t is not known whether the request was carried out/,
		);
	});

	test('sends with the retry what the gateway refuses for a moment', async () => {
		fixture.sandbox.addFault({ kind: 'httpStatus', status: 429 });
		const { items, run } = await fixture.run(send, {
			...{ items: ITEMS, onError, retryOnFail: true },
		});
		const kept = Object.keys(run.data.executionData?.contextData['node:TextMe'] ?? {});
		expect(kept.filter((name) => name.startsWith('journal'))).toEqual([]);
		expect(timesSent()).toEqual([1, 1, 1, 1, 1]);
		expect(items.map(({ json }) => json.accepted)).toStrictEqual([true, true, true, true, true]);
	});
});

test("sends nobody a second text for an 'error' in the raw reply, by which n8n tries again", async () => {
	const requests: string[] = [];
	const accepted = { status: 0, message: 'SMS will be sent', shipment_id: '700001', error: '' };
	const replyTo = (request: string) => {
		requests.push(request);
		return JSON.stringify(accepted);
	};
	const raw = sendSms({}, { simplify: false });
	const { items } = await fixture.runWithReply(replyTo, raw, TRIES);
	expect(items.map(({ json }) => json)).toEqual([accepted]);
	expect(requests).toHaveLength(1);
});
