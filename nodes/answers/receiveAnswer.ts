import type {
	IDataObject,
	INodeTypeDescription,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { formatInstant } from '../../gateway/values/dates';
import { RUN_QUERY } from './answerLink';
import { closedPage, questionPage, readAnswer, thanksPage } from './page';
import type { Question } from './question';
import { withAnswer } from '../output/replies';

export const waitingTooltip =
	'={{ $parameter["operation"] === "sendAndWait" ? "Execution will continue after the person has answered" : "" }}';

/** For GET and POST of the link. n8n finds the waiting node by the path. */
const link = {
	responseMode: 'onReceived',
	// Empty, because n8n would otherwise answer with its own text.
	responseData: '',
	path: '={{ $nodeId }}',
	isFullPath: true,
	restartWebhook: true,
} satisfies Partial<IWebhookDescription>;

/** GET shows the page, POST takes the answer. */
export const answerWebhooks: INodeTypeDescription['webhooks'] = [
	{ ...link, name: 'default', httpMethod: 'GET' },
	{ ...link, name: 'setup', httpMethod: 'POST' },
];

/** The link is a secret, so: no cache, no referrer, no frame, no search engine. */
const HEADERS = {
	'Cache-Control': 'no-store',
	'Referrer-Policy': 'no-referrer',
	'X-Frame-Options': 'DENY',
	'X-Robots-Tag': 'noindex, nofollow',
};

/**
 * Whether a request came by the question's link, whose signature n8n has checked. n8n leads here, too, whoever adds this node's
 * path to the execution's token, and a form tells its visitor that token (n8n: `waiting-webhooks.ts`).
 */
const isLink = ({ pathname }: URL, nodeId: string): boolean =>
	pathname.endsWith(`/${encodeURIComponent(nodeId)}`);

/**
 * Shows the page of a question, or takes the submitted form. If several people answer at once, n8n lets only one of them resume
 * the execution.
 */
export function receiveAnswer(context: IWebhookFunctions): IWebhookResponseData {
	const response = context.getResponseObject();
	for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
	const request = context.getRequestObject();
	// The address that n8n's signature covers. n8n's own reading of a query drops what comes after 1,000 `&`.
	const url = new URL(request.url, 'http://localhost');
	const question = questionOf(context);
	const isOfRun = (url.searchParams.get(RUN_QUERY) ?? '0') === String(question?.run);
	if (!question || !isOfRun || Date.now() >= question.until || !isLink(url, context.getNode().id))
		return { webhookResponse: closedPage(question?.page) };
	const { page, sent } = question;
	// Link previews fetch the page, so only a submitted form is an answer.
	if (request.method !== 'POST') return { webhookResponse: questionPage(page) };
	const answer = readAnswer(page, context.getBodyData());
	if ('why' in answer) return { webhookResponse: questionPage(page, answer) };
	const data = page.asksReason ? asReviewed(answer.data) : answer.data;
	const json = withAnswer(sent, { ...answer, data, respondedAt: formatInstant(Date.now()) });
	return {
		webhookResponse: thanksPage(page, answer),
		workflowData: [[{ json, pairedItem: { item: 0 } }]],
	};
}

/**
 * The review as a model reads it. When there is a reason, n8n calls it "feedback" and does not say that the person declined.
 */
const asReviewed = ({ chatInput, ...data }: IDataObject): IDataObject => ({
	...data,
	...(chatInput !== undefined && { chatInput: `Declined: ${String(chatInput)}` }),
});

/** The question in the node's context, which only an expression can read during a webhook. */
function questionOf(context: IWebhookFunctions): Question | undefined {
	// A node name may contain characters that would end the expression.
	const name = context
		.getNode()
		.name.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
	const found: unknown = context.evaluateExpression(
		`{{ $node["${name}"].context.question?.latest }}`,
	);
	return (found ?? undefined) as Question | undefined;
}
