import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { parametersFor, sendingHours, sendSms, TO_EACH } from './harness/calls.mts';
import { ask } from './harness/questions.mts';
import { remembered } from './harness/rememberedKeys.mts';
import { detailsOf, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const HOUR = 3_600_000;
let now = 0;
beforeEach(() => {
	now = Date.parse('2026-11-24T13:58:00+02:00');
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
const hourly = (figure: number | string): INodeParameters => ({
	limits: { mostToEachInHour: { figure } },
});
const inAll = (figure: number): INodeParameters => ({ limits: { mostInHour: { figure } } });
const toOne = { phone: '={{ $json.phone }}' };
const bulk = parametersFor('sms', 'sendBulk', { source: 'TextMe' });
const code = parametersFor('otp', 'send', { source: 'TextMe' });
const reply = parametersFor('sms', 'reply', { message: '={{ "re " + $json.message }}' });

/** A person's nth text, for every way to send. */
const text = (phone: string, n: number): IDataObject => ({
	...{ event: 'incomingMessage', eventId: `${phone} ${n}`, phone, to: '0559000100' },
	...{ message: `Text ${n}`, text: `Text ${n}` },
});
const textsOf = (phone: string, count: number) =>
	Array.from({ length: count }, (_, n) => text(phone, n));

const outcomes = (items: INodeExecutionData[]) =>
	items.map(({ json }) => (detailsOf(json).skipped ? json.result : json.accepted));
const got = (phone: string) => fixture.sandbox.messages({ phone }).length;
const ONE = '0501111111';
const FROM = '2026-11-24 13:00';
const reason = (most: number, from = FROM) =>
	`Not sent: 'Texts to Each Person in an Hour' is ${most}, and this person gets as many in the hour from ${from}`;
const reasonOfAll = (most: number, from = FROM) =>
	`Not sent: 'Texts in an Hour' is ${most}, and as many go out in the hour from ${from}`;

/** The ways to send, with a limit. */
const WAYS = [
	['SMS Send', (limit: INodeParameters) => sendSms(TO_EACH, limit)],
	['SMS Send Bulk', (limit: INodeParameters) => bulk(TO_EACH, limit)],
	['SMS Reply', (limit: INodeParameters) => reply({}, limit)],
	['OTP Send', (limit: INodeParameters) => code(toOne, limit)],
] as const;

describe('Texts to Each Person in an Hour', () => {
	test.each(WAYS)(
		'texts a crowd of 12 although one of them wrote 30 times, who gets as many as allowed: %s',
		async (_, send) => {
			const crowd = Array.from({ length: 12 }, (__, n) => `05022222${10 + n}`);
			const items = [...textsOf(ONE, 30), ...crowd.flatMap((phone) => textsOf(phone, 1))];
			const result = await fixture.runWell(send(hourly(3)), { items });
			expect(outcomes(result.items)).toEqual([
				...new Array<boolean>(3).fill(true),
				...new Array<string>(27).fill(reason(3)),
				...new Array<boolean>(12).fill(true),
			]);
			expect(result.items[3]?.json).toMatchObject({ accepted: false, phone: ONE });
			expect([got(ONE), ...crowd.map(got)]).toEqual([3, ...crowd.map(() => 1)]);
			expect(result.hints.join('\n')).toMatch(
				/^15 of 42 sent(?:, 15 SMS)?: 27 beyond the limit of an hour/m,
			);
		},
	);

	test('asks a person so many questions in an hour, and waits for none beyond', async () => {
		const asks = ask({ phones: '={{ $json.phone }}' }, hourly(2));
		for (const n of [1, 2, 3]) {
			const { items, run } = await fixture.runWell(asks, { items: [text(ONE, n)] });
			expect(outcomes(items)).toEqual([n < 3 ? true : reason(2)]);
			expect(Boolean(run.waitTill)).toBe(n < 3);
		}
		expect(got(ONE)).toBe(2);
		const type = 'n8n-nodes-textme.textMeHitlTool';
		const { items } = await fixture.run({ ...asks, phones: ONE }, { type, items: [text(ONE, 4)] });
		expect(items[0]?.json).toMatchObject({
			approved: false,
			chatInput: reason(2).replace('Not sent', 'Nobody was asked'),
		});
	});

	test.each([
		[sendSms, { phones: '0501111111, 0502222222' }],
		[sendSms, { sendTo: 'contactLists', contactLists: ['21518'] }],
		[bulk, { phones: '0501111111, 0502222222', message: 'Hi' }],
		[ask, { phones: '0501111111, 0502222222' }],
	])('needs one phone number for each item: %# %j', async (parameters, values) => {
		for (const [limit, name] of [
			[hourly(1), 'Texts to Each Person in an Hour'],
			[inAll(1), 'Texts in an Hour'],
		] as const) {
			const { error } = await fixture.run(parameters(values, limit));
			expect(error?.message).toBe(
				`'Limits' has '${name}', which needs one phone number for each item; split the numbers into items, or remove this limit [item 0]`,
			);
		}
		expect(fixture.sandbox.requests()).toHaveLength(0);
	});

	test('does not take a text for sent that repeats one beyond the limit', async () => {
		const items = ['a', 'b', 'b'].map((words) => ({ phone: ONE, text: words }));
		const result = await fixture.run(sendSms(TO_EACH, hourly(1)), { items });
		expect(outcomes(result.items)).toEqual([true, reason(1), reason(1)]);
	});

	test('gives nobody a second place because the hour ends during the run', async () => {
		const { items } = await fixture.runWithReply(
			() => {
				now += 3 * 60_000;
				return '{"status":0,"message":"","shipment_id":"7"}';
			},
			sendSms(TO_EACH, hourly(1)),
			{ items: textsOf(ONE, 2) },
		);
		expect(outcomes(items)).toEqual([true, reason(1)]);
	});

	test('does not count what a limit of the run keeps back', async () => {
		const limits = { mostToEachInHour: { figure: 1 }, mostMessages: { figure: 1 } };
		const parameters = sendSms(TO_EACH, { limits });
		const items = [text(ONE, 0), text('0502222222', 0)];
		const { error } = await fixture.run(parameters, { items, executionId: '1' });
		expect(error?.message).toBe("'Maximum Messages' is 1, and this run has 2");
		const { items: output } = await fixture.run(parameters, { items: items.slice(0, 1) });
		expect(outcomes(output)).toEqual([true]);
	});

	test('counts what may have been sent', async () => {
		fixture.sandbox.addFault({ kind: 'httpStatus', status: 503 });
		const { items } = await fixture.goOn(
			sendSms(TO_EACH, { ...hourly(1), concurrentRequests: 1 }),
			textsOf(ONE, 2),
		);
		expect(items[0]?.json.details).toMatchObject({ outcome: 'unknown' });
		expect(outcomes(items)[1]).toBe(reason(1));
	});

	test('counts no item whose idempotency key was used, once the run has ended', async () => {
		const keyed = sendSms(TO_EACH, { ...hourly(2), idempotencyKey: '={{ $json.key }}' });
		const run = async (executionId: string, key: string) =>
			(await fixture.run(keyed, { items: [{ phone: ONE, text: key, key }], executionId })).items;
		await run('1', 'A');
		const [again] = await run('2', 'A');
		expect(again?.json.result).toBe('Not sent: sent before under this idempotency key');
		expect(outcomes(await run('3', 'B'))).toEqual([true]);
		const [beyond] = await run('4', 'C');
		expect(beyond?.json).toMatchObject({ result: reason(2), details: { idempotencyKey: 'C' } });
		// A text beyond the limit does not use its key.
		now += HOUR;
		expect(outcomes(await run('5', 'C'))).toEqual([true]);
	});

	test('gives no place of everybody to an item whose idempotency key was used', async () => {
		const keyed = sendSms(TO_EACH, { ...inAll(1), idempotencyKey: '={{ $json.key }}' });
		const [before, fresh] = ['A', 'B'].map((key) => ({ phone: ONE, text: key, key }));
		await fixture.runWell(keyed, { items: [before ?? {}], executionId: '1' });
		now += HOUR;
		const both = { items: [before ?? {}, fresh ?? {}], executionId: '2' };
		expect(outcomes((await fixture.runWell(keyed, both)).items)).toEqual([
			'Not sent: sent before under this idempotency key',
			true,
		]);
	});

	test('texts the rest in a retry, and nobody again', async () => {
		const run = { items: [text(ONE, 0), text('0502222222', 0)] };
		const parameters = sendSms(TO_EACH, { ...hourly(1), concurrentRequests: 1 });
		fixture.sandbox.addFault({ kind: 'noCredit', skip: 1 });
		const failed = await fixture.run(parameters, run);
		expect(failed.error).toBeDefined();
		const retried = await fixture.runWell(parameters, { ...run, retryOf: failed.run });
		expect(outcomes(retried.items)).toEqual([true, true]);
		expect([got(ONE), got('0502222222')]).toEqual([1, 1]);
	});
});

describe('a text counts in the hour in which it goes out', () => {
	test.each([
		['one person', hourly(3), () => ONE, reason],
		['everybody', inAll(3), (n: number) => `05011${10_000 + n}`, reasonOfAll],
	])('so many of a weekend come at the opening: %s', async (_, limit, phoneOf, reasonOf) => {
		now = Date.parse('2026-11-27T14:30:00+02:00');
		const opening = Date.parse('2026-11-29T08:00:00+02:00');
		const send = sendSms(TO_EACH, { ...limit, ...sendingHours() });
		const said: unknown[] = [];
		for (let n = 0; now < opening + 2 * HOUR; now += HOUR) {
			await fixture.sandbox.setClock(now);
			const items = Array.from({ length: 5 }, () => text(phoneOf(++n), n));
			const result = await fixture.runWell(send, { items });
			said.push(...outcomes(result.items));
		}
		const beyond = (count: number, from: string) =>
			new Array<string>(count).fill(reasonOf(3, from));
		const within = [true, true, true];
		expect(said).toEqual([
			...within,
			...beyond(said.length - 8, '2026-11-29 08:00'),
			...within,
			...beyond(2, '2026-11-29 09:00'),
		]);
	});
});

describe('Texts in an Hour', () => {
	test.each(WAYS)('counts everybody and all executions together: %s', async (_, parameters) => {
		const send = parameters(inAll(7));
		const said: unknown[] = [];
		for (const run of [0, 1, 2]) {
			const items = Array.from({ length: 4 }, (__, n) => text(`05022222${run}${n}`, n));
			const result = await fixture.runWell(send, { items });
			said.push(...outcomes(result.items));
		}
		expect(said).toEqual([
			...new Array<boolean>(7).fill(true),
			...new Array<string>(5).fill(reasonOfAll(7)),
		]);
		now += HOUR;
		expect(outcomes((await fixture.run(send, { items: [text(ONE, 0)] })).items)).toEqual([true]);
	});

	test('counts nobody who has enough, whom the service refuses, or in a rehearsal', async () => {
		const limits = { mostToEachInHour: { figure: 1 }, mostInHour: { figure: 3 } };
		const send = sendSms(TO_EACH, { limits, concurrentRequests: 1 });
		await fixture.run(send, { items: textsOf(ONE, 5), rehearsalPhone: '0507000000' });
		expect(remembered.largest).toBe(0);
		fixture.sandbox.addFault({ kind: 'noCredit', times: 1 });
		const first = { items: [text('0502222220', 0)], onError: 'continueRegularOutput' as const };
		expect((await fixture.run(send, first)).items[0]?.json.result).toMatch(/credit/);
		const others = ['0502222221', '0502222222', '0502222223'].map((phone) => text(phone, 0));
		const { items } = await fixture.run(send, { items: [...textsOf(ONE, 4), ...others] });
		expect(outcomes(items)).toEqual([
			...[true, reason(1), reason(1), reason(1)],
			...[true, true, reasonOfAll(3)],
		]);
	});
});

test.each([
	['a person', hourly(5), () => ONE],
	['everybody', inAll(5), (n: number) => `05022222${10 + n}`],
])('lets as many of 40 executions at once text %s as allowed', async (_, limit, phoneOf) => {
	const runs = await Promise.all(
		Array.from({ length: 40 }, async (__, n) => {
			const run = { items: [text(phoneOf(n), n)], executionId: `${n}` };
			return outcomes((await fixture.run(reply({}, limit), run)).items)[0];
		}),
	);
	expect(runs.filter((one) => one === true)).toHaveLength(5);
	expect(fixture.sandbox.messages()).toHaveLength(5);
});

/** 100 texts of a stranger, and one of another person. */
const crowd = (message: (n: number) => string, key: (n: number) => string): IDataObject[] => [
	...Array.from({ length: 100 }, (_, n) => ({ ...text(ONE, n), message: message(n), key: key(n) })),
	{ ...text('0502222222', 0), key: 'honest' },
];
const KEYED = { ...hourly(1), idempotencyKey: '={{ $json.key }}' };
const [asReply, toEach] = [reply({}, KEYED), sendSms({ ...TO_EACH, message: 'Hi' }, KEYED)];
const one = () => 'one';

test.each<[string, INodeParameters, before: string, IDataObject[], skips: RegExp]>([
	['one key', asReply, '', crowd(String, one), /99 with the key of another item/],
	['a used key', asReply, 'one', crowd(String, one), /1 sent before.*99 with/],
	['equal words, too', toEach, 'other', crowd(one, String), /100 beyond/],
	['own keys', asReply, 'other', crowd(String, String), /100 beyond/],
])('asks n8n and the service a few times about 100 texts with %s', async (...row) => {
	const [, send, before, all, skips] = row;
	if (before) await fixture.runWell(send, { items: [{ ...text(ONE, 0), key: before }] });
	remembered.calls = 0;
	const { items, hints } = await fixture.goOn(send, all);
	expect(hints.join('\n')).toMatch(skips);
	expect(fixture.sandbox.counters().requests.sms).toBeLessThan(13);
	expect(remembered.calls).toBeLessThan(30);
	expect(items).toHaveLength(101);
	expect(items.slice(1, 100).every(({ json }) => detailsOf(json).skipped)).toBe(true);
	expect(items.at(-1)?.json).toMatchObject({ accepted: true, phone: '0502222222' });
});
