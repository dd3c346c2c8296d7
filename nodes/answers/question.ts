import type {
	IDataObject,
	IExecuteFunctions,
	INodeTypeDescription,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import type { Conversation } from '../../gateway/events/incomingMessage';
import { checkMessage } from '../../gateway/values/checks';
import { formatInstant } from '../../gateway/values/dates';
import { inExecution } from '../memory/slots';
import { isHumanReview, isOwnLink, keptForWebhook, runOf, waitForPage } from '../n8n/insides';
import { withAnswer } from '../output/replies';
import { closedPage, questionPage, readAnswer, thanksPage } from './page';
import type { Page } from './page';

/** One question, which everybody who got its link may answer. The first answer decides. */
interface Question {
	/** The run index: in a loop, the same node asks again. */
	run: number;
	/** From when on the page takes no answer (milliseconds since 1970). */
	until: number;
	page: Page;
	/** The message's output fields, returned with the answer. */
	sent: IDataObject;
}

/** How long to wait, and for which answer. */
export type Waiting = {
	/** When the wait ends, for a question that goes out at `begin` (milliseconds since 1970). */
	until(begin: number): Date;
} & ({ page: Page } | { conversation: Conversation & ReplyForm });

export interface ReplyForm {
	/** The text that asks, as the phone gets it. */
	question?: string;
	choices?: string[];
	/** Whether the question showed the numbers of the choices. */
	isNumbered?: boolean;
}

/** The `outcome` until there is an answer. */
export const WAITING = 'waiting';

/** Placeholder for the link in a message. People write `{{ $execution.resumeUrl }}`. */
export const LINK_PLACE = '{link}';

/** Query parameter for the run index. One letter, because a longer message may cost more. */
const RUN_QUERY = 'n';

/**
 * The link to the answer page of this run, signed by n8n. It names the run, because a loop runs the node again. Leaves out 0, to
 * keep the link short.
 */
export function answerLink(context: IExecuteFunctions): string {
	const run = runOf(context);
	return context.getSignedResumeUrl(run === 0 ? {} : { [RUN_QUERY]: String(run) });
}

/**
 * Puts the link where `{link}` is, or on a new line at the end. The last place counts, because a stranger's words may hold others.
 * @throws InputError if the message with the link is too long
 */
export function textWithLink(message: string | number, link: string): string {
	const text = checkMessage(message);
	const at = text.lastIndexOf(LINK_PLACE);
	const [before, after] = [text.slice(0, at), text.slice(at + LINK_PLACE.length)];
	return checkMessage(
		at < 0 ? `${text.trimEnd()}\n${link}` : `${before.replaceAll(LINK_PLACE, '')}${link}${after}`,
		'with the link',
	);
}

/** The message without its link, for the page. */
export const textWithoutLink = (message: string): string =>
	message
		.replaceAll(LINK_PLACE, '')
		.split('\n')
		.map((line) => line.trimEnd())
		.join('\n')
		.trim();

/** Tells a model why nobody decided. Without this text, n8n says that the person rejected the call. */
const TIMED_OUT = 'Nobody has answered: the time to approve this is over. It was not carried out.';

/** Makes the execution wait for an answer on the page. n8n stores the question in its database with the execution. */
export async function waitForAnswer(
	context: IExecuteFunctions,
	{ page, until }: Pick<Question, 'page' | 'until'>,
	sent: IDataObject,
): Promise<void> {
	const question: Question = { run: runOf(context), until, page, sent };
	inExecution(context, 'question').latest = question;
	const data = {
		...(page.choices ? { choice: '' } : { approved: false }),
		...(isHumanReview(context.getNode()) && { chatInput: TIMED_OUT }),
	};
	await waitForPage(context, until, [{ json: withAnswer(sent, { data, outcome: 'timedOut' }) }]);
}

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
 * Shows the page of a question, or takes the submitted form. If several people answer at once, n8n lets only one of them resume
 * the execution.
 */
export function receiveAnswer(context: IWebhookFunctions): IWebhookResponseData {
	const response = context.getResponseObject();
	for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
	const request = context.getRequestObject();
	// The address that n8n's signature covers. n8n's own reading of a query drops what comes after 1,000 `&`.
	const url = new URL(request.url, 'http://localhost');
	const question = keptForWebhook(context, 'question?.latest') as Question | undefined;
	const isOfRun = (url.searchParams.get(RUN_QUERY) ?? '0') === String(question?.run);
	const isOpen = isOfRun && isOwnLink(url, context.getNode().id);
	if (!question || !isOpen || Date.now() >= question.until) {
		return { webhookResponse: closedPage(question?.page) };
	}
	const { page, sent } = question;
	// Link previews fetch the page, so only a submitted form is an answer.
	if (request.method !== 'POST') return { webhookResponse: questionPage(page) };
	const answer = readAnswer(page, context.getBodyData());
	if ('why' in answer) return { webhookResponse: questionPage(page, answer) };
	const { chatInput, ...data } = answer.data;
	// When there is a reason, n8n calls it "feedback" for the model, and does not say that the person declined.
	if (chatInput !== undefined) data.chatInput = `Declined: ${String(chatInput)}`;
	const json = withAnswer(sent, { ...answer, data, respondedAt: formatInstant(Date.now()) });
	return {
		webhookResponse: thanksPage(page, answer),
		workflowData: [[{ json, pairedItem: { item: 0 } }]],
	};
}
