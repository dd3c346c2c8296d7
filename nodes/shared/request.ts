import { NodeOperationError, sleep } from 'n8n-workflow';
import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
} from 'n8n-workflow';

import { addressOf, resolveBaseUrl } from '../../gateway/baseUrl';
import { doubtfulPhones } from '../../gateway/doubtfulPhones';
import { decodeReply } from '../../gateway/decode';
import type { DecodedReply } from '../../gateway/decode';
import { encodeRequest } from '../../gateway/encode';
import { maskText, maskValue } from '../../gateway/mask';
import { judgeStatus, STATUS_CODES } from '../../gateway/status';
import type { Effect } from '../../gateway/status';
import {
	httpFailure,
	isBeforeTunnel,
	isTransportError,
	proxyRefusal,
	transportFailure,
} from '../../gateway/transport';
import type { ClientRequest, RequestError } from '../../gateway/transport';
import type { Encoding, GatewayTree, ReplyTree } from '../../gateway/tree';
import { deadline, readBody } from './exchange';
import type { ReplyStream } from './exchange';
import { gatewayError } from './gatewayError';
import type { CallFailure } from './gatewayError';

export type GatewayContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/**
 * A reply whose status counts as success. Its `message` holds none of the `secrets`, its `tree` may hold those that are not
 * the token, its `text` all of them.
 */
export type GatewayReply = Extract<DecodedReply, { kind: 'reply' }> & {
	text: string;
	secrets: string[];
};

export interface GatewayCall {
	/** Name of the root element. */
	root: string;
	/** What is below the root, without `user`. */
	body: GatewayTree;
	effect: Effect;
	timeoutSeconds: number;
	/** Somebody waits for it in the editor, and can ask again: it is not tried a second time. */
	isAwaited?: boolean;
	/** A sub-account to act for instead of the account of the credential. */
	onBehalfOf?: string;
	/** Calls `/api/test`, which checks a request and carries nothing out. */
	validateOnly?: boolean;
	/** The input item that is named in errors. */
	itemIndex?: number;
	/** Ids to look an unclear send up by. */
	externalIds?(): string[] | undefined;
	/** What must not come out of the request or of this reply. */
	secrets?(reply?: ReplyTree): string[];
}

/** The operations that hand out tokens, and mask them where they are not to come out. */
const TOKEN_ROOT = 'getApiToken';

/** Milliseconds between the tries of a call that may be repeated. */
const BACK_OFF = [500, 2000];
const LONGEST_WAIT = 30_000;

/**
 * The one way to the gateway. Reads are repeated when that can help; anything else only while it is certain that the
 * gateway never saw the request. Raises NodeOperationError for what cannot be written into a request, and a
 * NodeApiError with `status`, `retryable` and `outcome` in its context for everything the gateway or the network
 * refuses (specification, Common request and response rules).
 */
export async function callGateway(
	context: GatewayContext,
	call: GatewayCall,
): Promise<GatewayReply> {
	const credentials = await context.getCredentials('textMeApi');
	const token = String(credentials.apiToken).trim();
	const request = prepare(context, call, credentials);
	const isPlain = resolveBaseUrl(addressOf(credentials)).startsWith('http:');
	const stop =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	for (let attempt = 0; ; attempt++) {
		const result = stop?.aborted
			? STOPPED
			: await attemptCall(context, call, request, token, isPlain, stop);
		if (result.kind === 'reply') return result;
		const backOff = call.isAwaited ? undefined : BACK_OFF[attempt];
		const wait = result.retryAfter ?? backOff;
		const answered = result.status !== undefined || result.httpStatus !== undefined;
		const neverArrived = !answered && !result.mayHaveArrived;
		const mayRepeat = result.retryable && (call.effect === 'read' || neverArrived);
		if (!mayRepeat || backOff === undefined || wait === undefined || wait > LONGEST_WAIT) {
			const failure = call.validateOnly && result.check === 'missing' ? notChecked(result) : result;
			throw gatewayError(context.getNode(), call, failure, [token]);
		}
		await Promise.race([sleep(wait), aborted(stop)]);
	}
}

/** Ends when the execution is stopped. */
const aborted = async (stop: AbortSignal | undefined): Promise<void> =>
	await new Promise((resolve) => stop?.addEventListener('abort', () => resolve()));

const STOPPED: Failure = {
	kind: 'failure',
	meaning: 'The execution was stopped',
	hint: 'Nothing was sent.',
	mayHaveArrived: false,
	retryable: false,
};

/** The longest there is; a longer timer would be over at once. */
const LONGEST_TIMER = 2 ** 31 - 1;
const timerOf = (seconds: number): number => Math.min(seconds * 1000, LONGEST_TIMER);

function prepare(
	context: GatewayContext,
	{ root, body, itemIndex, onBehalfOf, validateOnly, timeoutSeconds }: GatewayCall,
	credentials: IDataObject,
): IHttpRequestOptions {
	try {
		resolveBaseUrl(addressOf(credentials));
	} catch (error) {
		throw new NodeOperationError(
			context.getNode(),
			`'Base URL' in the credential ${(error as Error).message}`,
			{ itemIndex },
		);
	}
	try {
		const user = { user: { username: onBehalfOf || String(credentials.username).trim() } };
		const encoded = encodeRequest(
			root,
			// First, as the documentation has it, and whatever a body of the user's own says.
			{ ...user, ...body, ...user },
			// Not there where the service is chosen from the list.
			(credentials.encoding ?? 'json') as Encoding,
		);
		return {
			method: 'POST',
			url: validateOnly ? '/api/test' : '/api',
			headers: { 'Content-Type': encoded.contentType, Accept: encoded.contentType },
			// As bytes, since the HTTP client would parse a JSON text once more to see whether it is one.
			body: Buffer.from(encoded.body, 'utf8'),
			encoding: 'stream',
			returnFullResponse: true,
			// n8n sends a request again by itself after HTTP 401, unless errors are left to the node.
			ignoreHttpStatusErrors: true,
			// The token must not travel to another host.
			disableFollowRedirect: true,
			timeout: timerOf(timeoutSeconds),
		};
	} catch (error) {
		throw new NodeOperationError(context.getNode(), `The request ${(error as Error).message}`, {
			itemIndex,
		});
	}
}

type Failure = CallFailure & { kind: 'failure'; retryAfter?: number };
type Attempt = GatewayReply | Failure;

async function attemptCall(
	context: GatewayContext,
	call: GatewayCall,
	request: IHttpRequestOptions,
	token: string,
	isPlain: boolean,
	stop: AbortSignal | undefined,
): Promise<Attempt> {
	const { signal, end } = deadline(timerOf(call.timeoutSeconds), stop);
	// n8n takes the signal of a request from its `this`, and nowhere else where the execution can be stopped.
	const within = Object.create(context, {
		getExecutionCancelSignal: { value: () => signal },
	}) as GatewayContext;
	try {
		const response = (await context.helpers.httpRequestWithAuthentication.call(
			within,
			'textMeApi',
			{ ...request },
		)) as IN8nHttpFullResponse;
		const { statusCode, headers } = response;
		const stream = response.body as unknown as ReplyStream;
		const contentType = String(headers['content-type'] ?? '');
		const http = httpFailure(statusCode);
		if (!http) return judge(call, await readBody(stream, contentType), token);
		const retryAfter = retryAfterOf(headers['retry-after']);
		const mayBeReply = mayBeOfGateway(stream, contentType, isPlain);
		const body = mayBeReply ? await readSoon(stream, contentType, signal) : '';
		if (!mayBeReply && isBeforeTunnel(cutOff(stream, end))) {
			return { kind: 'failure', ...proxyRefusal(statusCode), retryAfter };
		}
		const failure: Failure = {
			kind: 'failure',
			...http,
			mayHaveArrived: http.outcome === 'unknown',
			httpStatus: statusCode,
			retryAfter,
			check: 'missing',
		};
		return saidOverHttp(failure, judge(call, body, token));
	} catch (error) {
		const failure = connectionFailure(error);
		if (!stop?.aborted) return { kind: 'failure', ...failure };
		return failure.mayHaveArrived
			? { ...STOPPED, hint: failure.hint, mayHaveArrived: true }
			: STOPPED;
	} finally {
		end();
	}
}

/**
 * Whether what comes with an HTTP error may be a reply. Where n8n keeps its request to itself, only cutting an answer off
 * tells whether a proxy gave it, so that it is not read unless it says what it is.
 */
const mayBeOfGateway = ({ req }: ReplyStream, contentType: string, isPlain: boolean): boolean =>
	req ? !isBeforeTunnel(req) : isPlain || /[/+](json|xml)\b/i.test(contentType);

/** Milliseconds that the page of an HTTP error is read for, which says enough without it. */
const PAGE_PATIENCE = 3000;

/** What comes with an HTTP error, as far as it comes at once. */
async function readSoon(
	stream: ReplyStream,
	contentType: string,
	signal: AbortSignal,
): Promise<string | undefined> {
	const patience = deadline(PAGE_PATIENCE, signal);
	const late = aborted(patience.signal).then(() => '');
	const body = readBody(stream, contentType).catch(() => '');
	return await Promise.race([body, late]).finally(patience.end);
}

/** An HTTP error with what the gateway says in it. Many servers repeat the HTTP status as a `status` of the body. */
function saidOverHttp(http: Failure, said: Attempt): Failure {
	if (said.kind === 'reply') {
		return { ...http, gatewayMessage: said.message, mayHaveArrived: true };
	}
	const { status, gatewayMessage, check } = said;
	if (check === 'live') return { ...said, httpStatus: http.httpStatus };
	if (status === undefined) return http;
	if (status === http.httpStatus) return { ...http, gatewayMessage };
	if (!STATUS_CODES.includes(status)) return { ...http, status, gatewayMessage };
	return { ...said, httpStatus: http.httpStatus, retryAfter: http.retryAfter };
}

/** What the text of an answer says about a call. */
function judge(
	{ root, body, effect, onBehalfOf, validateOnly, secrets: secretsOf }: GatewayCall,
	text: string | undefined,
	token: string,
): Attempt {
	if (text === undefined) return { kind: 'failure', ...TOO_LARGE };
	const reply = decodeReply(text, root);
	if (reply.kind === 'unreadable') {
		// What cannot be read cannot be searched for other secrets, and a cut may leave a part of the token.
		const isHarmless = !secretsOf && maskText(text, [token]) === text;
		const isCut = reply.reason === 'malformed' && /\bstatus\b/i.test(text);
		return {
			kind: 'failure',
			...UNREADABLE,
			excerpt: isHarmless ? reply.excerpt : undefined,
			check: isCut ? undefined : 'missing',
		};
	}
	// Nothing but the operations about tokens has a use for one, wherever a gateway may repeat it.
	const useless = root === TOKEN_ROOT ? [] : [token];
	const secrets = [...(secretsOf?.(reply.tree) ?? []), ...useless];
	const message = maskText(reply.message, secrets);
	const verdict = judgeStatus(root, reply.status, effect, Boolean(onBehalfOf));
	const named = !verdict.ok && reply.status === WRONG_LENGTH ? doubtfulPhones(body) : '';
	const tree = maskValue(reply.tree, useless) as ReplyTree;
	if (verdict.ok) {
		return validateOnly && hasShipment(tree)
			? { kind: 'failure', ...WENT_LIVE, gatewayMessage: message }
			: { ...reply, tree, message, text, secrets };
	}
	return {
		kind: 'failure',
		...verdict,
		...(named && { hint: `${verdict.hint} Numbers in question: ${named}.` }),
		status: reply.status,
		gatewayMessage: message,
		mayHaveArrived: verdict.outcome === 'unknown',
		check: reply.status === UNKNOWN_COMMAND ? 'missing' : undefined,
	};
}

/** Ends a reply that is not read. Where n8n keeps its request to itself, the HTTP client names it in the error of the end. */
function cutOff(stream: ReplyStream, end: () => void): ClientRequest {
	let request = stream.req;
	stream.once('error', (error) => (request ??= (error as RequestError).request));
	end();
	return request ?? {};
}

/** Of a phone number, which the gateway does not name (specification, Errors). */
const WRONG_LENGTH = 9;

const UNREADABLE: CallFailure = {
	meaning: 'The answer is not from the service',
	hint: "Check 'Service' or 'Base URL' in the credential. A proxy or a maintenance page may have answered.",
	mayHaveArrived: true,
	retryable: true,
};

/** Status of an operation that the gateway does not know (gateway-api, section 10). */
const UNKNOWN_COMMAND = 997;

// Assumption: testShipment
/** Only what went out has a campaign of its own, so that a check with one may have been no check. */
const hasShipment = ({ shipment_id: id = '' }: ReplyTree): boolean =>
	typeof id === 'string' && /[^\s0]/.test(id);

const WENT_LIVE: CallFailure = {
	meaning: 'The test address (/api/test) answered with a shipment ID, like the live address',
	hint: "If nothing went out, switch off 'Check Batches First' and 'Validate Only': this service cannot check.",
	mayHaveArrived: true,
	retryable: false,
	check: 'live',
};

/** What is said about a call that was only to be checked. */
const notChecked = (failure: CallFailure): CallFailure => ({
	...failure,
	meaning: 'The test address (/api/test) did not answer like the service',
	hint: `Nothing was sent. This service may have no test address: to carry the request out, switch off 'Validate Only'. If other operations fail as well: ${failure.hint}`,
});

const TOO_LARGE: CallFailure = {
	...UNREADABLE,
	meaning: 'The answer of the service is too long',
	retryable: false,
};

/** What n8n makes of what the HTTP client reports. */
interface WrappedError {
	name: string;
	message: string;
	cause?: RequestError;
	code?: string;
	/** Of the HTTP answer; where there was none, what the HTTP client calls the failure, e.g. `ECONNRESET`. */
	httpCode?: string | null;
}

/** n8n wraps what the HTTP client reports; anything else was raised before a request was made. */
function connectionFailure(error: unknown): CallFailure {
	const { name, message, cause, code, httpCode } = error as WrappedError;
	if (cause && isTransportError(cause)) return transportFailure(cause);
	if (code !== undefined) return transportFailure(error as RequestError);
	// n8n 1.x leaves the cause out: what it says of the failure is all there is, and may be nothing.
	if (name === 'NodeApiError' && cause === undefined) {
		return transportFailure({ code: httpCode ?? undefined, message });
	}
	return { meaning: message, hint: 'Nothing was sent.', mayHaveArrived: false, retryable: false };
}

/** Milliseconds from a Retry-After header given in seconds; a date is left to the ordinary back-off. */
function retryAfterOf(header: unknown): number | undefined {
	const seconds = Number(header);
	return header !== undefined && Number.isFinite(seconds) && seconds >= 0
		? seconds * 1000
		: undefined;
}
