import { isInRanges } from '../connection/addressList';

/** Loopback, private, link-local, shared and unspecified addresses. */
const INTERNAL = [
	'0.0.0.0/8',
	'10.0.0.0/8',
	'100.64.0.0/10',
	'127.0.0.0/8',
	'169.254.0.0/16',
	'172.16.0.0/12',
	'192.168.0.0/16',
	'::/127',
	'fc00::/7',
	'fe80::/10',
];

const INTERNAL_NAME = /(^|\.)(localhost|local|lan|internal|home\.arpa|test|invalid)$/i;

/** Whether an address may be reachable from the internet. */
export function isReachable(url: string): boolean {
	// As browsers read it: 127.1 is 127.0.0.1.
	const host = (URL.canParse(url) ? new URL(url).hostname : '').replace(/^\[|\]$|\.$/g, '');
	if (host === '' || INTERNAL_NAME.test(host) || isInRanges(host, INTERNAL)) return false;
	// A name without a dot belongs to the local network.
	return host.includes('.') || host.includes(':');
}
