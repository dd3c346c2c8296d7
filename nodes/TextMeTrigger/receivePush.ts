import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { fingerprint } from '../../gateway/eventId';
import { readPush } from '../../gateway/pushForm';
import type { PushEvent } from '../../gateway/pushForm';
import { isUnsafeName } from '../../gateway/tree';
import type { Arrival } from '../events/arrival';
import { pushArrival, toArrivalItem } from '../events/arrival';
import { readEventFilter } from '../events/eventFilter';
import { pace } from '../events/pace';
import { sampleArrivals } from '../events/samples';
import { isPermitted } from './guard';
import { readForm } from './readForm';

/** What we use of Express and of what n8n adds to it. */
interface PushRequest {
	method: string;
	ip?: string;
	rawBody?: Buffer;
	readRawBody?: () => Promise<void>;
}

interface PushResponse {
	status: (code: number) => PushResponse;
	end: (text?: string) => void;
}

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
	if (isAnsweredLater) return { workflowData: toItems([arrival]) };
	const ticket = isTest ? undefined : await pace();
	return answer(this, 200, [{ ...arrival, ticket }]);
}

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
	(context.getResponseObject() as PushResponse).status(status).end(text);
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
