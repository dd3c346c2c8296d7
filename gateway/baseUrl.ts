import { InputError } from './checks';

/** Where the service of the specification answers when nothing else is chosen. */
export const DEFAULT_BASE_URL = 'https://my.textme.co.il';

/** Where 019 SMS sells the same service. */
export const BASE_URL_019 = 'https://019sms.co.il';

/** Stands for an address that is given beside it. */
export const OTHER_ADDRESS = 'other';

/** The address a credential is for: one of the two, or that of a reseller, as it was entered. */
export const addressOf = (credential: { baseUrl?: unknown; address?: unknown }): string =>
	String(credential.baseUrl === OTHER_ADDRESS ? (credential.address ?? '') : credential.baseUrl);

const ADDRESS = /^(https?):\/\/(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?(\/[^?#\s]*)?$/i;
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/**
 * The address in front of `/api`, from what people paste: with a trailing slash, with `/api` or `/api/test`, without a
 * scheme (https is meant). Source: specification, "Authentication" (6).
 * @throws InputError for what is not an address, and for plain http outside this machine, where everybody on the way could
 * read the token
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

/** Whether an address is that of this machine itself, as the one of a sandbox is. */
export function isLoopback(baseUrl: string): boolean {
	const host = ADDRESS.exec(baseUrl.trim())?.[2];
	return host !== undefined && LOOPBACK_HOST.test(host);
}

/** A path without the `/api` or `/api/test` and the slashes at its end. */
function withoutApi(path: string): string {
	const parts = path.split('/');
	const endsWith = (part: string) => parts.at(-1)?.toLowerCase() === part;
	while (endsWith('')) parts.pop();
	if (endsWith('test') && parts.at(-2)?.toLowerCase() === 'api') parts.pop();
	if (endsWith('api')) parts.pop();
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
