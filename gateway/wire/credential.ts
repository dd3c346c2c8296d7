import { normalizePhone } from '../phones/phone';
import { InputError } from '../values/checks';

/** Invisible characters that come along when people copy from a page or a message. */
const HIDDEN = /\p{Cf}/gu;
const IN_QUOTES = /^(["'`])(.*)\1$|^[“”„](.*)[“”]$|^[‘’‚](.*)[‘’]$/s;
/** An Authorization header, or a command that contains one. */
const BEARER = /(?:^|[\s"'`:=])(?:Bearer[\s:]+)*Bearer(?:[\s:]+["'`]?([^\s"'`]*)|$)/i;
const HEADER_NAME = /^Authorization\s*[:=]\s*/i;

function bare(value: unknown): string {
	const text = String(value ?? '')
		.replace(HIDDEN, '')
		.trim();
	const quoted = IN_QUOTES.exec(text)
		?.slice(2)
		.find((inner) => inner !== undefined);
	return quoted === undefined ? text : bare(quoted);
}

/** The username to send, without pasted quotes and invisible characters. */
export const usernameOf = (entered: unknown): string => bare(entered);

/** The token to send, without pasted quotes, invisible characters and `Authorization: Bearer`. */
export function tokenOf(entered: unknown): string {
	const text = bare(entered);
	const header = BEARER.exec(text);
	const again = header ? (header[1] ?? '') : text.replace(HEADER_NAME, '');
	return again === text ? text : tokenOf(again);
}

/** Printable ASCII: other characters cannot be in a header. */
const TOKEN = /^[\x21-\x7E]+$/;
/** Quotes, brackets and separators: no token has them. */
const WRAPPED = /["'`{}[\]<>,;\\]/;
const IS_TOKEN = /^(?:Bearer\s|eyJ[\w-]{10,}\.)/i;

/** What is wrong with a credential, as a sentence that names the field; undefined if nothing is. */
export function oddCredential(username: unknown, token: unknown): string | undefined {
	const [name, secret] = [usernameOf(username), tokenOf(token)];
	if (name === '') return "'Username' is empty; enter the account that the token belongs to.";
	if (IS_TOKEN.test(name)) return "'Username' holds a token; enter the name of the account.";
	if (/[\p{Cc}\n]/u.test(name)) return "'Username' has a line break; enter the name alone.";
	if (secret === '') return "'API Token' is empty; paste the token.";
	if (!TOKEN.test(secret)) {
		return "'API Token' has blanks or letters that no token has; paste the token alone.";
	}
	if (WRAPPED.test(secret)) {
		return "'API Token' has quotes, brackets or commas, which no token has; paste the token alone.";
	}
	return undefined;
}

/** The service's own address (specification, "Authentication"), and the default. */
export const DEFAULT_BASE_URL = 'https://my.textme.co.il';

/** The address of 019 SMS, which sells the same service. */
export const BASE_URL_019 = 'https://019sms.co.il';

/** This value of the credential's `baseUrl` means: use its `address` field. */
export const OTHER_ADDRESS = 'other';

/**
 * The base URL of a credential: one of the two above, or the address of a reseller.
 * @throws InputError that names the field without a usable address
 */
export function baseUrlOf({ baseUrl, address }: { baseUrl?: unknown; address?: unknown }): string {
	const isOther = baseUrl === OTHER_ADDRESS;
	try {
		return resolveBaseUrl(String((isOther ? address : baseUrl) ?? ''));
	} catch (error) {
		throw refusedIn(isOther ? 'Base URL' : 'Service', error as Error);
	}
}

/**
 * The phone that a rehearsal sends everything to; `undefined` without a rehearsal.
 * @throws InputError that names the field if it is no phone number
 */
export function rehearsalPhoneOf({ rehearsalPhone }: { rehearsalPhone?: unknown }) {
	const text = String(rehearsalPhone ?? '').trim();
	try {
		return text === '' ? undefined : normalizePhone(text, { international: true });
	} catch (error) {
		throw refusedIn('Send Everything to This Phone', error as Error);
	}
}

/** Advice when something other than the service may have answered. */
export const CHECK_ADDRESS = "Check the address in the credential, 'Service' or 'Base URL'";

const refusedIn = (field: string, { message }: Error) =>
	new InputError(`'${field}' in the credential ${message}`);

const ADDRESS = /^(https?):\/\/(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?(\/[^?#\s]*)?$/i;
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/**
 * The part of a pasted address in front of `/api`. Accepts a trailing slash, `/api` at the end, and a missing scheme (https).
 * Source: specification, "Authentication" (6).
 * @throws InputError if the text is no address, or is plain http to another machine: the network could read the token
 */
export function resolveBaseUrl(pasted: string): string {
	const trimmed = pasted.trim();
	const match = ADDRESS.exec(trimmed.includes('://') ? trimmed : `https://${trimmed}`);
	const [, scheme = '', host = '', port = '', path = ''] = match ?? [];
	if (host === '') {
		throw new InputError(`is not an address; enter one such as ${DEFAULT_BASE_URL}`);
	}
	if (scheme.toLowerCase() === 'http' && !LOOPBACK_HOST.test(host)) {
		throw new InputError(
			'is plain http, which would carry the token readable for everyone; use https (http is only for this machine itself)',
		);
	}
	return `${scheme.toLowerCase()}://${host}${port}${withoutApi(path)}`;
}

/** Whether an address is this machine. A sandbox may run here, and plain http is safe. */
export function isLoopback(baseUrl: string): boolean {
	const host = ADDRESS.exec(baseUrl.trim())?.[2];
	return host !== undefined && LOOPBACK_HOST.test(host);
}

function withoutApi(path: string): string {
	const parts = path.split('/');
	while (parts.at(-1) === '') parts.pop();
	if (parts.at(-1)?.toLowerCase() === 'api') parts.pop();
	return parts.join('/');
}

/**
 * Whether a request to an address, absolute or relative to the base URL, goes to the very same scheme, host and port.
 *
 * @param baseUrl as `resolveBaseUrl` gives it
 */
export function isSameOrigin(baseUrl: string, address: string): boolean {
	try {
		return new URL(address, baseUrl).origin === new URL(baseUrl).origin;
	} catch {
		return false;
	}
}
