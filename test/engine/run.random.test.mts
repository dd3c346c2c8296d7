import type { IDataObject } from 'n8n-workflow';

import { israelClock, toInstant } from '../../gateway/dates';
import { fc } from '../fuzz.mts';
import { bulk } from './harness/bulkItems.mts';
import { useRememberedKeys } from './harness/rememberedKeys.mts';
import { sendingHours } from './harness/sendsWithHours.mts';
import { useShortClaims } from './harness/shortClaims.mts';
import { sendSms } from './harness/smsSend.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
useRememberedKeys();
useShortClaims();
afterEach(() => jest.restoreAllMocks());

const MINUTE = 60_000;
const [OPENS, CLOSES] = [8 * 60, 20 * 60];
const BEGIN = Date.parse('2026-11-24T00:00+02:00');

/** What the service says to a request: yes, no, or nothing that can be understood. */
const REPLIES = {
	taken: '{"status":0,"message":"","shipment_id":"7"}',
	refused: '{"status":4,"message":"no credit"}',
	unclear: '{"status":998,"message":"error"}',
} as const;
type Reply = keyof typeof REPLIES;

/** A text in a request, with the time at which it goes out. */
interface Sent {
	phone: string;
	text: string;
	at: number;
}

type Element = IDataObject & {
	destinations: { phone: Array<string | { _: string }> };
	message: string;
};

function sentIn(request: string, now: number): Sent[] {
	const { sms, bulk: batch } = JSON.parse(request) as {
		sms?: Element;
		bulk?: { messages: { sms: Element[] }; timing?: string };
	};
	const timing = (sms?.timing ?? batch?.timing) as string | undefined;
	const at = timing === undefined ? now : toInstant(timing);
	return (sms ? [sms] : (batch?.messages.sms ?? [])).flatMap(({ destinations, message: text }) =>
		[destinations.phone].flat().map((phone) => ({
			phone: typeof phone === 'string' ? phone : phone._,
			text,
			at,
		})),
	);
}

const minuteOfDay = (at: number) => Math.floor(israelClock(at) / MINUTE) % (24 * 60);

const item = fc.record({
	phone: fc.constantFrom('0501111111', '0502222222', '+972 50 333 3333', 'nobody'),
	text: fc.constantFrom('Hello', 'Hello again', 'Sale'),
});
const run = fc.record({
	isBulk: fc.boolean(),
	items: fc.array(item, { minLength: 1, maxLength: 8 }),
	beginsAt: fc.integer({ min: 0, max: 24 * 60 - 1 }),
	/** How long each request takes, in minutes. */
	takes: fc.integer({ min: 0, max: 300 }),
	outside: fc.constantFrom('schedule', 'leaveOut'),
	isSpread: fc.boolean(),
	duplicates: fc.constantFrom('skipIdentical', 'onePerNumber'),
	onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput'),
	replies: fc.array(fc.constantFrom<Reply>('taken', 'taken', 'taken', 'refused', 'unclear'), {
		maxLength: 6,
	}),
	tries: fc.integer({ min: 1, max: 3 }),
	hasKeys: fc.boolean(),
});

let executions = 0;
/** Texts of all runs. */
let all = 0;

test('keeps what it promises in random runs: nobody twice, nobody outside the hours, every item out', async () => {
	await fc.assert(
		fc.asyncProperty(run, async (given) => {
			let now = BEGIN + given.beginsAt * MINUTE;
			jest.spyOn(Date, 'now').mockImplementation(() => now);
			const perhapsSent: Sent[] = [];
			const parameters = given.isBulk ? bulk : sendSms;
			const options = {
				...sendingHours({ days: [0, 1, 2, 3, 4, 5, 6], eveTo: '', outside: given.outside }),
				...(given.isBulk &&
					given.isSpread && { spreadOver: { values: { amount: 2, unit: 'hours', every: 30 } } }),
				...(!given.isBulk && { concurrentRequests: 1 }),
				...(given.hasKeys && { idempotencyKey: '={{ $json.key }}' }),
				duplicates: given.duplicates,
			};
			let requests = 0;
			executions += 1;
			const { items, error } = await fixture.runWithReply(
				(request) => {
					const reply = given.replies[requests++] ?? 'taken';
					if (reply !== 'refused') perhapsSent.push(...sentIn(request, now));
					now += given.takes * MINUTE;
					return REPLIES[reply];
				},
				parameters({ phones: '={{ $json.phone }}', message: '={{ $json.text }}' }, options),
				{
					items: given.items.map((each, n) => ({ ...each, key: `order-${n % 5}` })),
					onError: given.onError,
					retryOnFail: given.tries > 1,
					maxTries: given.tries,
					executionId: `random-${executions}`,
					workflowId: `random-${executions}`,
				},
			);
			all += perhapsSent.length;
			const of = ({ phone, text }: Sent) =>
				given.duplicates === 'onePerNumber' ? phone : `${phone} ${text}`;
			expect(perhapsSent.map(of).sort()).toEqual([...new Set(perhapsSent.map(of))].sort());
			for (const { at } of perhapsSent) {
				expect(minuteOfDay(at)).toBeGreaterThanOrEqual(OPENS);
				expect(minuteOfDay(at)).toBeLessThan(CLOSES);
			}
			if (error) return;
			expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
				given.items.map((_, n) => ({ item: n })),
			);
			for (const { json } of items) {
				expect([true, false, 'unknown']).toContain(json.accepted);
				expect(json.accepted === true || typeof json.reason === 'string').toBe(true);
			}
		}),
		{ numRuns: Number(process.env.FUZZ_RUNS ?? 60), interruptAfterTimeLimit: 240_000 },
	);
	expect(all).toBeGreaterThan(50);
}, 300_000);
