import { InputError } from '../values/checks';
import { DAY, instantOf, israelClock } from '../values/dates';
import { leavesIn } from '../values/tree';
import type { GatewayTree } from '../values/tree';
import { valueOfJson } from './decode';

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
export const usernameOf = bare;

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

/** The longest lifetime that we believe: ten years. */
const MAX_SECONDS = 3660 * 24 * 60 * 60;

// Assumption: tokenForm
/**
 * When a token expires (milliseconds since 1970), from its own fields: a JWT with `issuedAt` (`dd-mm-yyyy hh:mm:ss`, Israel
 * time) and `ttl` (seconds). We do not check its signature. Undefined for other tokens and impossible dates.
 * Source: gateway-api, section 15, row 5.
 */
export function tokenExpiry(token: string): number | undefined {
	const [, payload, , ...more] = token.trim().split('.');
	if (payload === undefined || more.length > 0) return undefined;
	const value = valueOfJson(Buffer.from(payload, 'base64url').toString('utf8'));
	if (typeof value !== 'object' || value === null) return undefined;
	const { issuedAt, ttl } = value as Readonly<Record<string, unknown>>;
	const isDate = typeof issuedAt === 'string' && /^\d\d?-\d\d?-\d{4} /.test(issuedAt);
	const issued = isDate ? instantOf(issuedAt) : undefined;
	const seconds = typeof ttl === 'string' && /^\d+$/.test(ttl) ? Number(ttl) : ttl;
	const isSpan = typeof seconds === 'number' && seconds > 0 && seconds <= MAX_SECONDS;
	return issued === undefined || !isSpan ? undefined : issued + seconds * 1000;
}

/** A day for people: `14 February 2026`, in Israel. */
const dayInWords = (instant: number): string =>
	new Date(instant).toLocaleDateString('en-GB', {
		day: 'numeric',
		month: 'long',
		year: 'numeric',
		timeZone: 'Asia/Jerusalem',
	});

/** Days before expiry from which we warn. */
const SOON = 60;

/** A sentence about when a token expires; undefined if it is more than `SOON` days away or unknown. */
export function expiryInWords(token: string, now: number): string | undefined {
	const expires = tokenExpiry(token);
	if (expires === undefined) return undefined;
	// By Israel's calendar.
	const days = Math.floor(israelClock(expires) / DAY) - Math.floor(israelClock(now) / DAY);
	if (days > SOON) return undefined;
	const day = dayInWords(expires);
	if (expires <= now) return `The API token says that it expired on ${day}.`;
	const when = days === 0 ? 'today' : `in ${days} day${days === 1 ? '' : 's'}`;
	return `The API token expires ${when} (${day}).`;
}

/** The service's own address (specification, "Authentication"), and the default. */
export const DEFAULT_BASE_URL = 'https://my.textme.co.il';

/** The address of 019 SMS, which sells the same service. */
export const BASE_URL_019 = 'https://019sms.co.il';

/** This value of the credential's `baseUrl` means: use its `address` field. */
export const OTHER_ADDRESS = 'other';

/** The base URL of a credential: one of the two above, or the address of a reseller. */
export function baseUrlOf({ baseUrl, address }: { baseUrl?: unknown; address?: unknown }): string {
	const isOther = baseUrl === OTHER_ADDRESS;
	try {
		return resolveBaseUrl(String((isOther ? address : baseUrl) ?? ''));
	} catch (error) {
		throw refusedIn(isOther ? 'Base URL' : 'Service', error as Error);
	}
}

/** Advice when something other than the service may have answered. */
export const CHECK_ADDRESS = "Check the address in the credential, 'Service' or 'Base URL'";

export const refusedIn = (field: string, { message }: Error) =>
	new InputError(`'${field}' in the credential ${message}`);

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

function urlOf(address: string, base?: string): URL | undefined {
	try {
		return new URL(address, base);
	} catch {
		return undefined;
	}
}

/**
 * The part of a pasted address in front of `/api`, with https if it names no scheme. Source: specification, "Authentication" (6).
 * @throws InputError if the text is no address, or is plain http to another machine: the network could read the token
 */
export function resolveBaseUrl(pasted: string): string {
	const text = pasted.trim();
	const url = urlOf(text.includes('://') ? text : `https://${text}`);
	if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash) {
		throw new InputError(`is not an address; enter one such as ${DEFAULT_BASE_URL}`);
	}
	if (url.protocol === 'http:' && !LOOPBACK_HOST.test(url.hostname)) {
		throw new InputError(
			'is plain http, which would carry the token readable for everyone; use https (http is only for this machine itself)',
		);
	}
	const path = url.pathname.replace(/(?<!\/)\/+$/, '').replace(/\/api$/i, '');
	return url.origin + path;
}

/** Whether an address is this machine. A sandbox may run here, and plain http is safe. */
export const isLoopback = (baseUrl: string): boolean =>
	LOOPBACK_HOST.test(urlOf(baseUrl)?.hostname ?? '');

/** Whether a request to an address, absolute or relative to the base URL, goes to the very same scheme, host and port. */
export const isSameOrigin = (baseUrl: string, address: string): boolean =>
	urlOf(address, baseUrl)?.origin === new URL(baseUrl).origin;

const MASK = '***';

/** A secret as texts may hold it: plain, or escaped in JSON, XML or a URL. The longest first: it may contain another. */
function formsOf(secrets: readonly string[]): string[] {
	const forms = secrets.flatMap((secret) => {
		const inJson = JSON.stringify(secret).slice(1, -1);
		const inXml = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
		const inUrl = String(new URLSearchParams([['', secret]])).slice(1);
		return [secret, inJson, inJson.replaceAll('/', '\\/'), inXml, inUrl];
	});
	// Most are the same, and a reply of megabytes is searched for each.
	return [...new Set(forms)].filter(Boolean).sort((one, other) => other.length - one.length);
}

/** Escapes and breaks that need not be there: a text that may hide what it says. */
const HIDES = /\\u00[2-7]|&(?:#|quot|apos)|<!|[^]<\?/i;

/** Whether a text may contain a secret, plain or escaped. If so, mask every part taken out of it. */
export const mayHold = (text: string, secrets: readonly string[]): boolean =>
	formsOf(secrets).some((form) => text.includes(form)) || HIDES.test(text);

/** Masks the secrets in a text. */
export const maskText = (text: string, secrets: readonly string[]): string =>
	formsOf(secrets).reduce((masked, form) => masked.replaceAll(form, MASK), text);

/** Masks the secrets in texts, names and numbers of a value. */
export function maskValue(value: unknown, secrets: readonly string[]): unknown {
	if (secrets.length === 0) return value;
	const forms = formsOf(secrets);
	// A number keeps only 16 digits, so compare long secrets as numbers.
	const numbers = new Set(secrets.filter((secret) => /^\d+$/.test(secret)).map(Number));
	const masked = (one: unknown): unknown => {
		if (typeof one === 'string') {
			return forms.reduce((text, form) => text.replaceAll(form, MASK), one);
		}
		if (typeof one === 'number') return numbers.has(one) ? MASK : one;
		if (Array.isArray(one)) return one.map(masked);
		if (typeof one !== 'object' || one === null) return one;
		return Object.fromEntries(
			Object.entries(one).map(([name, inner]) => [masked(name), masked(inner)]),
		);
	};
	return masked(value);
}

/** The only secrets in the body of a request. Source: specification, "addSub". */
export const passwordsIn = (body: GatewayTree): string[] =>
	leavesIn(body)
		.filter(({ names, leaf }) => names.at(-1) === 'password' && (leaf ?? undefined) !== undefined)
		.map(({ leaf }) => String(leaf));
