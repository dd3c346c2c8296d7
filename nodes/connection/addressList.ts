/** An address as one number of 32 bits (IPv4) or 128 bits (IPv6). */
interface Bits {
	width: number;
	value: bigint;
}

const IPV4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;
/** How a dual-stack socket writes an IPv4 address. */
const MAPPED = /^::ffff:(?=\d+\.)/i;
const GROUPS = 8;

function readIpv4(text: string): Bits | undefined {
	const bytes = IPV4.exec(text)?.slice(1).map(Number);
	if (bytes === undefined || bytes.some((byte) => byte > 255)) return undefined;
	return { width: 32, value: bytes.reduce((value, byte) => value * 256n + BigInt(byte), 0n) };
}

const groupsOf = (part = '') => (part === '' ? [] : part.split(':'));

function readIpv6(text: string): Bits | undefined {
	const [head, tail, ...more] = text.split('::');
	if (more.length > 0) return undefined;
	const [before, after] = [groupsOf(head), groupsOf(tail)];
	const gap = GROUPS - before.length - after.length;
	if (tail === undefined ? gap !== 0 : gap < 1) return undefined;
	const groups = [...before, ...Array<string>(gap).fill('0'), ...after];
	if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
	return { width: 128, value: groups.reduce((value, g) => value * 65536n + BigInt(`0x${g}`), 0n) };
}

function readAddress(text: string): Bits | undefined {
	const address = text.trim().replace(MAPPED, '').replace(/%.*/s, '');
	return readIpv4(address) ?? readIpv6(address);
}

/** Converts an IPv4-mapped IPv6 address in hexadecimal, as URLs write it, to IPv4. */
const unmapped = (bits: Bits | undefined): Bits | undefined =>
	bits?.width === 128 && bits.value >> 32n === 0xffffn
		? { width: 32, value: bits.value & 0xffffffffn }
		: bits;

type Range = Bits & { prefix: number };

/** `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`; undefined for anything else. */
export function readRange(text: string): Range | undefined {
	const [, address = '', prefix] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? [];
	const bits = readAddress(address);
	const length = Number(prefix ?? bits?.width);
	return bits && length <= bits.width ? { ...bits, prefix: length } : undefined;
}

/** Whether an address is in one of the ranges; false for an invalid address. */
export function isInRanges(address: string, ranges: string[]): boolean {
	const bits = unmapped(readAddress(address));
	if (bits === undefined) return false;
	return ranges.map(readRange).some((range) => {
		if (range === undefined || range.width !== bits.width) return false;
		const shift = BigInt(range.width - range.prefix);
		return range.value >> shift === bits.value >> shift;
	});
}
