import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
} from 'n8n-workflow';

import type { Heard } from '../../gateway/events/conversation';
import { formatInstant, instantOf, lastInstant, MINUTE } from '../../gateway/values/dates';
import { isQuoteOf } from '../../gateway/texts/replyWords';
import { groupBy } from '../../gateway/values/lists';
import { readIncomingMessages } from '../connection/incomingMessages';
import { inExecution } from '../memory/slots';
import { STARTED_AT } from '../memory/thisProcess';
import type { Findings, Watch, WatchedQuestion } from './wait';
import { troubleBy } from './wait';

/**
 * Milliseconds that n8n may take to start. During the start it resumes its waiting executions, and a look that ends may fail to
 * wake its caller. n8n tries again a minute later, but only if it keeps finished executions.
 */
const MAX_START = 60_000;

export interface LookInput {
	watch: Watch;
	findings: Findings;
	/** Whether this look replaces one that was cut off, and is therefore due at once. */
	isReplacement: boolean;
}

/** Looks once, unless it is too early. Then ends, or waits for the next look. */
export async function look(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const input = context.getInputData()[0]?.json as unknown as LookInput;
	const { watch } = input;
	const state = inExecution(context, 'wait') as { findings?: Findings };
	const findings = (state.findings ??= input.findings);
	const now = Date.now();
	const open = () => unanswered(watch, findings).filter(([, { until }]) => now < until);
	const isFirst = context.getWorkflowDataProxy(0).$runIndex === 0;
	// If a wait is retried, its time may be over.
	if (!isFirst || input.isReplacement || open().length === 0) {
		const wait = untilStarted(context, now);
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

/** Milliseconds until n8n has certainly started; 0 or less if it has, or if it keeps finished executions. */
function untilStarted(context: IExecuteFunctions, now: number): number {
	const { saveDataSuccessExecution } = context.getWorkflowSettings();
	return saveDataSuccessExecution === 'none' ? STARTED_AT + MAX_START - now : 0;
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

/** The next pause is the time waited so far, divided by this. */
const DIVISOR = 20;

/** Milliseconds. The longest pause, because the person who replied is waiting. */
const MOST = 10 * MINUTE;

/**
 * Milliseconds until the next look, after waiting `waited` of `limit` milliseconds: first ten seconds, then a minute, after 20
 * minutes a twentieth of the time waited. Our own choice: the gateway documents no limit for reads.
 */
export function untilNextLook(waited: number, limit: number): number {
	const pause = waited < FIRST ? FIRST : Math.min(Math.max(waited / DIVISOR, MINUTE), MOST);
	return Math.max(0, Math.min(pause, limit - waited));
}
