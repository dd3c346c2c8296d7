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
