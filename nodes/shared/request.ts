import { NodeOperationError, sleep } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
	NodeApiError,
} from 'n8n-workflow';

import { baseUrlOf } from '../../gateway/baseUrl';
import { doubtfulPhones } from '../../gateway/doubtfulPhones';
import { type DecodedReply, decodeReply, encodeRequest } from '../../gateway/codec';
import { maskText, maskValue } from '../../gateway/mask';
import { readContacts } from '../../gateway/contacts';
import { firewallPage } from '../../gateway/firewallPage';
import { isRehearsed, listsIn, type ListSizes } from '../../gateway/rehearsal';
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
import { MAX_REPLY_BYTES } from '../../gateway/limits';
import { withTokenExpiry } from '../../gateway/tokenExpiry';
import type { Encoding, GatewayTree, ReplyTree } from '../../gateway/tree';
import { gatewayError } from './gatewayError';
import type { CallFailure, Failure } from './gatewayError';
import { REHEARSAL_FIELD, rehearsalPhone, rehearseCheck, rehearseInRun } from './rehearsal';
import type { Rehearsal } from './rehearsal';
import { CheckOfSend, namesShipment, notChecked, testedAccount } from './testAddress';

export type GatewayContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** What requests need of a credential. */
export interface Account {
	username: string;
	token: string;
	/** The part of the address in front of `/api`. */
	baseUrl: string;
	encoding: Encoding;
	/** Where a rehearsal sends everything, as it was entered; see `rehearsalPhone`. */
	rehearsalPhone?: unknown;
	/** What a credit pays for, as it was entered; see `readCreditUnit`. */
	charactersPerCredit?: unknown;
}

/**
 * The account of the node's credential.
 * @throws NodeOperationError for a credential without a usable address
 */
export async function accountOf(context: GatewayContext, itemIndex?: number): Promise<Account> {
	const credential = await context.getCredentials('textMeApi');
	return {
		username: String(credential.username).trim(),
		token: String(credential.apiToken).trim(),
		baseUrl: addressOf(context, credential, itemIndex),
		// Missing when the service is chosen from the list.
		encoding: (credential.encoding ?? 'json') as Encoding,
		rehearsalPhone: credential.rehearsalPhone,
		charactersPerCredit: credential.charactersPerCredit,
	};
}

/** The body of a request as it goes over the wire. */
export interface Written {
	bytes: Buffer;
	contentType: string;
}

/**
 * Writes the body of a request, for its check and for the request itself.
 * @throws InputError for what cannot be written
 */
export function write(
	{ username, encoding }: Pick<Account, 'username' | 'encoding'>,
	{ root, body, onBehalfOf }: Pick<GatewayCall, 'root' | 'body' | 'onBehalfOf'>,
): Written {
	const user = { user: { username: onBehalfOf || username } };
	// `user` comes first, as documented, and overrides a `user` in a raw body.
	const encoded = encodeRequest(root, { ...user, ...body(), ...user }, encoding);
	// As bytes, because the HTTP client would parse a string again to see whether it is JSON.
	return { bytes: Buffer.from(encoded.body, 'utf8'), contentType: encoded.contentType };
}

/**
 * A reply whose status is a success. `secrets` are masked in `message`. `tree` may hold all of them except the token, and
 * `text` all of them.
 */
export type GatewayReply = Extract<DecodedReply, { kind: 'reply' }> & {
	text: string;
	secrets: string[];
	/** What became of a send in a rehearsal. */
	rehearsal?: Rehearsal;
};

export interface GatewayCall {
	/** Name of the root element. */
	root: string;
	/** Makes the content of the root element, without `user`. */
	body(): GatewayTree;
	/** The body as it was written before; written now when left out. */
	written?: Written;
	/** Read from the credential when left out. */
	account?: Account;
	effect: Effect;
	timeoutSeconds: number;
	/** Whether a person waits for it in the editor. Then it is not retried, since the person can try again. */
	isAwaited?: boolean;
	/** Username of the sub-account to act for. */
	onBehalfOf?: string;
	/** Calls `/api/test`, which only checks a request. */
	validateOnly?: boolean;
	/** The input item to name in errors. */
	itemIndex?: number;
	/** The IDs by which to look up a send whose outcome is unknown. */
	externalIds?(): string[] | undefined;
	/** The secrets to mask in the request and in its reply. */
	secrets?(reply?: ReplyTree): string[];
}

/** The operations with this root return tokens, and mask them themselves where needed. */
const TOKEN_ROOT = 'getApiToken';

/** Milliseconds between the attempts of a call that may be retried. */
const BACK_OFF = [500, 2000];
const MAX_WAIT = 30_000;

/**
 * The only way to the gateway, but for `testCredential`. Retries a read if that can help, and anything else only if the gateway
 * certainly never saw the request. Throws a NodeOperationError if the request cannot be written, otherwise a NodeApiError with
 * `status`, `retryable` and `outcome` in its context (specification, Common request and response rules).
 */
export async function callGateway(
	context: GatewayContext,
	call: GatewayCall,
): Promise<GatewayReply> {
	const account = call.account ?? (await accountOf(context, call.itemIndex));
	const phone =
		account.rehearsalPhone && isRehearsed(call.root)
			? phoneOfRehearsal(context, call, account)
			: undefined;
	if (phone === undefined) return await makeCall(context, call, account);
	return call.validateOnly
		? await makeCall(context, checkInRehearsal(context, call, account, phone), account)
		: await rehearseCall(context, call, account, phone);
}

function phoneOfRehearsal(
	context: GatewayContext,
	{ itemIndex }: GatewayCall,
	account: Account,
): string | undefined {
	try {
		return rehearsalPhone(account);
	} catch (error) {
		throw new NodeOperationError(
			context.getNode(),
			`${REHEARSAL_FIELD} ${(error as Error).message}`,
			{ itemIndex, description: 'Nothing was sent.' },
		);
	}
}

/** A check in a rehearsal. Unless the test address is known to send nothing, it names nobody but the one phone. */
function checkInRehearsal(
	context: GatewayContext,
	call: GatewayCall,
	account: Account,
	phone: string,
): GatewayCall {
	if (CheckOfSend.isHarmless(testedAccount(call.onBehalfOf, account))) return call;
	const { root, body } = rehearseCheck(call.root, call.body(), phone);
	const rehearsed = body ?? nobodyToRehearse(context, call);
	return { ...call, root, body: () => rehearsed, written: undefined };
}

/** A send in a rehearsal: to the one phone or, once enough has gone there, only to the test address. */
async function rehearseCall(
	context: GatewayContext,
	call: GatewayCall,
	account: Account,
	phone: string,
): Promise<GatewayReply> {
	const wanted = call.body();
	const sizes = await sizesOf(context, call, account, wanted);
	const { root, body, sent, left } = rehearseInRun(context, call.root, wanted, phone, sizes);
	if (!body && left === 0) nobodyToRehearse(context, call);
	const reply = body
		? await makeCall(context, { ...call, root, body: () => body, written: undefined }, account)
		: await checkInstead(context, call);
	return { ...reply, rehearsal: { phone, sizes, sent, left } };
}

/** A contact list that cannot be read has no size. */
async function sizesOf(
	context: GatewayContext,
	call: GatewayCall,
	account: Account,
	body: GatewayTree,
): Promise<ListSizes> {
	const sizes = new Map<string, number>();
	for (const id of listsIn(body)) {
		await readBeside(context, call, account, 'getCLbyID', { cl: { id } })
			.then((tree) => sizes.set(id, readContacts(tree, id).length))
			.catch(() => undefined);
	}
	return sizes;
}

/** Reads what only helps a send: not retried, since a person may wait for it, and the send goes on without it. */
const readBeside = async (
	context: GatewayContext,
	{ onBehalfOf, timeoutSeconds }: GatewayCall,
	account: Account,
	root: string,
	content: GatewayTree,
): Promise<ReplyTree> => {
	const body = () => content;
	const call = { root, body, account, timeoutSeconds, onBehalfOf, isAwaited: true } as const;
	return (await callGateway(context, { ...call, effect: 'read' })).tree;
};

/** Checks what is not sent. A service without a test address is no reason to fail. */
const checkInstead = async (context: GatewayContext, call: GatewayCall): Promise<GatewayReply> =>
	await callGateway(context, { ...call, effect: 'read', validateOnly: true }).catch(
		async (error: NodeApiError) =>
			error.context.check === 'missing' ? NOTHING_CHECKED : await Promise.reject(error),
	);

const NOTHING_CHECKED: GatewayReply = {
	kind: 'reply',
	status: 0,
	message: '',
	tree: { status: '0' },
	text: '{}',
	secrets: [],
};

function nobodyToRehearse(context: GatewayContext, { itemIndex }: GatewayCall): never {
	throw new NodeOperationError(context.getNode(), 'The request names no recipient to rehearse', {
		itemIndex,
		description: `Nothing was sent. ${REHEARSAL_FIELD} takes requests of the documented form only.`,
	});
}

async function makeCall(
	context: GatewayContext,
	call: GatewayCall,
	account: Account,
): Promise<GatewayReply> {
	const { token } = account;
	const isUnencrypted = account.baseUrl.startsWith('http:');
	const request = requestOf(context, account, call);
	const stop =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const check = call.validateOnly ? await checkOf(context, call, account) : undefined;
	for (let attempt = 0; ; attempt++) {
		const answer = stop?.aborted
			? STOPPED
			: await attemptCall(context, call, request, token, isUnencrypted, stop);
		const result = check ? await check.judge(answer) : answer;
		if (result.kind === 'reply') return result;
		const backOff = call.isAwaited ? undefined : BACK_OFF[attempt];
		const wait = result.retryAfter ?? backOff;
		const answered = result.status !== undefined || result.httpStatus !== undefined;
		const neverArrived = !answered && !result.mayHaveArrived;
		const mayRepeat = result.retryable && (call.effect === 'read' || neverArrived);
		if (!mayRepeat || backOff === undefined || wait === undefined || wait > MAX_WAIT) {
			const failure = call.validateOnly && result.check === 'missing' ? notChecked(result) : result;
			throw gatewayError(context.getNode(), call, failure, [token]);
		}
		await Promise.race([sleep(wait), aborted(stop)]);
	}
}

/** The check that a call makes. It reads the balance where that shows what the test address is. */
async function checkOf(
	context: GatewayContext,
	call: GatewayCall,
	account: Account,
): Promise<CheckOfSend | undefined> {
	const tested = testedAccount(call.onBehalfOf, account);
	return await CheckOfSend.begin(
		context,
		call.root,
		tested,
		async () => await readBeside(context, call, account, 'balance', {}).catch(() => undefined),
	);
}

/** Resolves when the execution is stopped. */
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
const MAX_TIMER = 2 ** 31 - 1;
const timerOf = (seconds: number): number => Math.min(seconds * 1000, MAX_TIMER);

function addressOf(context: GatewayContext, credential: object, itemIndex?: number): string {
	try {
		return baseUrlOf(credential);
	} catch (error) {
		throw new NodeOperationError(context.getNode(), error as Error, { itemIndex });
	}
}

function requestOf(
	context: GatewayContext,
	account: Account,
	call: GatewayCall,
): IHttpRequestOptions {
	const { bytes, contentType } = call.written ?? writtenNow(context, account, call);
	return {
		method: 'POST',
		url: call.validateOnly ? '/api/test' : '/api',
		headers: { 'Content-Type': contentType, Accept: contentType },
		body: bytes,
		encoding: 'stream',
		returnFullResponse: true,
		// Unless errors are left to the node, n8n itself retries after HTTP 401.
		ignoreHttpStatusErrors: true,
		// The token must not travel to another host.
		disableFollowRedirect: true,
		timeout: timerOf(call.timeoutSeconds),
	};
}

function writtenNow(context: GatewayContext, account: Account, call: GatewayCall): Written {
	try {
		return write(account, call);
	} catch (error) {
		throw new NodeOperationError(context.getNode(), `The request ${(error as Error).message}`, {
			itemIndex: call.itemIndex,
		});
	}
}

const OK = 200;

type Attempt = GatewayReply | Failure;

async function attemptCall(
	context: GatewayContext,
	call: GatewayCall,
	request: IHttpRequestOptions,
	token: string,
	isUnencrypted: boolean,
	stop: AbortSignal | undefined,
): Promise<Attempt> {
	const { signal, end } = deadline(timerOf(call.timeoutSeconds), stop);
	// In an execution, n8n takes the abort signal of a request from `this`, and from nowhere else.
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
		const http = statusCode === OK ? undefined : httpFailure(statusCode);
		if (!http) return judge(call, await readBody(stream, contentType), token);
		const retryAfter = retryAfterOf(headers['retry-after']);
		const mayBeReply = mayBeOfGateway(stream, contentType, isUnencrypted);
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
		return withJudgedBody(failure, judge(call, body, token));
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
 * Whether the body of an HTTP error may be a reply of the gateway. Some versions of n8n do not pass the request on. Only
 * breaking off the answer then tells whether a proxy sent it, so the body is read only if its type is that of a reply.
 */
const mayBeOfGateway = (
	{ req }: ReplyStream,
	contentType: string,
	isUnencrypted: boolean,
): boolean => (req ? !isBeforeTunnel(req) : isUnencrypted || /[/+](json|xml)\b/i.test(contentType));

/** Milliseconds to wait for the body of an HTTP error, which is useful but not needed. */
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

/** Combines an HTTP error with its judged body. Many servers repeat the HTTP status as `status` in the body. */
function withJudgedBody(http: Failure, judged: Attempt): Failure {
	if (judged.kind === 'reply') {
		const check = namesShipment(judged.tree) ? 'live' : http.check;
		return { ...http, gatewayMessage: judged.message, mayHaveArrived: true, check };
	}
	const { status, gatewayMessage } = judged;
	if (status === undefined) {
		// A 5xx of a firewall may be about the server behind it.
		return judged.mayHaveArrived || http.mayHaveArrived
			? http
			: { ...judged, httpStatus: http.httpStatus };
	}
	if (status === http.httpStatus) return { ...http, gatewayMessage };
	if (!STATUS_CODES.includes(status)) return { ...http, status, gatewayMessage };
	return { ...judged, httpStatus: http.httpStatus, retryAfter: http.retryAfter };
}

/** Judges a call by the text of its answer. */
function judge(
	{ root, body, effect, onBehalfOf, secrets: secretsOf }: GatewayCall,
	text: string | undefined,
	token: string,
): Attempt {
	if (text === undefined) return { kind: 'failure', ...TOO_LARGE };
	const reply = decodeReply(text, root);
	if (reply.kind === 'unreadable') {
		const refusal = firewallPage(text);
		if (refusal) return { kind: 'failure', ...refusal, httpStatus: OK };
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
	// Only the operations about tokens return a token; all other replies have it masked.
	const tokenToMask = root === TOKEN_ROOT ? [] : [token];
	const secrets = [...(secretsOf?.(reply.tree) ?? []), ...tokenToMask];
	const verdict = judgeStatus(root, reply.status, effect, Boolean(onBehalfOf), reply.tree);
	const message = maskText(reply.message, secrets);
	const named = !verdict.ok && reply.status === WRONG_LENGTH ? doubtfulPhones(body()) : '';
	const tree = maskValue(reply.tree, tokenToMask) as ReplyTree;
	if (verdict.ok) return { ...reply, tree, message, text, secrets };
	return {
		kind: 'failure',
		...withTokenExpiry(verdict, reply.status, token, Date.now()),
		...(named && { hint: `${verdict.hint} Numbers in question: ${named}.` }),
		status: reply.status,
		gatewayMessage: message,
		mayHaveArrived: verdict.outcome === 'unknown',
		check: reply.status === UNKNOWN_COMMAND ? 'missing' : undefined,
	};
}

/** Breaks a reply off and returns its request, from the error of the HTTP client if n8n does not pass it on. */
function cutOff(stream: ReplyStream, end: () => void): ClientRequest {
	let request = stream.req;
	stream.once('error', (error) => (request ??= (error as RequestError).request));
	end();
	return request ?? {};
}

/** Status for a phone number of the wrong length. The gateway does not say which number (specification, Errors). */
const WRONG_LENGTH = 9;

const UNREADABLE: CallFailure = {
	meaning: 'The answer is not from the service',
	hint: "Check 'Service' in the credential. A proxy or a maintenance page may have answered.",
	mayHaveArrived: true,
	retryable: true,
};

/** Status of an operation that the gateway does not know (gateway-api, section 10). */
const UNKNOWN_COMMAND = 997;

const TOO_LARGE: CallFailure = {
	...UNREADABLE,
	meaning: 'The answer of the service is too long',
	retryable: false,
};

/** An error of the HTTP client, as n8n wraps it. */
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

/** A Retry-After header in milliseconds; undefined for a date, so that the usual back-off applies. */
function retryAfterOf(header: unknown): number | undefined {
	const seconds = Number(header);
	return header !== undefined && Number.isFinite(seconds) && seconds >= 0
		? seconds * 1000
		: undefined;
}

/** The time-out of an attempt as a whole: connecting, sending, waiting for the reply and reading it. */
interface Deadline {
	/** Aborts at the time-out, when `stop` aborts, and on `end()`. */
	signal: AbortSignal;
	/** Aborts what is left of the attempt, so that no connection stays open. */
	end(): void;
}

/** Starts the time-out of an attempt, which also ends when the execution is stopped. */
function deadline(milliseconds: number, stop: AbortSignal | undefined): Deadline {
	const controller = new AbortController();
	// Not AbortSignal.any: before Node 22.16, a time-out in it may be garbage-collected before it fires.
	const reasons = [AbortSignal.timeout(milliseconds), ...(stop ? [stop] : [])];
	function end() {
		for (const reason of reasons) reason.removeEventListener('abort', end);
		controller.abort();
	}
	for (const reason of reasons) reason.addEventListener('abort', end);
	return { signal: controller.signal, end };
}

/** The part of a Node stream that is used here. n8n returns one for a request with `encoding: 'stream'`. */
interface ReplyStream extends AsyncIterable<Uint8Array> {
	/** The request of this reply, which some versions of n8n do not pass on. */
	req?: ClientRequest;
	once(event: 'error', listener: (error: unknown) => void): unknown;
}

/**
 * Reads a whole reply in the charset of its content type (UTF-8 by default). Returns `undefined` for more than 32 MB, because
 * n8n itself sets no limit.
 */
async function readBody(stream: ReplyStream, contentType: string): Promise<string | undefined> {
	const decoder = decoderFor(contentType);
	let text = '';
	let bytes = 0;
	for await (const chunk of stream) {
		bytes += chunk.byteLength;
		if (bytes > MAX_REPLY_BYTES) return undefined;
		text += decoder.decode(chunk, { stream: true });
	}
	return text + decoder.decode();
}

function decoderFor(contentType: string): InstanceType<typeof TextDecoder> {
	const charset = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1];
	try {
		return new TextDecoder(charset ?? 'utf-8');
	} catch {
		return new TextDecoder('utf-8');
	}
}
