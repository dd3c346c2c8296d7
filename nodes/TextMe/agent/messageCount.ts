import type { Run } from '../pipeline/execute';

/** The messages that models have sent, of all those that count together. */
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

/** Of calls without an execution: by account and minute (since 1970), how many messages this process has sent. */
const sentByMinute = new Map<string, Map<number, number>>();

/** Where the messages of a run count. Without an execution, each call would begin anew, so these count over the last hour. */
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
		// In the minute in which the call began, so that what was not sent is taken off where it was counted.
		add: (messages) => minutes.set(minute, (minutes.get(minute) ?? 0) + messages),
	};
}
