import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { pairKey } from '../../../gateway/phones/phone';
import { InputError } from '../../../gateway/values/checks';

/** Who wrote, and the number that they wrote to. */
interface Conversation {
	phone: string;
	to: string;
}

/** n8n's view of another node. */
interface OtherNode {
	isExecuted: boolean;
	all(): INodeExecutionData[];
}

const TRIGGER = /\.textMe(Polling)?Trigger$/;

/** An event of each conversation that started the execution. */
export function conversationsOf(context: IExecuteFunctions): IDataObject[] {
	const { $ } = context.getWorkflowDataProxy(0) as unknown as { $(name: string): OtherNode };
	// Nothing leads to a tool, but to its agent.
	const before = context.getExecuteData().source?.main?.[0]?.previousNode ?? [];
	const trigger = [context.getNode().name, before]
		.flat()
		.flatMap((name) => context.getParentNodes(name))
		.filter(({ type }) => TRIGGER.test(type))
		.map(({ name }) => $(name))
		.find(({ isExecuted }) => isExecuted);
	const events = trigger?.all().map(({ json }) => json) ?? [];
	const byPair = events.map((event) => [pairKey(`${event.phone}`, `${event.to}`), event] as const);
	return [...new Map(byPair).values()];
}

/**
 * Whom Reply answers, and from which number: the `phone` and `to` of the item, or else of the only conversation. With `accepted`,
 * an item comes from a send, and its `phone` is whom that send texted.
 * @throws InputError
 */
export function answeredMessage(
	item: IDataObject,
	conversations: readonly IDataObject[],
): Conversation {
	const named = item.accepted === undefined ? conversationIn(item) : undefined;
	const answered =
		named ?? (conversations.length === 1 ? conversationIn(conversations[0]) : undefined);
	if (answered) return answered;
	const why = conversations.length > 1 ? 'several people' : 'no message';
	throw new InputError(
		`does not know whom to answer: the item has no 'phone' and 'to', and ${why} started the workflow; drag 'phone' and 'to' of the trigger into the options 'Reply To' and 'Reply From'`,
	);
}

function conversationIn({ phone = '', to = '' }: IDataObject = {}): Conversation | undefined {
	const [own, other] = [String(phone).trim(), String(to).trim()];
	return own && other ? { phone: own, to: other } : undefined;
}
