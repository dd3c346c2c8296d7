import type { INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Heard } from '../../../gateway/events/incomingMessage';
import { waitForAnswer } from '../../answers/question';
import { outcomesOf, readIncomingMessages } from '../../answers/watch';
import type { WatchedQuestion } from '../../answers/watch';
import { reached } from '../../connection/account';
import { passOnAfterWait } from '../../n8n/insides';
import { runStep } from '../../n8n/subExecution';
import type { NodeError } from '../../output/nodeError';
import { asNodeError, failureIn, nodeError } from '../../output/nodeError';
import type { CommonSettings } from '../options/common';
import type { Earlier, Item, Part, Row, Run } from '../run/run';
import { isSent } from '../run/run';

/** Milliseconds for which a list of messages stands for the present. */
const FRESH = 10_000;

/** Questions by text. The first message that was not there before a question answers it. */
export class SmsReplies {
	/** The latest list by username of the sub-account; `undefined` is the credential's account. */
	private readonly lists = new Map<string | undefined, { readAt: number; heard: Promise<Heard> }>();
	/** All lists begin here: at the first question, which an earlier try may have sent. So no list has older messages than another. */
	private get since(): number {
		const begins = this.run.rows.flatMap(({ earlier }) => earlier?.question?.begin ?? []);
		return (this.begin ??= begins.reduce((first, begin) => Math.min(first, begin), Date.now()));
	}
	private begin?: number;

	constructor(private readonly run: Run) {}

	/** Notes what people wrote before a question that is about to go out. Returns an error if their messages cannot be read. */
	async listen(parts: readonly Part[]): Promise<NodeError | undefined> {
		for (const part of parts) {
			const { itemIndex } = part;
			const item = this.run.rows[itemIndex]?.item;
			const conversation = askedBy(this.run, item)?.conversation;
			if (!item || !conversation) continue;
			try {
				const heard = await this.messages(item.common);
				part.earlierKeys = heard(conversation).map(({ key }) => key);
			} catch (error) {
				return this.notAsked(error, itemIndex);
			}
		}
		return undefined;
	}

	/** Starts to wait, if there is anything to wait for. The answers later replace the returned items. */
	async wait(output: INodeExecutionData[]): Promise<INodeExecutionData[] | undefined> {
		const { context, node, rows } = this.run;
		const items = rows.map((row) => ({
			json: output[row.itemIndex]?.json ?? {},
			question: questionOf(this.run, row),
		}));
		if (!items.some(({ question }) => question)) return undefined;
		const watch = { since: this.since, items };
		const { waitTill, data } = await runStep(context, 'supervise', watch).catch((cause: Error) => {
			throw new NodeOperationError(node, `The wait for replies could not start: ${cause.message}`, {
				description: 'The questions are on their way; do not send them again.',
			});
		});
		if (!waitTill) return data[0] ?? [];
		const waiting = outcomesOf(watch, { answers: {} }, this.since);
		passOnAfterWait(context, waiting);
		// Leaves out failed items: for them, "Retry On Fail" would start a second wait.
		return waiting.filter(({ json }) => json.error === undefined);
	}

	private async messages(account: CommonSettings): Promise<Heard> {
		const { onBehalfOf } = account;
		const readAt = Date.now();
		const known = this.lists.get(onBehalfOf);
		if (known && readAt - known.readAt < FRESH) return await known.heard;
		const heard = readIncomingMessages(this.run.context, account, this.since);
		this.lists.set(onBehalfOf, { readAt, heard });
		return await heard;
	}

	private notAsked(cause: unknown, itemIndex: number): NodeError {
		const { node } = this.run;
		const failure = failureIn(asNodeError(node, cause));
		const hint = `Not asked, because replies cannot be read. ${failure.hint ?? ''}`;
		// Only the read failed; nothing was sent.
		return nodeError(node, { ...failure, hint, outcome: 'rejected' }, itemIndex);
	}
}

/** The question that waits for an item's answer; undefined if none was sent. */
export function questionOf(run: Run, { earlier, item, parts }: Row): WatchedQuestion | undefined {
	if (earlier) return earlier.question;
	const text = parts.find(({ fate }) => isSent(fate));
	const asked = askedBy(run, item);
	if (!item || !asked || text?.fate?.kind !== 'accepted') return undefined;
	const { fate, earlierKeys = [] } = text;
	const { at: begin, isScheduled } = fate;
	const { onBehalfOf, timeoutSeconds } = item.common;
	return {
		...asked.conversation,
		begin,
		until: asked.until(begin).getTime(),
		isScheduled,
		earlierKeys,
		onBehalfOf,
		timeoutSeconds,
	};
}

function askedBy({ account }: Run, item: Item | undefined) {
	const waiting = item?.sending?.waiting;
	if (!waiting || !('conversation' in waiting)) return undefined;
	const phone = reached(account, waiting.conversation.phone);
	return { ...waiting, conversation: { ...waiting.conversation, phone } };
}

/** The page of a question by link that was sent; undefined for anything else. */
export function linkOf({ earlier, item, parts }: Row): Earlier['link'] {
	if (earlier) return earlier.link;
	const waiting = item?.sending?.waiting;
	const text = parts.find(({ fate }) => isSent(fate));
	if (!text || !waiting || !('page' in waiting)) return undefined;
	const begin = text.fate?.kind === 'accepted' ? text.fate.at : Date.now();
	return { page: waiting.page, until: waiting.until(begin).getTime() };
}

/** If the run asks by link, which it does for its only item, makes the execution wait for an answer on the page. */
export async function waitForLink(
	{ context, rows: [row] }: Run,
	[output]: INodeExecutionData[],
): Promise<void> {
	const link = row && linkOf(row);
	if (!link) return;
	const sent = { ...output?.json };
	delete sent.outcome;
	await waitForAnswer(context, link, sent);
}
