import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Conversation, HeardMessage } from '../../../gateway/conversation';
import { saidIn } from '../../../gateway/conversation';
import { readIncoming } from '../../TextMeWatcher/readIncoming';
import type { Account, Wait, Watch, WatchedItem } from '../../TextMeWatcher/watch';
import { commonSettings } from '../fields/commonOptions';
import { aboutItem, asNodeError } from '../../shared/nodeError';
import type { Operation } from '../operation';
import type { Parameters } from '../parameters';
import type { PlannedCall } from '../pipeline/plannedCall';
import type { Results } from '../pipeline/results';
import { WAITING } from './question';

/** The questions of a run that people are to answer by a text of their own. */
export class RepliesByText {
	/** What people had written before, by the username of a sub-account, or `undefined` for the own one. */
	private readonly heard = new Map<string | undefined, Promise<HeardMessage[]>>();
	private readonly since = Date.now();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		private readonly items: Parameters[],
	) {}

	/**
	 * Reads what people have written until now, which is no answer yet. Returns the calls that may go out: whoever could
	 * not be heard is not asked.
	 */
	async listen(calls: PlannedCall[], results: Results): Promise<PlannedCall[]> {
		if (!this.canAsk) return calls;
		const mayGoOut: PlannedCall[] = [];
		for (const call of calls) {
			const itemIndex = call.onlyItemIndex ?? 0;
			const own = this.items[itemIndex];
			try {
				if (own && this.questionOf(own) && !call.common.validateOnly) await this.hear(call.common);
				mayGoOut.push(call);
			} catch (error) {
				results.fail(itemIndex, this.notAsked(error, itemIndex));
			}
		}
		return mayGoOut;
	}

	/** What there is to wait for of what has come out, one item for each input item; `undefined` when there is nothing. */
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

	private async hear(account: Account): Promise<HeardMessage[]> {
		const { onBehalfOf } = account;
		const heard = this.heard.get(onBehalfOf) ?? readIncoming(this.context, account, this.since);
		this.heard.set(onBehalfOf, heard);
		return await heard;
	}

	private async waitFor(own: Parameters): Promise<Wait | undefined> {
		const question = this.questionOf(own);
		if (!question) return undefined;
		const { conversation, until } = question;
		const { onBehalfOf, timeoutSeconds } = commonSettings(own);
		// Nothing for a question that was sent by an earlier try.
		const said = saidIn(conversation, (await this.heard.get(onBehalfOf)) ?? []);
		return {
			begin: Date.now(),
			until: until.getTime(),
			onBehalfOf,
			timeoutSeconds,
			question: { ...conversation, heard: said.map(({ key }) => key) },
		};
	}

	private questionOf(own: Parameters): { conversation: Conversation; until: Date } | undefined {
		const waiting = 'waiting' in this.operation ? this.operation.waiting?.(own) : undefined;
		return waiting && 'conversation' in waiting ? waiting : undefined;
	}

	private notAsked(cause: unknown, itemIndex: number) {
		const node = this.context.getNode();
		const error = aboutItem(node, asNodeError(node, cause, itemIndex), itemIndex);
		error.description = ['Nobody was asked, since replies cannot be read.', error.description]
			.filter(Boolean)
			.join(' ');
		// Whatever became of the read, nothing was sent.
		Object.assign(error.context, { outcome: 'rejected' });
		return error;
	}
}
