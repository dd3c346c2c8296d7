import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { readPushBody } from '../../gateway/events/pushBody';
import { notePage } from '../answers/page/renderPage';
import { isReachable } from '../answers/reachable';
import type { Arrival } from '../events/arrival';
import { hold, pushArrival, release, toArrivalItem } from '../events/arrival';
import { mayBePush, readEventFilter, readPush, readPushes, UNKNOWN } from '../events/pushEvent';
import { sampleArrivals } from '../events/sampleArrivals';
import { DEFAULT_SECONDS, personIn, readQuiet } from './conversations';
import type { Pace } from './debounce';
import { Debounce } from './debounce';
import { DEFAULT_EXECUTIONS } from './triggerFields';
import { isPermitted } from './allowedRanges';

/** The parts of Express's request that we use, with n8n's additions. */
interface PushRequest {
	method: string;
	ip?: string;
	headers?: Record<string, string | undefined>;
	rawBody?: Buffer;
	body?: { data?: object };
	readRawBody?: () => Promise<void>;
}

interface PushResponse {
	status: (code: number) => PushResponse;
	setHeader: (name: string, value: string) => void;
	end: (text?: string) => void;
}

const requestOf = (context: IWebhookFunctions) => context.getRequestObject() as PushRequest;

/**
 * Takes one request to the webhook. Answers before the workflow runs: if an answer is late or not 200, the service stops the
 * feed and tells nobody.
 */
export async function receivePush(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const request = requestOf(this);
	// The client's address, behind as many proxies as N8N_PROXY_HOPS says.
	if (!isPermitted(this, request.ip)) return answer(this, 403);
	const isProbe = request.method !== 'POST';
	const contentType = request.headers?.['content-type'];
	const form = readPushBody(await readBody(this), this.getQueryData(), contentType);
	const isWanted = readEventFilter(
		this.getNodeParameter('events', []),
		this.getNodeParameter('filters', {}) as IDataObject,
	);
	const isTest = this.getMode() === 'manual';

	if (isTest && request.method === 'GET' && Object.keys(form).length === 0) {
		return answer(this, 200, sampleArrivals(isWanted), sampleSent(this));
	}
	// A console that tests the address sends no fields that we know.
	if (isProbe && readPush(form).event === UNKNOWN && !mayBePush(form)) return answer(this, 200);
	const wanted = readPushes(form)
		.filter(({ event }) => isWanted(event))
		.map(({ event, raw }) => pushArrival(event, raw, this.getNode().id));
	const executions = isTest ? 'each' : this.getNodeParameter('executions', DEFAULT_EXECUTIONS);
	if (executions === 'each' || wanted.length === 0) return answer(this, 200, wanted);

	answer(this, 200);
	const person = executions === 'conversation' ? personIn(wanted) : undefined;
	const together =
		person === undefined
			? await Debounce.of(nameOf(this, 'together')).add('', wanted, TOGETHER)
			: await takeConversation(this, person, wanted);
	return startWith(together);
}

/** Events that arrive together form one group. */
const TOGETHER: Pace = { quietMs: 100, longestMs: 1_000 };
/** The longest wait, for a person who never pauses. */
const LONGEST_CONVERSATION_MS = 300_000;

const nameOf = (context: IWebhookFunctions, what: string): string =>
	JSON.stringify([context.getWorkflow().id, context.getNode().id, what]);

/** Waits until the person pauses, and takes all their texts. */
async function takeConversation(
	context: IWebhookFunctions,
	person: string,
	wanted: Arrival[],
): Promise<Arrival[] | undefined> {
	const quietMs = readQuiet(context.getNodeParameter('quietSeconds', DEFAULT_SECONDS)) ?? 0;
	// Otherwise a poll would output the text in another execution.
	hold(context, wanted);
	const conversations = Debounce.of(nameOf(context, 'conversations'));
	const together = await conversations.add(person, wanted, {
		quietMs,
		longestMs: LONGEST_CONVERSATION_MS,
	});
	if (together) release(context, together);
	return together;
}

const startWith = (arrivals: Arrival[] = []): IWebhookResponseData => ({
	noWebhookResponse: true,
	...(arrivals.length > 0 ? { workflowData: [arrivals.map(toArrivalItem)] } : {}),
});

/** The browser shows this page at the Test URL. */
function sampleSent(context: IWebhookFunctions): string {
	const address = context.getNodeWebhookUrl('default') ?? '';
	const warning = `The service cannot reach this n8n: the Production URL, ${address}, opens only on this computer or in its network. Use the TextMe Polling Trigger, or set N8N_WEBHOOK_URL (WEBHOOK_URL before n8n 2.41) to the public address of your n8n.`;
	const lines = ['You can close this page.', ...(isReachable(address) ? [] : [warning])];
	return notePage('en', 'Sample sent to n8n', ...lines);
}

/** Answers a push, or shows a page. Arrivals start the workflow. */
function answer(
	context: IWebhookFunctions,
	status: 200 | 403,
	arrivals: Arrival[] = [],
	page?: string,
): IWebhookResponseData {
	const response = context.getResponseObject() as PushResponse;
	if (page !== undefined) response.setHeader('Content-Type', 'text/html; charset=utf-8');
	response.status(status).end(page);
	return startWith(arrivals);
}

/** The bytes of a body, or the fields of a multipart form; empty if there is none, or if receiving it failed. */
async function readBody(context: IWebhookFunctions): Promise<object> {
	const request = requestOf(context);
	// Of a multipart form, n8n keeps only the fields.
	const { data } = request.body ?? {};
	if (request.rawBody === undefined && data !== undefined) return data;
	await request.readRawBody?.().catch(() => undefined);
	return request.rawBody ?? {};
}
