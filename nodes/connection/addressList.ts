const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;
/** How a dual-stack socket writes an IPv4 address, `::ffff:203.0.113.7`, in bits. */
const MAPPED = '0'.repeat(80) + '1'.repeat(16);

const inBits = (numbers: number[], width: number): string =>
	numbers.map((number) => number.toString(2).padStart(width, '0')).join('');

/** An address as 32 (IPv4) or 128 (IPv6) binary digits; undefined for anything else. */
function bitsOf(text: string): string | undefined {
	const address = text.trim().replace(/%.*/s, '');
	if (IPV4.test(address)) {
		const bytes = address.split('.').map(Number);
		return bytes.every((byte) => byte < 256) ? inBits(bytes, 8) : undefined;
	}
	const url = `http://[${address}]`;
	if (!URL.canParse(url)) return undefined;
	// In one form for all: groups in hexadecimal, and a gap.
	const [before = [], after = []] = new URL(url).hostname
		.slice(1, -1)
		.split('::')
		.map((part) => (part === '' ? [] : part.split(':')));
	const gap = Array<string>(8 - before.length - after.length).fill('0');
	const bits = inBits(
		[...before, ...gap, ...after].map((group) => parseInt(group, 16)),
		16,
	);
	return bits.startsWith(MAPPED) ? bits.slice(MAPPED.length) : bits;
}

/** The bits that `203.0.113.7`, `203.0.113.0/24` or `2001:db8::/32` share; undefined for anything else. */
export function readRange(text: string): { width: number; prefix: string } | undefined {
	const [, address = '', length] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? [];
	const bits = bitsOf(address);
	const shared = Number(length ?? bits?.length);
	return bits && shared <= bits.length
		? { width: bits.length, prefix: bits.slice(0, shared) }
		: undefined;
}

/** Whether an address is in one of the ranges; false for an invalid address. */
export function isInRanges(address: string, ranges: string[]): boolean {
	const bits = bitsOf(address);
	return ranges
		.map(readRange)
		.some((range) => range?.width === bits?.length && bits?.startsWith(range?.prefix ?? '-'));
}

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
