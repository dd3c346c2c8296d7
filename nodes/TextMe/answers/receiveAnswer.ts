import type {
	INodeTypeDescription,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { isTool } from '../agent/tool';
import { markOthersWords } from '../agent/toolText';
import { RUN_QUERY } from './answerLink';
import { closedPage, questionPage, thanksPage } from './page/renderPage';
import type { Question } from './question';
import { readAnswer } from './readAnswer';

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

/** The link is a key, and what is behind it is nobody else's business. */
const HEADERS = {
	'Cache-Control': 'no-store',
	'Referrer-Policy': 'no-referrer',
	'X-Frame-Options': 'DENY',
	'X-Robots-Tag': 'noindex, nofollow',
};

/**
 * Shows the page, or takes what its form was sent with. n8n has checked the signature of the link before, and lets only
 * one of several answers at once go on with the execution.
 */
export function receiveAnswer(context: IWebhookFunctions): IWebhookResponseData {
	const response = context.getResponseObject();
	for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
	const question = questionOf(context);
	const { [RUN_QUERY]: run = '0' } = context.getQueryData() as Record<string, unknown>;
	if (!question || run !== String(question.run)) return { webhookResponse: closedPage(question) };
	// Whatever previews a link fetches it: only the form of the page is an answer.
	if (context.getRequestObject().method !== 'POST') {
		return { webhookResponse: questionPage(question) };
	}
	const answer = readAnswer(question, context.getBodyData());
	if ('reason' in answer) return { webhookResponse: questionPage(question, answer) };
	const data = isTool(context.getNode()) ? markOthersWords(answer.data, ['text']) : answer.data;
	const json = { ...answer, data, ...question.sent, respondedAt: new Date().toISOString() };
	return {
		webhookResponse: thanksPage(question, answer),
		workflowData: [[{ json, pairedItem: { item: 0 } }]],
	};
}

/** Nodes may keep something with an execution, but only expressions read it here. */
function questionOf(context: IWebhookFunctions): Question | undefined {
	// A name is anything a person has typed, also what would end the expression.
	const name = context
		.getNode()
		.name.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
	const found = context.evaluateExpression(`{{ $node["${name}"].context.question }}`);
	return (found ?? undefined) as unknown as Question | undefined;
}
