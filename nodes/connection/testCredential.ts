import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { judgeAnswer } from '../../gateway/replies/answer';
import type { Failure } from '../../gateway/replies/status';
import {
	happened,
	serviceSaid,
	transportFailure,
	withoutEffect,
} from '../../gateway/replies/transport';
import {
	CHECK_ADDRESS,
	expiryInWords,
	maskText,
	oddCredential,
} from '../../gateway/wire/credential';
import { accountIn } from './account';
import type { Account } from './account';
import { connectionFailure, readBody, write } from './request';

/** The account has no current token, or may not manage tokens. Both mean that username and token are valid. */
const STILL_GOOD = [504, 511];

/** Whether the service, or its firewall, gives such an answer. Another server may give any other that is no reply. */
const isOfService = ({ status, httpStatus = NaN }: Failure): boolean =>
	status !== undefined || [200, 401, 403].includes(httpStatus) || httpStatus >= 500;

const NO_GATEWAY = `The service does not answer at this address. ${CHECK_ADDRESS}, and add the IP address of your n8n to the authorized addresses of the account (My Account → Settings).`;

/** Milliseconds for the whole answer. Short, because the credential window shows only a spinner meanwhile. */
const TIMEOUT = 6000;
/** Bytes. The service's answers are shorter, and another server could send without end. */
const MAX_ANSWER = 2 ** 20;

/**
 * Reads the current token, which creates and changes nothing (specification, getApiToken). Succeeds only for statuses that
 * valid credentials are known to get.
 */
export async function testCredential(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	const odd = oddCredential(data.username, data.apiToken);
	if (odd) return { status: 'Error', message: odd };
	let account: Account;
	try {
		account = accountIn(data);
	} catch (error) {
		return { status: 'Error', message: (error as Error).message };
	}
	const { token } = account;
	const failure = await ask(this, account);
	if (failure) return { status: 'Error', message: maskText(failure, [token]) };
	const said = ['Connection successful!', expiryInWords(token, Date.now())];
	return { status: 'OK', message: said.filter(Boolean).join(' ') };
}

/** What is wrong, according to the answer; undefined if nothing is. */
async function ask(
	{ helpers }: ICredentialTestFunctions,
	account: Account,
): Promise<string | undefined> {
	const { username, token, baseUrl } = account;
	const asked = { root: 'getApiToken', effect: 'read' } as const;
	const body = () => ({ username, action: 'current' });
	const { bytes, contentType } = write(account, { ...asked, body });
	let stream: (AsyncIterable<Uint8Array> & { destroy(): void }) | undefined;
	const read = async () => {
		const response = (await helpers.request({
			method: 'POST',
			uri: `${baseUrl}/api`,
			headers: {
				Authorization: `Bearer ${token}`,
				'Content-Type': contentType,
				Accept: contentType,
			},
			body: bytes,
			// A redirect would send the token to another host.
			followRedirect: false,
			followAllRedirects: false,
			// Judge an error page by its content, like every other answer.
			simple: false,
			resolveWithFullResponse: true,
			useStream: true,
			timeout: TIMEOUT,
		})) as { statusCode: number; body: NonNullable<typeof stream> };
		const { statusCode } = response;
		stream = response.body;
		const text = await readBody(stream, '', MAX_ANSWER);
		const answer = judgeAnswer(asked, statusCode, text, token);
		if ('tree' in answer || STILL_GOOD.includes(answer.status ?? NaN)) return undefined;
		if (!isOfService(answer)) return NO_GATEWAY;
		const expiry = expiryInWords(token, Date.now());
		return inWords(answer, expiry?.includes('expired') ? ` ${expiry}` : '');
	};
	const late = sleep(TIMEOUT).then(() => inWords(transportFailure({ code: 'ETIMEDOUT' })));
	try {
		return await Promise.race([read(), late]);
	} catch (error) {
		return inWords(connectionFailure(error));
	} finally {
		stream?.destroy();
	}
}

function inWords(failure: Failure, more = ''): string {
	const { hint, gatewayMessage: said } = withoutEffect(failure);
	return `${happened(failure)}.${more} ${hint}${said ? ` ${serviceSaid(said)}` : ''}`;
}
