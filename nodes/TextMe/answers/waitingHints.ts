import type { NodeHint } from 'n8n-workflow';

/**
 * What a run says is gone after a wait: n8n then passes the answers on without running the node again. n8n shows these itself,
 * from the output.
 */
export const waitingHints: NodeHint[] = [
	{
		message: 'This was a rehearsal: everything went to the phone that the credential names.',
		type: 'warning',
		displayCondition: '={{ $json.rehearsal === true && $json.outcome !== undefined }}',
		whenToDisplay: 'afterExecution',
		location: 'outputPane',
	},
	{
		message:
			'Each input item is asked once. (n8n says “only once, for the first input item” of every node that waits for an answer.)',
		displayCondition:
			'={{ $parameter["operation"] === "sendAndWait" && !($parameter["options"] ?? {}).firstAnswerDecides && $input.all().length > 1 }}',
		whenToDisplay: 'afterExecution',
		location: 'outputPane',
	},
];
