import type { INodeTypeDescription, IWebhookDescription } from 'n8n-workflow';

/** What GET and POST of the link have in common. n8n knows the node that waits by the path. */
const link = {
	responseMode: 'onReceived',
	// Else n8n answers in words of its own.
	responseData: '',
	path: '={{ $nodeId }}',
	isFullPath: true,
	restartWebhook: true,
} satisfies Partial<IWebhookDescription>;

/** Where the page of Send and Wait for Response is shown and answered; no other operation has to do with it. */
export const answerWebhooks: INodeTypeDescription['webhooks'] = [
	{ ...link, name: 'default', httpMethod: 'GET' },
	{ ...link, name: 'setup', httpMethod: 'POST' },
];

export const waitingTooltip =
	'={{ $parameter["operation"] === "sendAndWait" ? "Execution will continue after the person has answered" : "" }}';
