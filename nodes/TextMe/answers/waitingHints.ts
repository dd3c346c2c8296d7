import type { NodeHint } from 'n8n-workflow';

/** n8n says of every node that waits for an answer: "This action will run only once, for the first input item". */
export const waitingHints: NodeHint[] = [
	{
		message: 'Every input item is asked, not only the first one, whatever n8n says below.',
		displayCondition: '={{ $parameter["operation"] === "sendAndWait" && $input.all().length > 1 }}',
		whenToDisplay: 'afterExecution',
		location: 'outputPane',
	},
];
