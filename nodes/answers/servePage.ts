import type {
	INodeExecutionData,
	INodeTypeDescription,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { flatAnswer } from '../shared/replies';
import { ITEM_QUERY, RUN_QUERY } from './answerLink';
import { closedPage, questionPage, thanksPage } from './page/renderPage';
import type { Page } from './question';
import type { Answer } from './readAnswer';
import { readAnswer } from './readAnswer';

/** Shared by GET and POST of the link. n8n finds the waiting node by the path. */
const link = {
	responseMode: 'onReceived',
	// Otherwise n8n answers with its own text.
	responseData: '',
	path: '={{ $nodeId }}',
	isFullPath: true,
	restartWebhook: true,
} satisfies Partial<IWebhookDescription>;

/** Where the page is shown and answered. */
export const answerWebhooks: INodeTypeDescription['webhooks'] = [
	{ ...link, name: 'default', httpMethod: 'GET' },
	{ ...link, name: 'setup', httpMethod: 'POST' },
];

/** The link is a secret: no cache, no referrer, no frame, no search engine. */
const HEADERS = {
	'Cache-Control': 'no-store',
	'Referrer-Policy': 'no-referrer',
	'X-Frame-Options': 'DENY',
	'X-Robots-Tag': 'noindex, nofollow',
};

/** The run of the node and the input item that a link belongs to. */
export function askedBy(context: IWebhookFunctions): { run: string; item: string } {
	const query = context.getQueryData() as Record<string, unknown>;
	const { [RUN_QUERY]: run = '0', [ITEM_QUERY]: item = '0' } = query;
	return { run: String(run), item: String(item) };
}

/**
 * Shows the page, or takes the submitted form. n8n has already checked the signature of the link, and lets only one of several
 * simultaneous answers resume the execution.
 *
 * @param open the page, if it still waits for an answer
 * @param closed a page of the same question, for its language
 * @param goOn returns the items that the execution goes on with
 */
export function servePage(
	context: IWebhookFunctions,
	{ open, closed }: { open?: Page; closed?: Page },
	goOn: (answer: Answer) => INodeExecutionData[],
): IWebhookResponseData {
	const response = context.getResponseObject();
	for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
	// Link previews fetch the page: only a submitted form is an answer.
	const isForm = context.getRequestObject().method === 'POST';
	if (!open) return { webhookResponse: closedPage(closed) };
	if (!isForm) return { webhookResponse: questionPage(open) };
	const read = readAnswer(open, context.getBodyData());
	if ('reason' in read) return { webhookResponse: questionPage(open, read) };
	return {
		webhookResponse: thanksPage(open, read),
		workflowData: [goOn({ ...read, ...flatAnswer({ ...read }) })],
	};
}

/** A value of the node's context, which only an expression can read during a webhook. */
export function fromContext<T>(context: IWebhookFunctions, key: string): T | undefined {
	// A node name may hold any characters, also those that would end the expression.
	const name = context
		.getNode()
		.name.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
	const found = context.evaluateExpression(`{{ $node["${name}"].context.${key} }}`);
	return (found ?? undefined) as unknown as T | undefined;
}
