import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { readPushBody, readUrlEncoded } from '../../gateway/pushBody';
import { isUnsafeName } from '../../gateway/codec';
import type { ReplyTree } from '../../gateway/tree';
import type { Arrival } from '../events/arrival';
import { pushArrival, toArrivalItem } from '../events/arrival';
import { readEventFilter } from '../events/eventFilter';
import { pace, whenBegun } from '../events/pace';
import { mayBePush, readPush, readPushes, UNKNOWN } from '../events/pushEvent';
import { sampleArrivals } from '../events/samples';
import { joinConversation } from './conversations';
import type { PushResponse } from './groups';
import { gather } from './groups';
import { isPermitted } from './guard';

/** The parts of Express's request that we use, with n8n's additions. */
interface PushRequest {
	method: string;
	ip?: string;
	originalUrl?: string;
	headers?: { 'content-type'?: string };
	rawBody?: Buffer;
	readRawBody?: () => Promise<void>;
}

/** After this time n8n has stored an execution: it does so before it looks for a free place to run it. */
const TAKEN_OVER_MS = 200;

const responseOf = (context: IWebhookFunctions) => context.getResponseObject() as PushResponse;

const requestOf = (context: IWebhookFunctions) => context.getRequestObject() as PushRequest;

/**
 * Takes one request to the webhook. Unless the answer has to wait for the workflow, it goes out before n8n looks for a free
 * place to run: the service stops a feed whose pushes are answered late or with anything but 200, and tells nobody.
 */
export async function receivePush(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const request = requestOf(this);
	// The address behind the proxies that N8N_PROXY_HOPS counts.
	if (!isPermitted(this, request.ip)) return answer(this, 403);
	const isProbe = request.method !== 'POST';
	const form = { ...queryFields(this), ...(await readBody(this)) };
	const parameter = (name: string, fallback: unknown): unknown =>
		this.getNodeParameter(name, fallback);
	const isWanted = readEventFilter(parameter);
	const isTest = this.getMode() === 'manual';

	if (isTest && request.method === 'GET' && Object.keys(form).length === 0) {
		return answer(this, 200, sampleArrivals(isWanted), SAMPLE_SENT);
	}
	// A console that tries the address out sends nothing we know.
	if (isProbe && readPush(form).event === UNKNOWN && !mayBePush(form)) return answer(this, 200);
	const wanted = readPushes(form)
		.filter(({ event }) => isWanted(event))
		.map(({ event, raw }) => pushArrival(event, raw, this.getNode().id));
	if (wanted.length === 0) return answer(this, 200);
	const isAnsweredLater = this.getNodeParameter('acknowledge', 'received') === 'finished';
	const executions = isTest ? 'each' : this.getNodeParameter('executions', 'each');
	const isGrouped = executions === 'together';
	const conversation =
		executions === 'conversation' ? joinConversation(this, wanted)?.id : undefined;
	const arrivals = wanted.map((arrival) => ({ ...arrival, conversation }));
	if (isAnsweredLater) {
		const group = isGrouped ? await grouped(this, arrivals, answerOf(this)) : arrivals;
		return group ? { workflowData: toItems(group) } : { noWebhookResponse: true };
	}
	if (!isGrouped) {
		return answer(this, 200, isTest ? arrivals : withTicket(arrivals, await pace()));
	}
	// One ticket, since there is one execution. With a ticket for each push, a group would delay itself.
	let ticket = '';
	const answered = async () => {
		await whenBegun(ticket, TAKEN_OVER_MS);
		answer(this, 200);
		return 200;
	};
	const group = await grouped(this, arrivals, answered, async () => {
		ticket = await pace();
	});
	const workflowData = group && toItems(withTicket(group, ticket));
	return { noWebhookResponse: true, ...(workflowData && { workflowData }) };
}

const withTicket = ([first, ...others]: Arrival[], ticket: string) => [
	{ ...first, ticket } as Arrival,
	...others,
];

/** See `gather`. */
const grouped = (
	context: IWebhookFunctions,
	arrivals: Arrival[],
	answered: () => Promise<number>,
	opened?: () => Promise<void>,
) =>
	gather(
		JSON.stringify([context.getWorkflow().id, context.getNode().id]),
		arrivals,
		responseOf(context),
		answered,
		opened,
	);

/** The status of n8n's own answer. 503 if the service hung up before: then it delivers the events again. */
const answerOf = (context: IWebhookFunctions) => async (): Promise<number> => {
	const response = responseOf(context);
	await new Promise<void>((resolve) => response.on('close', resolve));
	return response.writableFinished ? response.statusCode : 503;
};

const toItems = (arrivals: Arrival[]) => [arrivals.map(toArrivalItem)];

/** A browser shows this at the Test URL. */
const SAMPLE_SENT = 'Sample sent to n8n. You can close this page.';

/** Answers a push. Arrivals start the workflow. */
function answer(
	context: IWebhookFunctions,
	status: 200 | 403,
	arrivals: Arrival[] = [],
	text?: string,
): IWebhookResponseData {
	responseOf(context).status(status).end(text);
	return {
		noWebhookResponse: true,
		...(arrivals.length > 0 ? { workflowData: toItems(arrivals) } : {}),
	};
}

/** Reads the query as it came over the wire, where that is known, since Express reads UTF-8 only. */
function queryFields(context: IWebhookFunctions): ReplyTree {
	const { originalUrl = '' } = requestOf(context);
	const at = originalUrl.indexOf('?');
	const query =
		at < 0 ? (context.getQueryData() as ReplyTree) : readUrlEncoded(originalUrl.slice(at + 1));
	return Object.fromEntries(Object.entries(query).filter(([name]) => !isUnsafeName(name)));
}

/** Empty when there is no body or it could not be received. n8n itself would refuse a malformed one with 422. */
async function readBody(context: IWebhookFunctions): Promise<ReplyTree> {
	const request = requestOf(context);
	try {
		await request.readRawBody?.();
	} catch {
		return {};
	}
	return readPushBody(request.rawBody ?? new Uint8Array(), request.headers?.['content-type']);
}
