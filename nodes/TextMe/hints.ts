import type { NodeHint } from 'n8n-workflow';

/** What the editor says beside the node before it runs, where running it would be refused. */
export const hints: NodeHint[] = [
	{
		message:
			"Send and Wait for Response takes one input item at a time with this 'Response Type'. Put a Loop Over Items node with batch size 1 before it, or set 'Response Type' to 'SMS Reply'.",
		displayCondition:
			'={{ $parameter["operation"] === "sendAndWait" && $parameter["responseType"] !== "smsReply" && $input.all().length > 1 }}',
		whenToDisplay: 'beforeExecution',
		location: 'outputPane',
		type: 'warning',
	},
];
