import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { people, sendingHours, sendSms, TO_EACH } from './harness/calls.mts';
import { ask } from './harness/questions.mts';
import { detailsOf, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const MINUTE = 60_000;

/** A Thursday. The tests' hours end at 20:00, on Fridays at 14:00. */
const CLOSING = Date.parse('2026-11-26T20:00+02:00');
let now = CLOSING;
beforeEach(async () => {
	now = CLOSING - 3 * MINUTE;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	await fixture.sandbox.setClock(now);
});
const times = (items: Array<{ json: IDataObject }>) =>
	items.map(({ json }) => (detailsOf(json).scheduledFor as string | undefined)?.slice(5, 16));

const hours = (outside: string, more: INodeParameters = {}) => ({
	...sendingHours({ outside }),
	...more,
});

describe('a run that goes on after closing', () => {
	const halves = <T,>(before: T, after: T) => [before, before, before, after, after, after];

	/** Each request takes a minute. Returns the output and the requests. */
	async function run(outside: string, options: INodeParameters = {}) {
		const requests: string[] = [];
		const { items, error } = await fixture.runWithReply(
			(request) => {
				requests.push(request);
				now += MINUTE;
				return '{"status":0,"message":"","shipment_id":"7"}';
			},
			sendSms(TO_EACH, hours(outside, { concurrentRequests: 1, ...options })),
			{ items: people(6) },
		);
		expect(error).toBeUndefined();
		return { items, requests };
	}

	test('schedules the rest for the next opening', async () => {
		const { items, requests } = await run('schedule');
		expect(requests).toHaveLength(6);
		expect(times(items)).toEqual(halves(undefined, '11-27T08:00'));
		expect(requests.map((request) => request.includes('27/11/26 08:00'))).toEqual(
			halves(false, true),
		);
	});

	test('leaves the rest out', async () => {
		const { items, requests } = await run('leaveOut');
		expect(requests).toHaveLength(3);
		expect(items.map(({ json }) => [json.accepted, detailsOf(json).skipped])).toEqual(
			halves([true, undefined], [false, true]),
		);
	});
});

describe('a question', () => {
	const question = (options: INodeParameters = {}) =>
		ask(
			{
				phones: '={{ $json.phone }}',
				source: { __rl: true, mode: 'id', value: fixture.sandbox.account.number },
				responseType: 'smsReply',
			},
			options,
		);

	test('is not put after closing, when the hours end in mid-run', async () => {
		const sent: string[] = [];
		const { items } = await fixture.runWithReply(
			(request) => {
				if (request.includes('"incoming"')) return '{"status":0,"message":""}';
				sent.push(request);
				now += MINUTE;
				return '{"status":0,"message":"","shipment_id":"7"}';
			},
			question(hours('leaveOut')),
			{ items: people(12), executeWorkflow: () => Promise.reject(new Error('no wait')) },
		);
		expect(sent).toHaveLength(3);
		expect(items).toEqual([]);
	});

	test.each([
		['schedule', true],
		['leaveOut', false],
	])('that failed before closing is not put at night by a retry: %s', async (outside, isSent) => {
		fixture.sandbox.addFault({ kind: 'noCredit' });
		const parameters = ask({ phones: '={{ $json.phone }}' }, hours(outside));
		const first = await fixture.run(parameters, { items: people(1) });
		expect(first.error?.message).toContain('enough credit');
		now = CLOSING + 3 * 60 * MINUTE;
		const { items, run } = await fixture.run(parameters, { items: people(1), retryOf: first.run });
		const sent = fixture.sandbox.requests({ root: 'sms' }).slice(1);
		expect(sent.map(({ body }) => body.includes('27/11/26 08:00'))).toEqual(isSent ? [true] : []);
		expect(detailsOf(items[0]?.json).held ?? run.waitTill !== undefined).toBe(true);
	});
});

test.each([0, 1])('refuses a schedule that is past by a retry, after %i texts', async (sent) => {
	const parameters = sendSms(TO_EACH, { timing: '2026-11-26T19:58', concurrentRequests: 1 });
	fixture.sandbox.addFault({ kind: 'noCredit', skip: sent, times: 1 });
	const first = await fixture.run(parameters, { items: people(2) });
	expect(first.error?.message).toContain('enough credit');
	now += 60 * MINUTE;
	const { error } = await fixture.run(parameters, { items: people(2), retryOf: first.run });
	expect(error?.message).toMatch(/^'Schedule' is in the past/);
	expect(fixture.sandbox.messages()).toHaveLength(sent);
});
