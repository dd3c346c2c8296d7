/** One spelling per handset: `501234567`, `0501234567` and `972501234567` are the same person. */
export function samePhone(written: string): string {
	const digits = written.replace(/\D/g, '');
	if (/^972\d{8,9}$/.test(digits)) return `0${digits.slice(3)}`;
	if (/^[2-9]\d{7,8}$/.test(digits)) return `0${digits}`;
	return digits;
}

/** Pushes have the country code, requests do not (specification, Events). */
export function internationalPhone(phone: string): string {
	return phone.startsWith('0') ? `972${phone.slice(1)}` : phone;
}

// The documentation prints `5xxxxxxx` and `05xxxxxxx`; real mobiles have one digit more. Both are accepted.
const MOBILE = /^0?5\d{7,8}$/;
const LANDLINE = /^0?[2-46-9]\d{7,8}$/;
const ABROAD = /^[1-9]\d{7,14}$/;

export type Reach = 'domestic' | 'abroad';

/** Undefined for anything but digits, and for an impossible length: the service then answers 9. */
export function reachOf(written: string, includesInternational: boolean): Reach | undefined {
	if (MOBILE.test(written) || LANDLINE.test(written)) return 'domestic';
	if (!includesInternational || !ABROAD.test(written)) return undefined;
	return written.startsWith('972') ? 'domestic' : 'abroad';
}

export function isMobile(written: string): boolean {
	return MOBILE.test(written);
}

export function isIsraeli(written: string): boolean {
	return MOBILE.test(written) || LANDLINE.test(written);
}

export function masked(phone: string): string {
	return `${phone.slice(0, 3)}****${phone.slice(7)}`;
}

// Only an example: numbers can move to another carrier.
const CARRIERS: Readonly<Record<string, string>> = {
	'050': 'Pelephone',
	'051': 'Xphone',
	'052': 'Cellcom',
	'053': 'Hot Mobile',
	'054': 'Partner',
	'055': '019 Mobile',
	'058': 'Golan Telecom',
};

export function carrierOf(phone: string): string {
	return CARRIERS[phone.slice(0, 3)] ?? 'Other';
}
