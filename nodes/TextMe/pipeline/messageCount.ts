import type { Run } from './run';

/** How many messages models have sent, over all calls that share a message limit. */
export interface MessageCount {
	/** Completes the sentence "more than 10 messages in …". */
	readonly within: string;
	readonly sent: number;
	add(messages: number): void;
}

/** The key of the count in the flow context, which n8n shares among all nodes of an execution. */
const SENT = 'textMeMessagesOfModels';

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;

/** For calls without an execution: how many messages this process has sent, by account and minute (since 1970). */
const sentByMinute = new Map<string, Map<number, number>>();

/** The count that a run adds to. Without an execution, each call would start at 0, so messages count over the last hour. */
export const messageCount = ({ context, withoutExecution, account }: Run): MessageCount =>
	withoutExecution
		? ofHour(JSON.stringify([account?.baseUrl, account?.username]))
		: ofExecution(context.getContext('flow'));

const ofExecution = (flow: Record<string, unknown>): MessageCount => ({
	within: 'one execution',
	get sent() {
		return Number(flow[SENT] ?? 0);
	},
	add(messages) {
		flow[SENT] = this.sent + messages;
	},
});

function ofHour(account: string): MessageCount {
	const minutes = sentByMinute.get(account) ?? new Map<number, number>();
	sentByMinute.set(account, minutes);
	const minute = Math.floor(Date.now() / MINUTE_MS);
	for (const old of minutes.keys()) if (old <= minute - HOUR_MINUTES) minutes.delete(old);
	return {
		within: 'one hour',
		get sent() {
			return [...minutes.values()].reduce((total, messages) => total + messages, 0);
		},
		// The minute in which the call began: what was not sent is subtracted where it was added.
		add: (messages) => minutes.set(minute, (minutes.get(minute) ?? 0) + messages),
	};
}
