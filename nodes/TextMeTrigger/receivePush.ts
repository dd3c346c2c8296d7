import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { fingerprint } from '../../gateway/eventId';
import { readPush } from '../../gateway/pushForm';
import type { PushEvent } from '../../gateway/pushForm';
import { isUnsafeName } from '../../gateway/tree';
import type { Arrival } from '../events/arrival';
import { pushArrival, toArrivalItem } from '../events/arrival';
import { readEventFilter } from '../events/eventFilter';
import { pace, whenBegun } from '../events/pace';
import { sampleArrivals } from '../events/samples';
import type { PushResponse } from './groups';
import { gather } from './groups';
import { isPermitted } from './guard';
import { readForm } from './readForm';

/** What we use of Express and of what n8n adds to it. */
interface PushRequest {
	method: string;
	ip?: string;
	rawBody?: Buffer;
	readRawBody?: () => Promise<void>;
}

/** n8n stores an execution before it looks for a free place to run it: by then it has, wherever that place is. */
const TAKEN_OVER_MS = 200;

const responseOf = (context: IWebhookFunctions) => context.getResponseObject() as PushResponse;

const requestOf = (context: IWebhookFunctions) => context.getRequestObject() as PushRequest;

/**
 * Takes one request to the webhook. It is answered here and now, before n8n gets to look for a free place to run the
 * workflow: the service stops a feed whose pushes are answered late or with anything but 200, and tells nobody.
 */
export async function receivePush(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const request = requestOf(this);
	// n8n knows how many proxies to look behind (N8N_PROXY_HOPS).
	if (!isPermitted(this, request.ip)) return answer(this, 403);
	const isProbe = request.method !== 'POST';
	const raw = { ...queryFields(this), ...(await readBody(this)) } as IDataObject;
	const parameter = (name: string, fallback: unknown): unknown =>
		this.getNodeParameter(name, fallback);
	const isWanted = readEventFilter(parameter);
	const isTest = this.getMode() === 'manual';

	if (isTest && request.method === 'GET' && Object.keys(raw).length === 0) {
		return answer(this, 200, sampleArrivals(isWanted), SAMPLE_SENT);
	}
	const event = readEvent(raw);
	// A console that tries the address out sends nothing we know.
	if (!isWanted(event) || (isProbe && event.event === 'unknown')) return answer(this, 200);
	const arrival = pushArrival(event, raw, this.getNode().id);
	const isAnsweredLater = this.getNodeParameter('acknowledge', 'received') === 'finished';
	const isGrouped = !isTest && this.getNodeParameter('executions', 'each') === 'together';
	if (isAnsweredLater) {
		const arrivals = isGrouped ? await grouped(this, arrival, answerOf(this)) : [arrival];
		return arrivals ? { workflowData: toItems(arrivals) } : { noWebhookResponse: true };
	}
	const ticket = isTest ? undefined : await pace();
	const paced = { ...arrival, ticket };
	if (!isGrouped || ticket === undefined) return answer(this, 200, [paced]);
	const arrivals = await grouped(this, paced, async () => {
		await whenBegun(ticket, TAKEN_OVER_MS);
		answer(this, 200);
		return 200;
	});
	return { noWebhookResponse: true, ...(arrivals && { workflowData: toItems(arrivals) }) };
}

/** See `gather`. */
const grouped = (context: IWebhookFunctions, arrival: Arrival, answered: () => Promise<number>) =>
	gather(
		JSON.stringify([context.getWorkflow().id, context.getNode().id]),
		arrival,
		responseOf(context),
		answered,
	);

/** What n8n answers by itself. Where it never gets to that, because the service has hung up, it comes again. */
const answerOf = (context: IWebhookFunctions) => async (): Promise<number> => {
	const response = responseOf(context);
	await new Promise<void>((resolve) => response.on('close', resolve));
	return response.writableFinished ? response.statusCode : 503;
};

/** What has no field we know is told apart by everything that came. */
function readEvent(raw: IDataObject): PushEvent {
	const event = readPush(raw);
	if (event.event !== 'unknown') return event;
	return { ...event, eventId: `unknown|${fingerprint(JSON.stringify(raw))}` };
}

const toItems = (arrivals: Arrival[]) => [arrivals.map(toArrivalItem)];

/** What a browser shows that has opened the Test URL. */
const SAMPLE_SENT = 'Sample sent to n8n. You can close this page.';

/** Without a text unless there is one; arrivals start the workflow. */
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

const queryFields = (context: IWebhookFunctions) =>
	Object.fromEntries(
		Object.entries(context.getQueryData() as IDataObject).filter(([name]) => !isUnsafeName(name)),
	);

/** Empty when there is no body or it could not be received. n8n itself would refuse a malformed one with 422. */
async function readBody(context: IWebhookFunctions): Promise<Record<string, unknown>> {
	const request = requestOf(context);
	try {
		await request.readRawBody?.();
	} catch {
		return {};
	}
	return readForm(request.rawBody?.toString('utf8') ?? '');
}
