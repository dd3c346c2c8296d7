import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/** The incoming message behind an item, or why it is unknown: a reason that continues a sentence after "Reply". */
export type Answered = { message: IDataObject } | { unknown: string };

const TRIGGER = /\.textMe(Polling)?Trigger$/;

/** What n8n tells about another node: all items of its output, and the one that the current item comes from. */
interface OtherNode {
	isExecuted: boolean;
	item?: INodeExecutionData;
	all(): INodeExecutionData[];
}

/**
 * The incoming message behind an item. Nodes in between, such as an AI Agent, may have made new items, so n8n is asked which
 * item of the trigger this one comes from. That does not work for a tool call: the model makes up its fields, and n8n always
 * pairs it with the first item.
 */
export function answeredMessage(
	context: IExecuteFunctions,
	itemIndex: number,
	item: IDataObject,
	isTool: boolean,
): Answered {
	const trigger = triggerBefore(context, itemIndex);
	const [first, ...others] = trigger?.all() ?? [];
	if (first && others.length === 0) return { message: first.json };
	if (!isTool) return { message: pairedWith(trigger) ?? item };
	return {
		unknown: first
			? "cannot tell which of several messages a model answers; set 'Executions' in the trigger to 'One for Each Conversation'"
			: 'needs a TextMe Trigger that starts the workflow, and an AI Agent of version 3 or newer',
	};
}

function triggerBefore(context: IExecuteFunctions, itemIndex: number): OtherNode | undefined {
	// For a tool, this is its agent or the node before the agent.
	const before = context.getExecuteData().source?.main?.[0]?.previousNode;
	if (before === undefined) return undefined;
	const { $ } = context.getWorkflowDataProxy(itemIndex) as unknown as {
		$: (name: string) => OtherNode;
	};
	return [context.getNode().name, before]
		.flatMap((name) => context.getParentNodes(name))
		.filter(({ type }) => TRIGGER.test(type))
		.map(({ name }) => $(name))
		.find(({ isExecuted }) => isExecuted);
}

/** Undefined where n8n cannot tell. */
function pairedWith(trigger: OtherNode | undefined): IDataObject | undefined {
	try {
		return trigger?.item?.json;
	} catch {
		return undefined;
	}
}
