import './harness/noWaits.mts';

import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { parametersFor } from './harness/parametersFor.mts';
import { ask } from './harness/questions.mts';
import { useRememberedKeys } from './harness/rememberedKeys.mts';
import { sendSms } from './harness/smsSend.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const remembered = useRememberedKeys();

const HOUR = 3_600_000;
let now = 0;
beforeEach(() => {
	now = Date.parse('2026-11-24T13:58:00+02:00');
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

const hourly = (figure: number | string): INodeParameters => ({
	limits: { mostToEachInHour: { figure } },
});
const toOne = { phone: '={{ $json.phone }}' };
const toEach = { phones: '={{ $json.phone }}', message: '={{ $json.text }}' };
const bulk = parametersFor('sms', 'sendBulk', { source: 'TextMe' });
const code = parametersFor('otp', 'send', { source: 'TextMe' });
const reply = parametersFor('sms', 'reply', { message: '={{ "re " + $json.message }}' });

/** A person's nth text, for every way to send. */
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
const reason = (most: number) =>
	`'Texts to Each Person in an Hour' is ${most}, and this person has got as many since 13:00.`;

describe('Texts to Each Person in an Hour', () => {
	test.each([
		['SMS Send', sendSms],
		['SMS Send Bulk', bulk],
		['SMS Reply', reply],
		['OTP Send', code],
	])(
		'texts a crowd of 12 although one of them wrote 30 times, who gets as many as allowed: %s',
		async (_, parameters) => {
			const crowd = Array.from({ length: 12 }, (__, n) => `05022222${10 + n}`);
			const items = [...textsOf(ONE, 30), ...crowd.flatMap((phone) => textsOf(phone, 1))];
			const values = parameters === reply ? {} : parameters === code ? toOne : toEach;
			const result = await fixture.run(parameters(values, hourly(3)), { items });
			expect(result.error).toBeUndefined();
			expect(outcomes(result.items)).toEqual([
				...new Array<boolean>(3).fill(true),
				...new Array<string>(27).fill(reason(3)),
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

	test('ends the loop of two auto-responders, until the next hour', async () => {
		const answer = async () => {
			const items = [text(ONE, fixture.sandbox.messages().length)];
			const result = await fixture.run(reply({}, hourly(5)), { items });
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

	test('asks a person so many questions in an hour, and waits for none beyond', async () => {
		const asks = ask({ phone: '={{ $json.phone }}' }, hourly(2));
		for (const n of [1, 2, 3]) {
			const { error, items, run } = await fixture.run(asks, { items: [text(ONE, n)] });
			expect(error).toBeUndefined();
			expect(outcomes(items)).toEqual([n < 3 ? true : reason(2)]);
			expect(Boolean(run.waitTill)).toBe(n < 3);
		}
		expect(got(ONE)).toBe(2);
		const type = 'n8n-nodes-textme.textMeHitlTool';
		const { items } = await fixture.run(asks, { type, items: [text(ONE, 4)] });
		expect(items[0]?.json).toMatchObject({
			approved: false,
			chatInput: `Nobody was asked: ${reason(2)}`,
		});
	});

	test('keeps a rehearsal apart from the real thing', async () => {
		const rehearsed = { ...fixture.credentials(), rehearsalPhone: '0507000000' };
		const items = textsOf(ONE, 3);
		const parameters = sendSms(toEach, hourly(2));
		const { items: output } = await fixture.run(parameters, { items, credentials: rehearsed });
		expect(outcomes(output)).toEqual([true, true, true]);
		expect(remembered.largest).toBe(0);
		await fixture.run(parameters, { items });
		expect(got(ONE)).toBe(2);
	});

	test.each([
		[sendSms, { phones: '0501111111, 0502222222' }],
		[sendSms, { sendTo: 'contactLists', contactLists: ['21518'] }],
		[bulk, { phones: '0501111111, 0502222222', message: 'Hi' }],
	])('needs one phone number for each item: %# %j', async (parameters, values) => {
		const { error } = await fixture.run(parameters(values, hourly(1)));
		expect(error?.message).toBe(
			"'Limits' has 'Texts to Each Person in an Hour', which needs one phone number for each item; split the numbers into items, or remove this limit [item 0]",
		);
		expect(fixture.sandbox.requests()).toHaveLength(0);
	});

	test('counts a long text as one', async () => {
		const items = ['a', 'b', 'c'].map((word) => ({ phone: ONE, text: word.repeat(900) }));
		const result = await fixture.run(sendSms(toEach, hourly(2)), { items });
		expect(outcomes(result.items)).toEqual([true, true, reason(2)]);
		expect(got(ONE)).toBe(2);
	});

	test('gives nobody a second place because the hour ends during the run', async () => {
		const { items } = await fixture.runWithReply(
			() => {
				now += 3 * 60_000;
				return '{"status":0,"message":"","shipment_id":"7"}';
			},
			sendSms(toEach, hourly(1)),
			{ items: textsOf(ONE, 2) },
		);
		expect(outcomes(items)).toEqual([true, reason(1)]);
	});

	test('does not count what the service refuses', async () => {
		const passes = ['a', 'b', 'c'].map((words) => [{ words }]);
		fixture.sandbox.addFault({ kind: 'noCredit' });
		const parameters = sendSms({ message: '={{ $json.words }}' }, hourly(1));
		const { run } = await fixture.run(parameters, { passes, onError: 'continueRegularOutput' });
		const seen = (run.data.resultData.runData.TextMe ?? []).map(
			({ data }) => data?.main?.[0]?.[0]?.json,
		);
		expect(seen.map((json) => json?.error ?? (json?.accepted === true || json?.reason))).toEqual([
			expect.stringMatching(/credit/),
			true,
			reason(1),
		]);
	});

	test('does not count what a limit of the run keeps back', async () => {
		const limits = { mostToEachInHour: { figure: 1 }, mostMessages: { figure: 1 } };
		const parameters = sendSms(toEach, { limits });
		const items = [text(ONE, 0), text('0502222222', 0)];
		const { error } = await fixture.run(parameters, { items, executionId: '1' });
		expect(error?.message).toBe("'Maximum Messages' is 1, and this run has 2");
		const { items: output } = await fixture.run(parameters, { items: items.slice(0, 1) });
		expect(outcomes(output)).toEqual([true]);
	});

	test('counts what may have been sent', async () => {
		fixture.sandbox.addFault({ kind: 'httpStatus', status: 503 });
		const { items } = await fixture.run(sendSms(toEach, { ...hourly(1), concurrentRequests: 1 }), {
			items: textsOf(ONE, 2),
			onError: 'continueRegularOutput',
		});
		expect(items[0]?.json.details).toMatchObject({ outcome: 'unknown' });
		expect(outcomes(items)[1]).toBe(reason(1));
	});

	test('counts no item whose idempotency key was used, once the run has ended', async () => {
		const keyed = sendSms(toEach, { ...hourly(2), idempotencyKey: '={{ $json.key }}' });
		const run = async (executionId: string, key: string) =>
			(await fixture.run(keyed, { items: [{ phone: ONE, text: key, key }], executionId })).items;
		await run('1', 'A');
		const [again] = await run('2', 'A');
		expect(again?.json.reason).toBe('Sent before under this idempotency key.');
		expect(outcomes(await run('3', 'B'))).toEqual([true]);
		const [beyond] = await run('4', 'C');
		expect(beyond?.json).toMatchObject({ reason: reason(2), idempotencyKey: 'C' });
		// A text beyond the limit does not use its key.
		now += HOUR;
		expect(outcomes(await run('5', 'C'))).toEqual([true]);
	});

	test('texts the rest in a retry, and nobody again', async () => {
		const run = { workflowId: 'retry', items: [text(ONE, 0), text('0502222222', 0)] };
		const parameters = sendSms(toEach, { ...hourly(1), concurrentRequests: 1 });
		fixture.sandbox.addFault({ kind: 'noCredit', skip: 1 });
		const failed = await fixture.run(parameters, run);
		expect(failed.error).toBeDefined();
		const retried = await fixture.run(parameters, { ...run, retryOf: failed.run });
		expect(retried.error).toBeUndefined();
		expect(outcomes(retried.items)).toEqual([true, true]);
		expect([got(ONE), got('0502222222')]).toEqual([1, 1]);
	});
});

test('lets as many of 40 executions side by side text a person as an hour allows', async () => {
	const runs = await Promise.all(
		Array.from({ length: 40 }, async (_, n) => {
			const run = { items: [text(ONE, n)], executionId: `${n}` };
			return outcomes((await fixture.run(reply({}, hourly(5)), run)).items)[0];
		}),
	);
	expect(runs.filter((one) => one === true)).toHaveLength(5);
	expect(got(ONE)).toBe(5);
});
