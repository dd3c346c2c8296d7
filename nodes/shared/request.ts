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
 * A reply whose status is a success. Its `secrets` are masked in `message`. `tree` may hold any of them but the token, and
 * `text` all of them.
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
	/** Username of the sub-account to act for. */
	onBehalfOf?: string;
	/** Calls `/api/test`, which only checks a request. */
	validateOnly?: boolean;
	/** The input item to name in errors. */
	itemIndex?: number;
	/** The IDs by which to look up a send whose outcome is unknown. */
	externalIds?(): string[] | undefined;
	/** What to mask in the request and in its reply. */
	secrets?(reply?: ReplyTree): string[];
}

/** The operations that return tokens mask them themselves where that is needed. */
const TOKEN_ROOT = 'getApiToken';

/** Milliseconds between the tries of a call that may be repeated. */
const BACK_OFF = [500, 2000];
const LONGEST_WAIT = 30_000;

/**
 * The only way to the gateway. Repeats a read if that can help, and anything else only if the gateway certainly never saw the
 * request. Throws a NodeOperationError for what cannot be written into a request, and for every other failure a NodeApiError
 * with `status`, `retryable` and `outcome` in its context (specification, Common request and response rules).
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

/** The longest timer of Node; a longer one would fire at once. */
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
		const encoded = written({
			root,
			body,
			username: onBehalfOf || String(credentials.username).trim(),
			// Not there where the service is chosen from the list.
			encoding: (credentials.encoding ?? 'json') as Encoding,
			isCheck: validateOnly === true,
		});
		return {
			method: 'POST',
			url: validateOnly ? '/api/test' : '/api',
			headers: { 'Content-Type': encoded.contentType, Accept: encoded.contentType },
			body: encoded.bytes,
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

interface Written {
	/** What it depends on besides the body. */
	key: string;
	bytes: Buffer;
	contentType: string;
}

/** Checked bodies that may go out as they are. */
const checkedBodies = new WeakMap<GatewayTree, Written>();

/** Writes a body; what was written for the check of a batch is sent as it is. */
function written({
	root,
	body,
	username,
	encoding,
	isCheck,
}: Pick<GatewayCall, 'root' | 'body'> & {
	username: string;
	encoding: Encoding;
	isCheck: boolean;
}): Written {
	const key = JSON.stringify([root, username, encoding]);
	const known = checkedBodies.get(body);
	checkedBodies.delete(body);
	if (known?.key === key) return known;
	const user = { user: { username } };
	// First, as the documentation has it, and whatever a body of the user's own says.
	const encoded = encodeRequest(root, { ...user, ...body, ...user }, encoding);
	// As bytes, since the HTTP client would parse a JSON text once more to see whether it is one.
	const made = { key, bytes: Buffer.from(encoded.body, 'utf8'), contentType: encoded.contentType };
	if (isCheck) checkedBodies.set(body, made);
	return made;
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
 * Whether the body of an HTTP error may be a reply of the gateway. Some versions of n8n do not hand out the request: there only
 * a broken-off answer tells whether it came from a proxy, so a body is read only if its type is that of a reply.
 */
const mayBeOfGateway = ({ req }: ReplyStream, contentType: string, isPlain: boolean): boolean =>
	req ? !isBeforeTunnel(req) : isPlain || /[/+](json|xml)\b/i.test(contentType);

/** Milliseconds to wait for the body of an HTTP error, which is not needed. */
const PAGE_PATIENCE = 3000;

/** The body of an HTTP error, or nothing if it does not come soon. */
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

/** An HTTP error and what its body says. Many servers repeat the HTTP status as `status` in the body. */
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

/** Judges a call by the text of its answer. */
function judge(
	{ root, body, effect, onBehalfOf, validateOnly, secrets: secretsOf }: GatewayCall,
	text: string | undefined,
	token: string,
): Attempt {
	if (text === undefined) return { kind: 'failure', ...TOO_LARGE };
	const reply = decodeReply(text, root);
	if (reply.kind === 'unreadable') {
		// An unreadable text may hold other secrets, or a part of the token where it was cut.
		const isHarmless = !secretsOf && maskText(text, [token]) === text;
		const isCut = reply.reason === 'malformed' && /\bstatus\b/i.test(text);
		return {
			kind: 'failure',
			...UNREADABLE,
			excerpt: isHarmless ? reply.excerpt : undefined,
			check: isCut ? undefined : 'missing',
		};
	}
	// Only the operations about tokens return one; anywhere else it is masked.
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

/** Breaks a reply off. Where n8n does not hand out the request, the error of the HTTP client has it. */
function cutOff(stream: ReplyStream, end: () => void): ClientRequest {
	let request = stream.req;
	stream.once('error', (error) => (request ??= (error as RequestError).request));
	end();
	return request ?? {};
}

/** Status for a phone number of the wrong length, which the gateway does not name (specification, Errors). */
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
/** Only what was sent has a shipment. A check that returns one may have sent the messages. */
const hasShipment = ({ shipment_id: id = '' }: ReplyTree): boolean =>
	typeof id === 'string' && /[^\s0]/.test(id);

const WENT_LIVE: CallFailure = {
	meaning: 'The test address (/api/test) answered with a shipment ID, like the live address',
	hint: "If nothing went out, switch off 'Check Batches First' and 'Validate Only': this service cannot check.",
	mayHaveArrived: true,
	retryable: false,
	check: 'live',
};

/** The failure of a check, in words about the check. */
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
	/** The HTTP status, or the code of the HTTP client if there was no answer, e.g. `ECONNRESET`. */
	httpCode?: string | null;
}

/** n8n wraps the error of the HTTP client. Any other error comes from before the request. */
function connectionFailure(error: unknown): CallFailure {
	const { name, message, cause, code, httpCode } = error as WrappedError;
	if (cause && isTransportError(cause)) return transportFailure(cause);
	if (code !== undefined) return transportFailure(error as RequestError);
	// n8n 1 leaves the cause out, and its text may be empty.
	if (name === 'NodeApiError' && cause === undefined) {
		return transportFailure({ code: httpCode ?? undefined, message });
	}
	return { meaning: message, hint: 'Nothing was sent.', mayHaveArrived: false, retryable: false };
}

/** The milliseconds of a Retry-After header in seconds; undefined for a date, where the usual pause is made. */
function retryAfterOf(header: unknown): number | undefined {
	const seconds = Number(header);
	return header !== undefined && Number.isFinite(seconds) && seconds >= 0
		? seconds * 1000
		: undefined;
}
