import type { IDataObject } from 'n8n-workflow';
import { israelClock } from '../../gateway/values/dates';
import type { Campaign, Message } from '../../sandbox/state.mts';
import type { FaultKindName } from '../../sandbox/wire/faultKinds.mts';
import { fc } from '../fuzz.mts';
import { block, bulk, sendingHours, sendSms, sendVoice, TO_EACH } from './harness/calls.mts';
import type { NodeResult } from './harness/runNode.mts';
import { useSoonTimeouts, withSoonTimeouts } from './harness/soonTimeouts.mts';
import { detailsOf, ENCODINGS, useSandbox, type SandboxRun } from './harness/useSandbox.mts';

const fixture = useSandbox({ clock: 'real' });
useSoonTimeouts();
const MINUTE = 60_000;
const [OPENS, CLOSES] = [8 * 60, 20 * 60];
const BEGIN = Date.parse('2026-11-24T00:00+02:00');
const RUNS = Number(process.env.FUZZ_RUNS ?? 150);
/** Milliseconds. These tests take a while, longer on a busy machine. */
const HOLDS_MS = 1_200_000;
jest.setTimeout(HOLDS_MS);

const minuteOfDay = (at: number) => Math.floor(israelClock(at) / MINUTE) % (24 * 60);

const when = { skip: fc.integer({ min: 0, max: 5 }), times: fc.integer({ min: 1, max: 3 }) };
/** Refusals by the service, unreadable answers, and faults on the way. */
const fault = fc.oneof(
	fc.record({ kind: fc.constant<FaultKindName>('noCredit'), ...when }),
	fc.record({
		kind: fc.constantFrom<FaultKindName>(
			...(['statusUnknown', 'statusMissing', 'httpStatus', 'html', 'truncated'] as const),
			...(['reset', 'resetMidRequest', 'resetMidReply', 'hang'] as const),
		),
		phase: fc.constantFrom('before' as const, 'after' as const),
		status: fc.constantFrom(500, 502, 503, 504),
		...when,
	}),
);
const faults = fc.array(fault, { maxLength: 3 });

let executions = 0;
/** Another execution of another workflow, so that nothing is remembered. */
const anew = () => {
	const executionId = `random-${++executions}`;
	return { executionId, workflowId: executionId };
};

/** The limit per person needs one number per item. */
const isHourly = ({ eachInHour, parameters, items }: Given) =>
	eachInHour && parameters === sendSms && !items.some(({ phone }) => /[,;]/.test(phone));

type Given = typeof crossing extends fc.Arbitrary<infer Value> ? Value : never;

const expectOnce = (all: string[]) => expect(all.sort()).toEqual([...new Set(all)].sort());

const REHEARSAL_PHONE = '0537778899';

/** The external IDs and phones that the output names as texted. */
const saidOf = ({ run }: NodeResult) =>
	(run.data.resultData.runData.TextMe ?? []).flatMap(({ data }) =>
		(data?.main?.flat() ?? []).flatMap((item) => {
			const json = item?.json ?? {};
			if (json.accepted !== true || detailsOf(json).onlyChecked === true) return [];
			return recipientsIn(json)
				.filter((one) => one.accepted === true && one.onlyChecked !== true)
				.map((one) => `${one.externalId as string} ${one.phone as string}`);
		}),
	);

const recipientsIn = (json: IDataObject) =>
	(detailsOf(json).recipients ?? [{ ...json, ...detailsOf(json) }]) as IDataObject[];

const duplicatesIn = (json: IDataObject) =>
	recipientsIn(json).filter((one) => one.duplicateOf !== undefined);

const crossing = fc.record({
	way: fc.constantFrom(
		...['run', 'run', 'run', 'loop', 'afterRehearsal', 'rehearsal', 'rehearsalInLoop'],
	),
	duplicates: fc.constantFrom('skipIdentical', 'skipIdentical', 'sendAll'),
	parameters: fc.constantFrom(sendSms, bulk, sendVoice),
	encoding: fc.constantFrom(...ENCODINGS),
	items: fc.array(
		fc.record({
			phone: fc.oneof(
				{
					weight: 20,
					arbitrary: fc.constantFrom(
						...['0501111111', '0502222222', '0503333333'],
						...['0501111111, 0502222222', '0502222222; 0503333333'],
					),
				},
				{ weight: 1, arbitrary: fc.constant('nobody') },
			),
			text: fc.constantFrom('Hello', 'Sale', 'Bad #status:989'),
			key: fc.integer({ min: 0, max: 4 }).map((n) => `order-${n}`),
			account: fc.constantFrom('demo-reseller', 'demo-reseller', 'demo-sub'),
		}),
		{ minLength: 1, maxLength: 7 },
	),
	hasKeys: fc.boolean(),
	each: fc.constantFrom(1, 2),
	outside: fc.constantFrom('schedule', 'leaveOut'),
	mostMessages: fc.constantFrom(undefined, 3),
	eachInHour: fc.boolean(),
	/** Minutes of the day, often just before closing. */
	beginsAt: fc.oneof(
		fc.integer({ min: CLOSES - 6, max: CLOSES }),
		fc.integer({ min: 0, max: 24 * 60 - 1 }),
	),
	/** Minutes per request. */
	takes: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 300 })),
	blocked: fc.constantFrom('', '', '0502222222', REHEARSAL_PHONE),
	concurrentRequests: fc.constantFrom(1, 1, 5),
	faults,
	tries: fc.integer({ min: 1, max: 3 }),
	/** Minutes before each of a person's retries. */
	retries: fc.array(fc.integer({ min: 0, max: 20 * 60 }), { maxLength: 3 }),
	/** Whether each of them is pressed twice. */
	isTwice: fc.boolean(),
	onError: fc.constantFrom('stopWorkflow', 'stopWorkflow', 'continueRegularOutput'),
	/** Whether another execution gets the same items and keys. */
	comesAgain: fc.boolean(),
});

/** A message's item, by external ID. */
const itemOf = ({ externalId }: Pick<Message, 'externalId'>) =>
	Number(externalId.split('-').at(-2));

test('texts everybody whom an item says it texted, once, and leaves nobody out, whatever features cross', async () => {
	let texted = 0;
	const { sandbox } = fixture;
	const cross = async (given: Given) => {
		const { items, hasKeys, concurrentRequests, duplicates, way } = given;
		let now = BEGIN + given.beginsAt * MINUTE;
		jest.spyOn(Date, 'now').mockImplementation(() => now);
		sandbox.reset();
		sandbox.events.removeAllListeners('campaign').removeAllListeners('request');
		const campaigns = new Set<Campaign>();
		/** The service tells of a scheduled one again when it goes out. */
		const rehearsed = new Set<Campaign>();
		if (given.blocked) {
			for (const onBehalfOf of ['demo-reseller', 'demo-sub']) {
				await fixture.runWell(block({ phones: given.blocked }, { onBehalfOf }), {
					account: sandbox.reseller,
				});
			}
		}
		sandbox.events.on('campaign', (campaign) => {
			if (!rehearsed.has(campaign)) campaigns.add(campaign);
		});
		sandbox.events.on('request', () => (now += given.takes * MINUTE));
		for (const each of given.faults) sandbox.addFault(each);
		const { mostMessages } = given;
		const isEach = isHourly(given);
		const parameters = given.parameters(TO_EACH, {
			...sendingHours({ days: [0, 1, 2, 3, 4, 5, 6], eveTo: '', outside: given.outside }),
			...(given.parameters !== bulk && { concurrentRequests }),
			...(hasKeys && { idempotencyKey: '={{ $json.key }}' }),
			limits: {
				...(mostMessages && { mostMessages: { figure: mostMessages } }),
				...(isEach && { mostToEachInHour: { figure: given.each } }),
			},
			onBehalfOf: '={{ $json.account }}',
			duplicates,
		});
		const isLoop = way.endsWith('oop');
		const isRehearsal = way.startsWith('rehearsal');
		const own: SandboxRun = {
			...{ ...anew(), encoding: given.encoding, onError: given.onError },
			...(isLoop ? { passes: items.map((item) => [item]) } : { items }),
			...{ account: sandbox.reseller, retryOnFail: given.tries > 1, maxTries: given.tries },
			rehearsalPhone: isRehearsal ? REHEARSAL_PHONE : undefined,
		};
		const retried = () => ({ executionId: anew().executionId });
		let retryOf: SandboxRun['retryOf'];
		if (way === 'afterRehearsal') {
			const { error, run } = await fixture.run(parameters, {
				...own,
				rehearsalPhone: REHEARSAL_PHONE,
			});
			retryOf = error && run;
			for (const campaign of campaigns) rehearsed.add(campaign);
			campaigns.clear();
		}
		let result = await fixture.run(parameters, { ...own, ...retried(), retryOf });
		for (const [n, minutes] of given.retries.entries()) {
			if (!result.error) break;
			if (n === given.retries.length - 1) sandbox.clearFaults();
			now += minutes * MINUTE;
			const again = given.isTwice && structuredClone(result.run);
			result = await fixture.run(parameters, { ...own, ...retried(), retryOf: result.run });
			if (!again) continue;
			const { error } = await fixture.run(parameters, { ...own, ...retried(), retryOf: again });
			if (own.onError === 'stopWorkflow') expect(error?.message).toContain('was retried before');
		}
		const allSent = () =>
			[...campaigns].flatMap((campaign) =>
				campaign.messages.map((message) => ({ ...message, sendAt: campaign.sendAt })),
			);
		const sent = allSent();
		texted += sent.length;
		if (isRehearsal) {
			expect(sent.filter(({ phone }) => phone !== REHEARSAL_PHONE)).toEqual([]);
			return;
		}
		expect(sent.length).toBeLessThanOrEqual(mostMessages ?? Infinity);
		const of = (message: Message) => items[itemOf(message)];
		// Nobody gets two texts of one item, nor the same text twice from one account.
		expectOnce(sent.map(({ externalId }) => externalId));
		if (isLoop) {
			const runs = JSON.stringify(result.run.data.resultData.runData);
			if (result.error || runs.includes('"accepted":"unknown"')) return;
			expect(saidOf(result).sort()).toEqual(
				sent.map(({ externalId, phone }) => `${externalId} ${phone}`).sort(),
			);
			return;
		}
		if (duplicates !== 'sendAll') {
			expectOnce(sent.map((one) => `${one.username} ${one.phone} ${one.text}`));
		}
		// Everybody who was texted is in an item, with its account.
		for (const one of sent) {
			const { phone = '', account, text } = of(one) ?? {};
			expect(phone).toContain(one.phone);
			expect([one.text, one.username]).toEqual([text, account]);
			// With several requests at a time, one may end after closing.
			if (given.parameters !== bulk && concurrentRequests > 1) continue;
			expect(minuteOfDay(one.sendAt)).toBeGreaterThanOrEqual(OPENS);
			expect(minuteOfDay(one.sendAt)).toBeLessThan(CLOSES);
		}
		if (hasKeys) {
			const keys = new Map<string, number>();
			for (const one of sent) {
				// A key belongs to an account.
				const key = `${one.username} ${of(one)?.key}`;
				expect(keys.get(key) ?? itemOf(one)).toBe(itemOf(one));
				keys.set(key, itemOf(one));
			}
			if (given.comesAgain) {
				const { executionId } = anew();
				await fixture.run(parameters, { ...own, executionId });
				expectOnce(allSent().map((one) => `${one.username} ${one.phone} ${of(one)?.key}`));
			}
		}
		if (result.error) return;
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(
			items.map((_, item) => ({ item })),
		);
		for (const { json } of result.items) {
			expect(typeof json.result).toBe('string');
		}
		const known = sent.filter((one) => result.items[itemOf(one)]?.json.accepted !== 'unknown');
		expect(saidOf(result).sort()).toEqual(
			known.map(({ externalId, phone }) => `${externalId} ${phone}`).sort(),
		);
		const gotBy = (phone: string, item: (typeof items)[number] | undefined) =>
			sent.some((one) => one.phone === phone && one.text === item?.text);
		const doubtful = result.items.some(({ json }) => json.accepted === 'unknown');
		for (const [n, { json }] of result.items.entries()) {
			// The recipient of each duplicate got the text.
			for (const { phone, result: why } of duplicatesIn(json)) {
				const isBlocked = phone === given.blocked || /opted out/.test(why as string);
				const isRepeat = /has this text/.test(why as string);
				if (!doubtful && !isBlocked && isRepeat)
					expect({ n, got: gotBy(phone as string, items[n]) }).toEqual({ n, got: true });
			}
			// A key is used only by a sent text or its duplicate.
			if (doubtful || !/under this idempotency key/.test(JSON.stringify(json))) continue;
			const { key: own, account: ofKey } = items[n] ?? {};
			const users = items.filter(({ key, account }) => key === own && account === ofKey);
			const isUsed = users.some((user) =>
				user.phone.split(/[,;] /).some((phone) => gotBy(phone, user)),
			);
			expect({ n, isUsed }).toEqual({ n, isUsed: true });
		}
	};
	await fc.assert(
		fc.asyncProperty(crossing, (given) => withSoonTimeouts(() => cross(given))),
		{ numRuns: RUNS, interruptAfterTimeLimit: HOLDS_MS },
	);
	expect(texted).toBeGreaterThan(RUNS / 2);
});
