import './harness/noWaits.mts';

import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { bulk } from './harness/bulkItems.mts';
import { parametersFor } from './harness/parametersFor.mts';
import { useRememberedKeys } from './harness/rememberedKeys.mts';
import { SENDS } from './harness/sendsWithHours.mts';
import { sendSms } from './harness/smsSend.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const remembered = useRememberedKeys();

const HOUR = 3_600_000;
let now = 0;
/** Two minutes before a full hour. */
beforeEach(() => {
	now = Date.parse('2026-11-24T13:58:00+02:00');
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

const EACH = 'mostToEach';
const HOURLY = 'mostToEachInHour';
const limit = (name: string, figure: number | string): INodeParameters => ({
	limits: { [name]: { figure } },
});
const toEach = { phones: '={{ $json.phone }}', message: '={{ $json.text }}' };
const reply = parametersFor('sms', 'reply', { message: '={{ "re " + $json.message }}' });

/** The nth text of a person, for every way to send. */
const text = (phone: string, n: number): IDataObject => ({
	event: 'incomingMessage',
	eventId: `${phone} ${n}`,
	phone,
	to: '0559000100',
	message: `Text ${n}`,
	text: `Text ${n}`,
});
const textsOf = (phone: string, count: number) =>
	Array.from({ length: count }, (_, n) => text(phone, n));

const outcomes = (items: INodeExecutionData[]) =>
	items.map(({ json }) => (json.skipped ? json.reason : json.accepted));
const got = (phone: string) => fixture.sandbox.messages({ phone }).length;
const ONE = '0501111111';
const reason = (name: string, most: number, when: string) =>
	`'Texts to Each Person${name === HOURLY ? ' in an Hour' : ''}' is ${most}, and this person has got as many ${when}.`;
const IN_EXECUTION = reason(EACH, 1, 'in this execution');

const WAYS: typeof SENDS = [
	...SENDS.map(([name, parameters]): (typeof SENDS)[0] => [
		name,
		(values, options) => parameters({ ...toEach, ...values }, options),
	]),
	['SMS Reply', reply],
];

describe('Limits by person', () => {
	describe.each(WAYS)('%s', (_, parameters) => {
		test.each([EACH, HOURLY])(
			'texts a crowd of 12 although one of them wrote 30 times, who gets as many as allowed: %s',
			async (name) => {
				const crowd = Array.from({ length: 12 }, (__, n) => `05022222${10 + n}`);
				const items = [...textsOf(ONE, 30), ...crowd.flatMap((phone) => textsOf(phone, 1))];
				const result = await fixture.run(parameters({}, limit(name, 3)), { items });
				expect(result.error).toBeUndefined();
				const when = name === EACH ? 'in this execution' : 'since 13:00';
				const beyond = reason(name, 3, when);
				expect(outcomes(result.items)).toEqual([
					...new Array<boolean>(3).fill(true),
					...new Array<string>(27).fill(beyond),
					...new Array<boolean>(12).fill(true),
				]);
				expect(result.items[3]?.json).toMatchObject({ accepted: false, phone: ONE });
				expect([got(ONE), ...crowd.map(got)]).toEqual([3, ...crowd.map(() => 1)]);
				expect(result.hints).toEqual(
					expect.arrayContaining([
						expect.stringMatching(/^15 accepted, 27 beyond the limit for a person/),
					]),
				);
			},
		);
	});

	test('ends the loop of two auto-responders, until the next hour', async () => {
		const answer = async () => {
			const items = [text(ONE, fixture.sandbox.messages().length)];
			const result = await fixture.run(reply({}, limit(HOURLY, 5)), { items });
			expect(result.error).toBeUndefined();
			return outcomes(result.items)[0] === true;
		};
		let answers = 0;
		while (await answer()) answers++;
		expect(answers).toBe(5);
		now += HOUR / 30;
		while (await answer()) answers++;
		expect(answers).toBe(10);
		expect(got(ONE)).toBe(10);
	});
});

describe('Texts to Each Person', () => {
	test('counts all passes of a loop', async () => {
		const { run, error } = await fixture.run(sendSms(toEach, limit(EACH, 2)), {
			passes: [...textsOf(ONE, 4).map((one) => [one]), textsOf('0502222222', 1)],
		});
		expect(error).toBeUndefined();
		expect([got(ONE), got('0502222222')]).toEqual([2, 1]);
		const last = run.data.resultData.runData.TextMe?.[3]?.data?.main?.[0] ?? [];
		expect(outcomes(last)).toEqual([reason(EACH, 2, 'in this execution')]);
	});

	test('begins anew with each execution', async () => {
		for (const executionId of ['1', '2']) {
			await fixture.run(sendSms({}, limit(EACH, 1)), { executionId });
		}
		expect(got('0501234567')).toBe(2);
	});

	test.each([EACH, HOURLY])('keeps a rehearsal apart from the real thing: %s', async (name) => {
		const phone = '0507000000';
		const rehearsed = { ...fixture.credentials(), rehearsalPhone: phone };
		const parameters = sendSms(toEach, limit(name, 2));
		const items = textsOf(ONE, 3);
		const { items: output } = await fixture.run(parameters, { items, credentials: rehearsed });
		expect(output.filter(({ json }) => json.skipped)).toHaveLength(name === EACH ? 1 : 0);
		expect(remembered.largest).toBe(0);
		await fixture.run(parameters, { items });
		expect(got(ONE)).toBe(2);
	});
});

describe.each([EACH, HOURLY])('%s', (name) => {
	const one = limit(name, 1);
	const beyond = name === EACH ? IN_EXECUTION : reason(HOURLY, 1, 'since 13:00');

	test('leaves one of several numbers of an item out, however it is written', async () => {
		const { items } = await fixture.run(bulk({}, one), {
			items: [
				{ phone: ONE, text: 'a' },
				{ phone: '+972-50-111-1111, 050 222 2222', text: 'b' },
			],
		});
		expect(items[1]?.json).toMatchObject({
			accepted: true,
			rejected: [{ phone: ONE, reason: beyond }],
		});
		expect([got(ONE), got('0502222222')]).toEqual([1, 1]);
	});

	test('counts a long text as one', async () => {
		const items = ['a', 'b', 'c'].map((word) => ({ phone: ONE, text: word.repeat(900) }));
		const result = await fixture.run(sendSms(toEach, limit(name, 2)), { items });
		expect(outcomes(result.items).slice(0, 2)).toEqual([true, true]);
		expect(got(ONE)).toBe(2);
	});

	test('does not count what the service refuses', async () => {
		const passes = [0, 1, 2].map((n) => [{ words: `${n}` }]);
		fixture.sandbox.addFault({ kind: 'noCredit' });
		const parameters = sendSms({ message: '={{ $json.words }}' }, one);
		const { run } = await fixture.run(parameters, { passes, onError: 'continueRegularOutput' });
		const seen = (run.data.resultData.runData.TextMe ?? []).map(
			({ data }) => data?.main?.[0]?.[0]?.json,
		);
		expect(seen.map((json) => json?.error ?? json?.reason ?? json?.accepted)).toEqual([
			expect.stringMatching(/credit/),
			true,
			beyond,
		]);
	});

	test('does not count what a limit of the run keeps back', async () => {
		const parameters = sendSms(toEach, {
			limits: { [name]: { figure: 1 }, mostMessages: { figure: 1 } },
		});
		const items = [text(ONE, 0), text('0502222222', 0)];
		const { error } = await fixture.run(parameters, { items, executionId: '1' });
		expect(error?.message).toBe("'Maximum Messages' is 1, and this run has 2");
		const { items: output } = await fixture.run(parameters, { items: items.slice(0, 1) });
		expect(outcomes(output)).toEqual([true]);
	});

	test('counts what may have been sent', async () => {
		fixture.sandbox.addFault({ kind: 'httpStatus', status: 503 });
		const { items } = await fixture.run(sendSms(toEach, { ...one, concurrentRequests: 1 }), {
			items: textsOf(ONE, 2),
			onError: 'continueRegularOutput',
		});
		expect(items[0]?.json.details).toMatchObject({ outcome: 'unknown' });
		expect(outcomes(items)[1]).toBe(beyond);
	});

	test('counts no item whose idempotency key was used, and a key in two items once', async () => {
		const keyed = sendSms(toEach, { ...limit(name, 2), idempotencyKey: '={{ $json.key }}' });
		await fixture.run(keyed, { items: [{ phone: ONE, text: 'a', key: 'A' }], executionId: '1' });
		const { items } = await fixture.run(keyed, {
			executionId: '2',
			items: ['A', 'B', 'B', 'C', 'D'].map((key, n) => ({ phone: ONE, text: `${n}`, key })),
		});
		const sentBefore = 'This was sent before under this idempotency key.';
		const last = name === EACH ? 'in this execution' : 'since 13:00';
		expect(outcomes(items)).toEqual([
			sentBefore,
			true,
			sentBefore,
			name === EACH ? true : reason(name, 2, last),
			reason(name, 2, last),
		]);
		expect(items[4]?.json.idempotencyKey).toBe('D');
		// The key of whom a limit has kept back stays free.
		now += HOUR;
		const later = await fixture.run(keyed, {
			items: [{ phone: ONE, text: 'd', key: 'D' }],
			executionId: '3',
		});
		expect(outcomes(later.items)).toEqual([true]);
	});

	test('counts no duplicate, and sends none of what a limit keeps back', async () => {
		const { items } = await fixture.run(bulk({}, one), {
			items: ['a', 'a', 'b', 'b'].map((words) => ({ phone: ONE, text: words })),
		});
		expect(items.map(({ json }) => json.duplicateOf)).toEqual([undefined, 0, undefined, 2]);
		expect(outcomes(items)[2]).toBe(beyond);
		expect(got(ONE)).toBe(1);
	});

	test('texts the rest in a retry, and nobody again', async () => {
		const run = { workflowId: `retry ${name}`, items: [text(ONE, 0), text('0502222222', 0)] };
		const parameters = sendSms(toEach, { ...one, concurrentRequests: 1 });
		fixture.sandbox.addFault({ kind: 'noCredit', skip: 1 });
		const failed = await fixture.run(parameters, run);
		expect(failed.error).toBeDefined();
		const retried = await fixture.run(parameters, { ...run, retryOf: failed.run });
		expect(retried.error).toBeUndefined();
		expect(outcomes(retried.items)).toEqual([true, true]);
		expect([got(ONE), got('0502222222')]).toEqual([1, 1]);
	});

	test('counts over the calls of a model', async () => {
		const { run } = await fixture.run(sendSms({ phones: ONE, message: '={{ $json.text }}' }, one), {
			type: 'n8n-nodes-textme.textMeTool',
			passes: [[{ text: 'a' }], [{ text: 'b' }]],
		});
		const told = (run.data.resultData.runData.TextMe ?? []).map(({ data }) =>
			JSON.stringify(data?.main?.[0]?.[0]?.json ?? data),
		);
		expect(told).toEqual([
			expect.stringContaining('"accepted":true'),
			expect.stringContaining(beyond),
		]);
		expect(got(ONE)).toBe(1);
	});

	test('cannot be checked for a contact list', async () => {
		const { error } = await fixture.run(
			sendSms({ sendTo: 'contactLists', contactLists: ['21518'] }, one),
		);
		expect(error?.message).toMatch(/^'Texts to Each Person.* cannot be checked, because item 0/);
		expect(fixture.sandbox.requests()).toHaveLength(0);
	});
});

test('lets as many of 40 executions side by side text a person as an hour allows', async () => {
	const runs = await Promise.all(
		Array.from({ length: 40 }, async (_, n) => {
			const run = { items: [text(ONE, n)], executionId: `${n}` };
			return outcomes((await fixture.run(reply({}, limit(HOURLY, 5)), run)).items)[0];
		}),
	);
	expect(runs.filter((one) => one === true)).toHaveLength(5);
	expect(got(ONE)).toBe(5);
});
