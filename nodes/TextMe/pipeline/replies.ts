import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { HeardMessage } from '../../../gateway/conversation';
import { saidIn } from '../../../gateway/conversation';
import { instantOf } from '../../../gateway/dates';
import type { NodeError } from '../../shared/nodeError';
import { aboutItem, asNodeError } from '../../shared/nodeError';
import { readIncomingMessages } from '../../waiting/incomingMessages';
import type { Wait, Watch, WatchedItem } from '../../waiting/wait';
import type { CommonSettings } from '../options/common';
import type { Batch } from './batch';
import { fail } from './fail';
import type { Item } from './item';
import { isAsked, waitingFor } from './links';
import type { Run } from './run';

/** The questions of a run that people answer by SMS. */
export class Replies {
	/** The messages from before the question, by username of the sub-account; `undefined` is the credential's account. */
	private readonly earlier = new Map<string | undefined, Promise<HeardMessage[]>>();
	private readonly since = Date.now();

	constructor(private readonly run: Run) {}

	/**
	 * Reads the messages that people sent before the question, because these are not replies to it. Returns the batches that
	 * may be sent: when messages cannot be read, nobody is asked.
	 */
	async readEarlier(batches: Batch[]): Promise<Batch[]> {
		const askable: Batch[] = [];
		for (const batch of batches) {
			const { onlyItemIndex = 0, items, parts, common } = batch;
			try {
				const isByReply = this.conversationOf(items[0]);
				if (isByReply) await this.earlierMessages(common);
				askable.push(batch);
			} catch (error) {
				for (const part of parts) fail(this.run, part, this.notAsked(error, onlyItemIndex));
			}
		}
		return askable;
	}

	/** The replies to wait for, one item for each input item; `undefined` when there are none. */
	async watch(output: INodeExecutionData[]): Promise<Watch | undefined> {
		const items: WatchedItem[] = [];
		for (const [itemIndex, item] of this.run.items.entries()) {
			const json = output[itemIndex]?.json ?? {};
			const wait = isAsked(this.run, itemIndex) ? await this.waitFor(item, json) : undefined;
			items.push({ json, wait });
		}
		const waits = items.flatMap(({ wait }) => wait ?? []);
		if (waits.length === 0) return undefined;
		const since = Math.min(this.since, ...waits.map(({ begin }) => begin));
		return { since, stopOnDoubt: false, items };
	}

	private async earlierMessages(account: CommonSettings): Promise<HeardMessage[]> {
		const { onBehalfOf } = account;
		const messages =
			this.earlier.get(onBehalfOf) ?? readIncomingMessages(this.run.context, account, this.since);
		this.earlier.set(onBehalfOf, messages);
		return await messages;
	}

	private async waitFor(item: Item | undefined, sent: IDataObject): Promise<Wait | undefined> {
		const question = this.conversationOf(item);
		if (!item || !question) return undefined;
		// n8n passes on the output of a wait without a mark on what people wrote, which a model needs.
		if (this.run.isTool) return undefined;
		const { conversation, until } = question;
		const { onBehalfOf, timeoutSeconds } = item.common;
		// What was said before this try may answer a question that an earlier try has sent.
		const earlier = item.isDone ? [] : ((await this.earlier.get(onBehalfOf)) ?? []);
		const said = saidIn(conversation, earlier);
		return {
			begin: question.at ?? this.askedAt(item, sent),
			until: until.getTime(),
			onBehalfOf,
			timeoutSeconds,
			question: { ...conversation, heard: said.map(({ key }) => key) },
		};
	}

	/** Others are asked after this person, who may answer meanwhile. A raw reply does not tell when it came. */
	private askedAt({ isDone }: Item, { sentAt = '' }: IDataObject): number {
		return instantOf(String(sentAt)) ?? (isDone ? this.run.began : this.since);
	}

	private conversationOf(item: Item | undefined) {
		const waiting = waitingFor(this.run, item);
		if (!waiting || !('conversation' in waiting)) return undefined;
		// In a rehearsal, the answers come from the one phone.
		const phone = this.run.rehearsal ?? waiting.conversation.phone;
		return { ...waiting, conversation: { ...waiting.conversation, phone } };
	}

	private notAsked(cause: unknown, itemIndex: number): NodeError {
		const { node } = this.run;
		const error = aboutItem(node, asNodeError(node, cause, itemIndex), itemIndex);
		error.description = ['Nobody was asked, since replies cannot be read.', error.description]
			.filter(Boolean)
			.join(' ');
		// The read failed; nothing was sent.
		Object.assign(error.context, { outcome: 'rejected' });
		return error;
	}
}
