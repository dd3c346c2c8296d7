import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import {
	baseUrlOf,
	CHECK_ADDRESS,
	expiryInWords,
	maskText,
	oddCredential,
	tokenOf,
	usernameOf,
} from '../../gateway/wire/credential';
import { decodeReply } from '../../gateway/wire/decode';
import { encodeRequest } from '../../gateway/wire/encode';
import {
	firewallPage,
	httpFailure,
	transportFailure,
	withoutEffect,
} from '../../gateway/replies/transport';
import { judgeStatus } from '../../gateway/replies/status';
import type { RequestError } from '../../gateway/replies/transport';
import type { Encoding } from '../../gateway/values/tree';
import { REHEARSAL_FIELD, rehearsalPhone } from './account';

/** The account has no current token, or may not manage tokens. Both mean that username and token are valid. */
const STILL_GOOD = [504, 511];

const NO_GATEWAY = `The service does not answer at this address. ${CHECK_ADDRESS}, and add the IP address of your n8n to the authorized addresses of the account (My Account → Settings).`;

const ROOT = 'getApiToken';
/** Milliseconds for the whole answer. Short, because the credential window shows only a spinner meanwhile. */
const TIMEOUT = 6000;
/** Bytes. The service's answers are shorter, and another server could send without end. */
const MAX_ANSWER = 2 ** 20;

interface Answer {
	statusCode: number;
	body: string;
}

/** The parts of a readable stream that we use. */
interface BodyStream extends AsyncIterable<Uint8Array> {
	destroy(): void;
}

/**
 * Reads the current token, which creates and changes nothing (specification, getApiToken). Succeeds only for statuses that
 * valid credentials are known to get.
 */
export async function testCredential(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	const token = tokenOf(data.apiToken);
	const odd = oddCredential(data.username, data.apiToken);
	if (odd) return { status: 'Error', message: odd };
	let baseUrl: string;
	try {
		baseUrl = baseUrlOf(data);
	} catch (error) {
		return { status: 'Error', message: (error as Error).message };
	}
	let phone: string | undefined;
	try {
		phone = rehearsalPhone(data);
	} catch (error) {
		return { status: 'Error', message: `${REHEARSAL_FIELD} ${(error as Error).message}` };
	}
	try {
		const answer = await ask(this, { ...data, baseUrl }, token);
		const failure = typeof answer === 'string' ? answer : verdictOf(answer, token);
		if (failure === undefined) return { status: 'OK', message: successOf(phone, token) };
		return { status: 'Error', message: maskText(failure, [token]) };
	} catch (error) {
		return { status: 'Error', message: maskText((error as Error).message, [token]) };
	}
}

const successOf = (phone: string | undefined, token: string): string =>
	[
		'Connection successful!',
		phone && `This is a rehearsal: everything goes to ${phone}, and nothing to anybody else.`,
		expiryInWords(token, Date.now()),
	]
		.filter(Boolean)
		.join(' ');

/** The answer, or why there is none. */
async function ask(
	{ helpers }: ICredentialTestFunctions,
	data: ICredentialDataDecryptedObject,
	token: string,
): Promise<Answer | string> {
	const username = usernameOf(data.username);
	const body = { user: { username }, username, action: 'current' };
	const encoded = encodeRequest(ROOT, body, data.encoding as Encoding);
	let stream: BodyStream | undefined;
	const read = async (): Promise<Answer> => {
		const { statusCode, body: answer } = (await helpers.request({
			method: 'POST',
			uri: `${String(data.baseUrl)}/api`,
			headers: {
				Authorization: `Bearer ${token}`,
				'Content-Type': encoded.contentType,
				Accept: encoded.contentType,
			},
			body: encoded.body,
			// A redirect would send the token to another host.
			followRedirect: false,
			followAllRedirects: false,
			// Judge an error page by its content, like every other answer.
			simple: false,
			resolveWithFullResponse: true,
			useStream: true,
			timeout: TIMEOUT,
		})) as { statusCode: number; body: BodyStream };
		return { statusCode, body: await beginningOf((stream = answer)) };
	};
	try {
		return await Promise.race([read(), sleep(TIMEOUT).then(tooLate)]);
	} catch (error) {
		const { meaning, hint } = withoutEffect(transportFailure(requestErrorOf(error)));
		return `${meaning}. ${hint}`;
	} finally {
		stream?.destroy();
	}
}

async function beginningOf(stream: BodyStream): Promise<string> {
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	for await (const chunk of stream) {
		chunks.push(chunk);
		bytes += chunk.length;
		if (bytes > MAX_ANSWER) break;
	}
	return Buffer.concat(chunks).toString();
}

function tooLate(): never {
	throw Object.assign(new Error('The answer took too long'), { code: 'ETIMEDOUT' });
}

/** n8n wraps the HTTP client's error. */
const requestErrorOf = (error: unknown): RequestError =>
	(error as { cause?: RequestError }).cause ?? (error as RequestError);

/** What is wrong, according to an answer; undefined if nothing is. */
function verdictOf({ statusCode, body }: Answer, token: string): string | undefined {
	const http = httpFailure(statusCode);
	const reply = decodeReply(body, ROOT);
	const refusal = firewallPage(body);
	if (refusal) return `${refusal.meaning}. ${refusal.hint}`;
	const isEcho = reply.kind === 'reply' && http !== undefined && reply.status === statusCode;
	if (reply.kind === 'unreadable' || isEcho) {
		// Another server answered with a page: the gateway does not send pages, not even for errors.
		const isRefused = statusCode === 401 || statusCode === 403;
		return http && isRefused ? `${http.meaning} (HTTP ${statusCode}). ${http.hint}` : NO_GATEWAY;
	}
	const { status } = reply;
	const verdict = judgeStatus(ROOT, status, 'read');
	if (verdict.ok) {
		return http && `${http.meaning} (HTTP ${statusCode}). ${http.hint}`;
	}
	if (STILL_GOOD.includes(status)) return undefined;
	const said = reply.message === '' ? '' : ` The service said: "${reply.message}"`;
	const expiry = expiryInWords(token, Date.now());
	const isOver = expiry?.includes('expired') ? ` ${expiry}` : '';
	return `${verdict.meaning} (status ${status}).${isOver} ${verdict.hint}${said}`;
}
