import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { HeardMessage } from '../../../gateway/conversation';
import { saidIn } from '../../../gateway/conversation';
import { readIncomingMessages } from '../../waiting/incomingMessages';
import type { Account, Wait, Watch, WatchedItem } from '../../waiting/wait';
import { commonSettings } from '../fields/commonOptions';
import { aboutItem, asNodeError } from '../../shared/nodeError';
import type { Operation } from '../operation';
import type { Parameters } from '../parameters';
import type { Batch } from '../pipeline/batches';
import type { Ledger } from '../pipeline/ledger';
import type { Waiting } from '../../answers/question';
import { WAITING } from '../../answers/question';

/** The questions of a run that people answer by SMS. */
export class RepliesByText {
	/** The messages from before the question. The keys are usernames of sub-accounts; `undefined` is the credential's account. */
	private readonly earlier = new Map<string | undefined, Promise<HeardMessage[]>>();
	private readonly since = Date.now();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		private readonly items: Parameters[],
	) {}

	/**
	 * Reads the messages that people sent before the question, because these are not replies to it. Returns the batches that
	 * may be sent: when messages cannot be read, nobody is asked.
	 */
	async readEarlier(batches: Batch[], ledger: Ledger): Promise<Batch[]> {
		if (!this.canAsk) return batches;
		const mayGoOut: Batch[] = [];
		for (const batch of batches) {
			const itemIndex = batch.onlyItemIndex ?? 0;
			const own = this.items[itemIndex];
			try {
				if (own && this.questionOf(own) && !batch.common.validateOnly)
					await this.earlierMessages(batch.common);
				mayGoOut.push(batch);
			} catch (error) {
				ledger.fail(itemIndex, this.notAsked(error, itemIndex));
			}
		}
		return mayGoOut;
	}

	/** The replies to wait for, one item for each input item; `undefined` when there are none. */
	async watch(output: INodeExecutionData[]): Promise<Watch | undefined> {
		if (!this.canAsk) return undefined;
		const items: WatchedItem[] = [];
		for (const [index, own] of this.items.entries()) {
			const json = output[index]?.json ?? {};
			items.push({ json, wait: json.outcome === WAITING ? await this.waitFor(own) : undefined });
		}
		if (items.every(({ wait }) => wait === undefined)) return undefined;
		return { since: this.since, stopOnDoubt: false, items };
	}

	private get canAsk(): boolean {
		return 'waiting' in this.operation;
	}

	private async earlierMessages(account: Account): Promise<HeardMessage[]> {
		const { onBehalfOf } = account;
		const messages =
			this.earlier.get(onBehalfOf) ?? readIncomingMessages(this.context, account, this.since);
		this.earlier.set(onBehalfOf, messages);
		return await messages;
	}

	private async waitFor(own: Parameters): Promise<Wait | undefined> {
		const question = this.questionOf(own);
		if (!question) return undefined;
		const { conversation, until } = question;
		const { onBehalfOf, timeoutSeconds } = commonSettings(own);
		// Empty for a question that an earlier try has sent.
		const said = saidIn(conversation, (await this.earlier.get(onBehalfOf)) ?? []);
		const { reminder, ...asked } = conversation;
		const begin = Date.now();
		return {
			begin,
			until: until.getTime(),
			onBehalfOf,
			timeoutSeconds,
			question: {
				...asked,
				heard: said.map(({ key }) => key),
				...(reminder && { reminder: { at: begin + reminder.after, body: reminder.body } }),
			},
		};
	}

	private questionOf(own: Parameters): Extract<Waiting, { conversation: unknown }> | undefined {
		const waiting = 'waiting' in this.operation ? this.operation.waiting?.(own) : undefined;
		return waiting && 'conversation' in waiting ? waiting : undefined;
	}

	private notAsked(cause: unknown, itemIndex: number) {
		const node = this.context.getNode();
		const error = aboutItem(node, asNodeError(node, cause, itemIndex), itemIndex);
		error.description = ['Nobody was asked, since replies cannot be read.', error.description]
			.filter(Boolean)
			.join(' ');
		// The read failed; nothing was sent.
		Object.assign(error.context, { outcome: 'rejected' });
		return error;
	}
}
