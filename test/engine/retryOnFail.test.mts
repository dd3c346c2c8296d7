import { sendSms } from './harness/calls.mts';
import { useSandbox } from './harness/useSandbox.mts';
import { withReply } from './harness/servers.mts';

const fixture = useSandbox();

/** One request at a time, so that the test knows which were sent. */
const send = sendSms(
	{ source: '={{ $json.source ?? "TextMe" }}', phones: '={{ $json.phone }}' },
	{ concurrentRequests: 1, limits: { mostMessages: { figure: 5 } } },
);
const PHONES = ['0501111110', '0501111111', '0501111112', '0501111113', '0501111114'];
const MODES = [undefined, 'continueRegularOutput', 'continueErrorOutput'] as const;

const timesSent = () => PHONES.map((phone) => fixture.sandbox.timesSent(phone, 'Hello'));

/** Five items, one of which has a sender that the gateway refuses. */
const withBadSender = (bad: number) =>
	PHONES.map((phone, index) => (index === bad ? { phone, source: 'Nobody' } : { phone }));

describe.each(MODES)('with Retry On Fail and On Error %s', (onError) => {
	test.each([0, 2])('sends nobody a second text for a refused item %i', async (bad) => {
		const { items, errors, error } = await fixture.run(send, {
			items: withBadSender(bad),
			onError,
			retryOnFail: true,
			maxTries: 3,
		});
		const reached = (index: number) => index !== bad && (onError !== undefined || index < bad);
		expect(timesSent()).toEqual(PHONES.map((_, index) => (reached(index) ? 1 : 0)));
		if (onError === undefined) expect(error?.message).toContain(`[item ${bad}]`);
		else expect(items.length + errors.length).toBe(PHONES.length);
	});

	test.each([0, 2])('sends nobody a second text for a lost answer for item %i', async (lost) => {
		fixture.sandbox.addFault({ kind: 'reset', phase: 'after', skip: lost });
		const { items, errors, error } = await fixture.run(send, {
			items: PHONES.map((phone) => ({ phone })),
			onError,
			retryOnFail: true,
			maxTries: 3,
		});
		expect(timesSent()).toEqual(PHONES.map(() => 1));
		if (onError === undefined) {
			expect(error?.context).toMatchObject({ outcome: 'unknown', itemIndex: lost });
			return;
		}
		const failed = [...items, ...errors].filter(({ json }) => json.error !== undefined);
		expect(failed).toHaveLength(1);
		expect(JSON.stringify(failed[0]?.json)).toMatch(
			/it is not known whether the request was carried out/,
		);
		expect(failed[0]?.pairedItem).toEqual({ item: lost });
	});

	test('sends with the retry what the gateway refuses for a moment', async () => {
		fixture.sandbox.addFault({ kind: 'httpStatus', status: 429 });
		const { items, run } = await fixture.run(send, {
			items: PHONES.map((phone) => ({ phone })),
			onError,
			retryOnFail: true,
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
	await withReply(replyTo, async (baseUrl) => {
		const { items } = await fixture.run(sendSms({}, { simplify: false }), {
			credentials: { ...fixture.credentials({}), baseUrl },
			retryOnFail: true,
			maxTries: 3,
		});
		expect(items.map(({ json }) => json)).toEqual([accepted]);
	});
	expect(requests).toHaveLength(1);
});
