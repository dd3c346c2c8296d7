import type { INodeExecutionData } from 'n8n-workflow';

import type { HeardMessage } from '../../../gateway/events/conversation';
import { saidIn } from '../../../gateway/events/conversation';
import type { NodeError } from '../../output/nodeError';
import { aboutItem, asNodeError } from '../../output/nodeError';
import { readIncomingMessages } from '../../connection/incomingMessages';
import type { Wait, Watch } from '../../waiting/wait';
import type { CommonSettings } from '../options/common';
import type { Item, ItemText, Row } from '../run/row';
import { fail } from '../run/run';
import type { Run } from '../run/run';
import { questionText, waitingFor } from './answersByLink';
import { sentAt } from './deliveries';

export class SmsReplies {
	/** What people wrote before their question; for a question that an earlier try sent, it may be the answer. */
	private readonly earlier = new Map<ItemText, HeardMessage[]>();
	/** The messages by username of the sub-account; `undefined` is the credential's account. */
	private readonly messages = new Map<string | undefined, Promise<HeardMessage[]>>();
	private readonly since = Date.now();

	constructor(private readonly run: Run) {}

	/**
	 * Reads the messages that people sent before the question, because they are no replies to it. Returns the questions to send:
	 * if messages cannot be read, nobody is asked.
	 */
	async withoutUnheard(texts: ItemText[]): Promise<ItemText[]> {
		const askable: ItemText[] = [];
		for (const text of texts) {
			const { itemIndex } = text;
			const item = this.run.rows[itemIndex]?.item;
			try {
				if (item && this.conversationOf(item)) {
					this.earlier.set(text, await this.earlierMessages(item.common));
				}
				askable.push(text);
			} catch (error) {
				fail(this.run, [text], this.notAsked(error, itemIndex));
			}
		}
		return askable;
	}

	/** The replies to wait for, one per input item; `undefined` if there are none. */
	watch(output: INodeExecutionData[]): Watch | undefined {
		const items = this.run.rows.map((row) => ({
			json: output[row.itemIndex]?.json ?? {},
			wait: this.waitFor(row),
		}));
		const waits = items.flatMap(({ wait }) => wait ?? []);
		if (waits.length === 0) return undefined;
		const since = waits.reduce((first, { begin }) => Math.min(first, begin), this.since);
		return { since, stopOnDoubt: false, items };
	}

	private async earlierMessages(account: CommonSettings): Promise<HeardMessage[]> {
		const { onBehalfOf } = account;
		const messages =
			this.messages.get(onBehalfOf) ?? readIncomingMessages(this.run.context, account, this.since);
		this.messages.set(onBehalfOf, messages);
		return await messages;
	}

	private waitFor(row: Row): Wait | undefined {
		const text = questionText(row);
		const question = row.item && this.conversationOf(row.item);
		// A model must be told which text others wrote, and n8n passes on a wait's output without that mark. So tools do not wait
		// here.
		if (!row.item || !question || !text || this.run.isTool) return undefined;
		const { conversation, until } = question;
		const { onBehalfOf, timeoutSeconds } = row.item.common;
		const said = saidIn(conversation, this.earlier.get(text) ?? []);
		const begin = sentAt(text, this.since);
		return {
			begin,
			until: until(begin).getTime(),
			onBehalfOf,
			timeoutSeconds,
			question: { ...conversation, earlierKeys: said.map(({ key }) => key) },
		};
	}

	private conversationOf(item: Item) {
		const waiting = waitingFor(item);
		if (!waiting || !('conversation' in waiting)) return undefined;
		// In a rehearsal, the rehearsal's phone answers.
		const phone = this.run.rehearsal ?? waiting.conversation.phone;
		return { ...waiting, conversation: { ...waiting.conversation, phone } };
	}

	private notAsked(cause: unknown, itemIndex: number): NodeError {
		const { node } = this.run;
		const error = aboutItem(node, asNodeError(node, cause, itemIndex), itemIndex);
		error.description = ['Nobody was asked, since replies cannot be read.', error.description]
			.filter(Boolean)
			.join(' ');
		// Only the read failed; nothing was sent.
		Object.assign(error.context, { outcome: 'rejected' });
		return error;
	}
}
