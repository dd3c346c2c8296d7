import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Conversation, HeardMessage } from '../../../gateway/conversation';
import { saidIn } from '../../../gateway/conversation';
import { readIncoming } from '../../TextMeWatcher/readIncoming';
import type { Wait, Watch } from '../../TextMeWatcher/watch';
import { commonSettings } from '../fields/commonOptions';
import { aboutItem, asNodeError } from '../nodeError';
import type { Operation } from '../operation';
import type { Parameters } from '../parameters';
import type { PlannedCall } from '../plannedCall';
import type { Results } from '../results';
import { WAITING } from './waitForAnswer';

/** The questions of a run that people are to answer by a text of their own. */
export class RepliesByText {
	/** By the username of a sub-account, or `undefined` for the own one. */
	private readonly heard = new Map<string | undefined, HeardMessage[]>();
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
		const failures = new Map<string | undefined, unknown>();
		const parameters = new Map(this.items.map((own) => [own.itemIndex, own]));
		const mayGoOut: PlannedCall[] = [];
		for (const call of calls) {
			const { itemIndex } = call.members[0] ?? {};
			const own = itemIndex === undefined ? undefined : parameters.get(itemIndex);
			if (!own || call.common.validateOnly || !this.questionOf(own)) {
				mayGoOut.push(call);
				continue;
			}
			const { onBehalfOf } = call.common;
			if (!this.heard.has(onBehalfOf) && !failures.has(onBehalfOf)) {
				await readIncoming(this.context, call.common, this.since).then(
					(messages) => this.heard.set(onBehalfOf, messages),
					(error: unknown) => failures.set(onBehalfOf, error),
				);
			}
			if (this.heard.has(onBehalfOf)) mayGoOut.push(call);
			else results.fail(own.itemIndex, this.notAsked(failures.get(onBehalfOf), own.itemIndex));
		}
		return mayGoOut;
	}

	/** What there is to wait for of what has come out, one item for each input item; `undefined` when there is nothing. */
	watch(output: INodeExecutionData[]): Watch | undefined {
		if (!this.canAsk) return undefined;
		const items = this.items.map((own, index) => {
			const json = output[index]?.json ?? {};
			return { json, wait: json.outcome === WAITING ? this.waitFor(own) : undefined };
		});
		if (items.every(({ wait }) => wait === undefined)) return undefined;
		return { since: this.since, stopOnDoubt: false, items };
	}

	private get canAsk(): boolean {
		return 'waiting' in this.operation;
	}

	private waitFor(own: Parameters): Wait | undefined {
		const question = this.questionOf(own);
		if (!question) return undefined;
		const { conversation, until } = question;
		const { onBehalfOf, timeoutSeconds } = commonSettings(own);
		const said = saidIn(conversation, this.heard.get(onBehalfOf) ?? []);
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

	/** The read that failed says "retry", which here is as good as that nothing was sent. */
	private notAsked(cause: unknown, itemIndex: number) {
		const node = this.context.getNode();
		const error = aboutItem(node, asNodeError(node, cause, itemIndex), itemIndex);
		error.description = ['Nobody was asked, since replies cannot be read.', error.description]
			.filter(Boolean)
			.join(' ');
		Object.assign(error.context, { outcome: 'rejected' });
		return error;
	}
}
