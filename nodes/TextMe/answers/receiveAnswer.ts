import type {
	INodeTypeDescription,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { isTool } from '../agent/tool';
import { markUntrusted } from '../agent/toolText';
import { ITEM_QUERY, RUN_QUERY } from './answerLink';
import { closedPage, questionPage, thanksPage } from './page/renderPage';
import type { Question } from './question';
import { readAnswer } from './readAnswer';

/** What GET and POST of the link have in common. n8n knows the node that waits by the path. */
const link = {
	responseMode: 'onReceived',
	// Otherwise n8n answers with its own text.
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

/** The link is a secret: no cache, no referrer, no frame, no search engine. */
const HEADERS = {
	'Cache-Control': 'no-store',
	'Referrer-Policy': 'no-referrer',
	'X-Frame-Options': 'DENY',
	'X-Robots-Tag': 'noindex, nofollow',
};

/**
 * Shows the page, or takes the submitted form. n8n has checked the signature of the link before, and of several answers at
 * once lets only one resume the execution.
 */
export function receiveAnswer(context: IWebhookFunctions): IWebhookResponseData {
	const response = context.getResponseObject();
	for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
	const question = questionOf(context);
	const query = context.getQueryData() as Record<string, unknown>;
	const { [RUN_QUERY]: run = '0', [ITEM_QUERY]: item = '0' } = query;
	const person = question?.people.find((each) => String(each.item) === item);
	if (!question || !person || run !== String(question.run)) {
		return { webhookResponse: closedPage(question?.people[0]?.page) };
	}
	const { page, sent } = person;
	// Link previews fetch the page: only a submitted form is an answer.
	if (context.getRequestObject().method !== 'POST') {
		return { webhookResponse: questionPage(page) };
	}
	const answer = readAnswer(page, context.getBodyData());
	if ('reason' in answer) return { webhookResponse: questionPage(page, answer) };
	const written = page.way === 'approval' ? [] : Object.keys(answer.data);
	const data = isTool(context.getNode()) ? markUntrusted(answer.data, written) : answer.data;
	const { asked } = question;
	const respondedAt = new Date().toISOString();
	const json = { ...answer, data, ...sent, ...(asked && { asked }), respondedAt };
	return {
		webhookResponse: thanksPage(page, answer),
		workflowData: [[{ json, pairedItem: { item: person.item } }]],
	};
}

/** The question is in the node's context, which only an expression can read during a webhook. */
function questionOf(context: IWebhookFunctions): Question | undefined {
	// A node name may hold any characters, also those that would end the expression.
	const name = context
		.getNode()
		.name.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
	const found = context.evaluateExpression(`{{ $node["${name}"].context.question }}`);
	return (found ?? undefined) as unknown as Question | undefined;
}
