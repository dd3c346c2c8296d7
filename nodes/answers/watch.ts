import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
} from 'n8n-workflow';

import type { Conversation, Heard } from '../../gateway/events/incomingMessage';
import { heardIn, readIncomingMessage } from '../../gateway/events/incomingMessage';
import { findRecords } from '../../gateway/replies/records';
import { asksToBeRemoved } from '../../gateway/texts/removalWords';
import { choiceIn, isQuoteOf } from '../../gateway/texts/replyWords';
import { formatInstant, HOUR, instantOf, lastInstant, MINUTE } from '../../gateway/values/dates';
import { groupBy } from '../../gateway/values/lists';
import { openWindow } from '../../gateway/values/windows';
import type { GatewayContext } from '../connection/account';
import { callGateway } from '../connection/request';
import { inExecution } from '../memory/slots';
import { runOf } from '../n8n/insides';
import { runStep, untilStarted } from '../n8n/subExecution';
import { withAnswer } from '../output/replies';
import type { ReplyForm } from './question';

/** A run's questions by text. The watcher gets this as its only item. */
export interface Watch {
	/** Before the first question was sent (milliseconds since 1970). */
	since: number;
	/** One per output item, in order. */
	items: Array<{ json: IDataObject; question?: WatchedQuestion | undefined }>;
}

/** A question that waits from `begin` to `until` (milliseconds since 1970). */
export interface WatchedQuestion extends Conversation, ReplyForm {
	begin: number;
	until: number;
	isScheduled: boolean;
	/** Keys of messages that were there before the question. */
	earlierKeys: string[];
	/** Username of a reseller's sub-account. */
	onBehalfOf?: string;
	/** Of requests. */
	timeoutSeconds: number;
}

/** The findings so far. n8n stores them in its database with the execution. */
interface Findings {
	/** By item index. `other`: fields of the record that the node does not know. */
	answers: Record<string, { text: string; respondedAt: string; other?: IDataObject }>;
	/** When messages were last read (milliseconds since 1970). */
	readAt?: number;
	/** Why the last look failed: a sentence. */
	trouble?: string;
	/** Whether the gateway refused the last look. Later looks would fail too. */
	refused?: boolean;
}

const troubleBy = (cause: string): string => `Replies could not be looked up: ${cause}`;

/** The output of every item if the wait ended now, in the form of an answer by link. */
export function outcomesOf(
	{ items }: Watch,
	{ answers, trouble }: Findings,
	now = Date.now(),
): INodeExecutionData[] {
	const outputs = items.map(({ json, question }, item) => {
		if (!question) return json;
		const { until, choices, isNumbered = false } = question;
		const { text = '', ...more } = answers[item] ?? {};
		const sent = { ...json };
		delete sent.outcome;
		const choice = choices && { choice: choiceIn(text, choices, isNumbered) ?? '' };
		const outcome = answers[item] ? 'answered' : now < until ? 'unknown' : 'timedOut';
		if (trouble && !answers[item]) sent.result = `${String(sent.result)}. ${trouble}`;
		const removal = asksToBeRemoved(text) && { asksToBeRemoved: true };
		return withAnswer(sent, { outcome, data: { text, ...choice, ...removal }, ...more });
	});
	return outputs.map((json, item) => ({ json, pairedItem: { item } }));
}

/**
 * Looks once, unless it is too early. Then ends, or waits for the next look. A look that replaces one that was cut off is due at
 * once.
 */
export async function look(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const input = context.getInputData()[0]?.json as unknown as {
		watch: Watch;
		findings: Findings;
		isReplacement: boolean;
	};
	const { watch } = input;
	const state = inExecution(context, 'wait') as { findings?: Findings };
	const findings = (state.findings ??= input.findings);
	const now = Date.now();
	const open = () => unanswered(watch, findings).filter(([, { until }]) => now < until);
	const isFirst = runOf(context) === 0;
	// If a wait is retried, its time may be over.
	if (!isFirst || input.isReplacement || open().length === 0) {
		const wait = untilStarted(context);
		if (wait > 0) {
			await context.putExecutionToWait(new Date(now + wait));
			return [[{ json: { findings } }]];
		}
		await hear(context, watch, findings, now);
	}
	if (open().length === 0 || findings.refused) {
		return [[], [{ json: { findings, isFinished: true } }]];
	}
	const pauses = open().map(([, question]) => pauseOf(question, now));
	await context.putExecutionToWait(new Date(now + Math.min(...pauses)));
	// n8n returns this if it is killed during the next look.
	return [[{ json: { findings } }]];
}

/** The questions without an answer, by item index. */
const unanswered = ({ items }: Watch, { answers }: Findings): Array<[number, WatchedQuestion]> =>
	items.flatMap(({ question }, item) => (question && !answers[item] ? [[item, question]] : []));

/**
 * Reads people's messages, and notes the answers (specification, incoming). Only a refusal by the gateway is final. Any other
 * failure may be gone at the next look.
 */
async function hear(
	context: IExecuteFunctions,
	watch: Watch,
	findings: Findings,
	now: number,
): Promise<void> {
	const since = Math.max(watch.since, findings.readAt ?? 0);
	const byAccount = groupBy(unanswered(watch, findings), ([, { onBehalfOf }]) => onBehalfOf);
	try {
		for (const questions of byAccount.values()) {
			const heard = await readIncomingMessages(context, questions[0][1], since);
			for (const [item, question] of questions) {
				const answer = answerTo(question, heard);
				if (!answer) continue;
				const { message: text = '', date, other } = answer;
				const respondedAt = formatInstant(instantOf(date) ?? now);
				findings.answers[item] = {
					text,
					respondedAt,
					...(other && { other: other as IDataObject }),
				};
			}
		}
		findings.readAt = now;
		delete findings.trouble;
	} catch (error) {
		const { message, description, context: details } = error as NodeApiError;
		findings.trouble = troubleBy([message, description].filter(Boolean).join('. '));
		const isAnswered = details?.status !== undefined || details?.httpStatus !== undefined;
		findings.refused = isAnswered && details.retryable !== true;
	}
}

/** Milliseconds by which the clocks of n8n and the gateway may differ: an hour, or the offset of Israel's time. */
const CLOCK_DIFFERENCE = 4 * HOUR;

/** The messages to an account since `since` (milliseconds since 1970), and some earlier ones (specification, incoming). */
export async function readIncomingMessages(
	context: GatewayContext,
	{ onBehalfOf, timeoutSeconds }: { onBehalfOf?: string; timeoutSeconds: number },
	since: number,
): Promise<Heard> {
	const now = Date.now();
	const window = openWindow({ from: since - CLOCK_DIFFERENCE, to: now + CLOCK_DIFFERENCE }, now);
	const body = () => ({ ...window });
	const call = { root: 'incoming', body, effect: 'read', timeoutSeconds, onBehalfOf } as const;
	const { tree } = await callGateway(context, call);
	return heardIn(findRecords(tree).records.map(readIncomingMessage));
}

/**
 * The first message that was not there before the question. Clocks differ, so its date does not count. Only if the gateway sent
 * the question later, its own clock tells which messages came before. A reaction to the question is no answer.
 */
function answerTo(
	{ earlierKeys, begin, isScheduled, question = '', ...conversation }: WatchedQuestion,
	heard: Heard,
) {
	const earlier = new Set(earlierKeys);
	return heard(conversation).find(({ key, date, message = '' }) => {
		const instant = isScheduled ? instantOf(date) : undefined;
		const isEarly = instant !== undefined && lastInstant(instant) < begin;
		return !isEarly && !earlier.has(key) && !isQuoteOf(question, message);
	});
}

/** Milliseconds until a question needs the next look. Not before it goes out. */
function pauseOf({ begin, until }: WatchedQuestion, now: number): number {
	const from = Math.max(begin, now);
	return from - now + untilNextLook(from - begin, until - begin);
}

/** Milliseconds until the first look. Replies are hardly ever faster. */
const FIRST = 10_000;

/**
 * Milliseconds until the next look, after waiting `waited` of `limit` milliseconds: first ten seconds, then a minute, after 20
 * minutes a twentieth of the time waited, at most ten minutes. Our own choice: the gateway documents no limit for reads.
 */
export function untilNextLook(waited: number, limit: number): number {
	const pause = waited < FIRST ? FIRST : Math.min(Math.max(waited / 20, MINUTE), 10 * MINUTE);
	return Math.max(0, Math.min(pause, limit - waited));
}

/** Milliseconds until a look that could not start is retried. */
const BEGIN_AGAIN_AFTER = 60_000;

/**
 * Runs the looks in another sub-execution, and starts a new one if that is cut off: when its process is killed, n8n abandons a
 * running execution. This execution only waits meanwhile, so it survives. Only a refusal by the gateway ends a wait early.
 */
export async function supervise(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const json = context.getInputData()[0]?.json;
	const state = inExecution(context, 'wait') as unknown as {
		watch: Watch;
		findings: Findings;
		/** When the last look began (milliseconds since 1970). */
		begunAt?: number;
	};
	const isFirst = runOf(context) === 0;
	if (isFirst) Object.assign(state, { watch: json, findings: { answers: {} } });
	// The last look has `isFinished`. n8n returns only `error` if a look was cut off.
	const { findings, isFinished, error }: Partial<Record<string, unknown>> = isFirst
		? {}
		: { ...json };
	if (findings) state.findings = findings as Findings;
	const { watch } = state;
	if (error) state.findings.trouble = troubleBy(String(error));
	if (isFinished || wasLastLook(state)) return [[], outcomesOf(watch, state.findings)];

	try {
		const isReplacement = state.begunAt !== undefined;
		state.begunAt = Date.now();
		const input = { watch, findings: state.findings, isReplacement };
		const { waitTill, data } = await runStep(context, 'look', input);
		if (!waitTill) return [data[0] ?? []];
	} catch (cause) {
		state.findings.trouble = troubleBy((cause as Error).message);
		await context.putExecutionToWait(new Date(Date.now() + BEGIN_AGAIN_AFTER));
	}
	// n8n returns this if it is killed during the next run, and continues with it.
	const { trouble = troubleBy('n8n was stopped during the wait.') } = state.findings;
	return [outcomesOf(watch, { ...state.findings, trouble })];
}

/** A look that began after the deadline is the last one, even if it was cut off. */
const wasLastLook = ({ watch, begunAt = 0 }: { watch: Watch; begunAt?: number }) =>
	watch.items.every(({ question }) => !question || begunAt >= question.until);
