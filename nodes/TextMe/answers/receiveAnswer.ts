import type {
	INodeTypeDescription,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { formatInstant } from '../../../gateway/values/dates';
import { ITEM_QUERY, RUN_QUERY } from '../../answers/answerLink';
import { closedPage, questionPage, thanksPage } from '../../answers/page/renderPage';
import type { Question } from '../../answers/question';
import { readAnswer } from '../../answers/readAnswer';
import { withAnswer } from '../../output/replies';
import { asReviewed } from '../agent/humanReview';

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

/** The address that n8n's signature covers. n8n's own reading of a query drops what comes after 1,000 `&`. */
const signedUrl = (context: IWebhookFunctions): URL =>
	new URL(context.getRequestObject().url, 'http://localhost');

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
	const url = signedUrl(context);
	const [run, item] = [RUN_QUERY, ITEM_QUERY].map((name) => url.searchParams.get(name) ?? '0');
	// Link previews fetch the page, so only a submitted form is an answer.
	const isForm = context.getRequestObject().method === 'POST';
	const question = questionOf(context, Number(item), isForm);
	const isOpen = question && run === String(question.run) && Date.now() < question.until;
	const person = isOpen ? question.people.find((each) => String(each.item) === item) : undefined;
	if (!person || !isLink(url, context.getNode().id))
		return { webhookResponse: closedPage(question?.people[0]?.page) };
	const { page, sent } = person;
	if (!isForm) return { webhookResponse: questionPage(page) };
	const answer = readAnswer(page, context.getBodyData());
	if ('reason' in answer) return { webhookResponse: questionPage(page, answer) };
	const data = page.asksReason ? asReviewed(answer.data) : answer.data;
	const respondedAt = formatInstant(Date.now());
	const asked = question?.asked && { asked: question.asked };
	const json = { ...withAnswer(sent, { ...answer, data, respondedAt }), ...asked };
	return {
		webhookResponse: thanksPage(page, answer),
		workflowData: [[{ json, pairedItem: { item: person.item } }]],
	};
}

/**
 * The question in the node's context, with the first person and the one of an item. During a webhook, only an expression can read
 * it, and n8n copies the value: all of a crowd would take a second.
 */
function questionOf(
	context: IWebhookFunctions,
	item: number,
	isForm: boolean,
): Question | undefined {
	// A node name may contain characters that would end the expression.
	const name = context
		.getNode()
		.name.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
	const wanted = `people: people.filter((each, at) => at === 0 || each.item === ${item}), asked: ${isForm} ? asked : undefined`;
	const found: unknown = context.evaluateExpression(
		`{{ [$node["${name}"].context.question?.latest].filter(Boolean).map(({ run, until, people, asked }) => ({ run, until, ${wanted} }))[0] }}`,
	);
	return (found ?? undefined) as Question | undefined;
}
