import { element } from './element.mjs';

// The service uses Israel time, wherever its customer is.
const timeZone = 'Asia/Jerusalem';
const format = (options) => new Intl.DateTimeFormat('en-GB', { timeZone, ...options });
const FORMATS = {
	minute: format({ hour: '2-digit', minute: '2-digit' }),
	second: format({ hour: '2-digit', minute: '2-digit', second: '2-digit' }),
	day: format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }),
	date: format({ day: 'numeric', month: 'short' }),
	due: format({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }),
	full: format({ dateStyle: 'medium', timeStyle: 'medium' }),
};

export const timeText = (time, style) => FORMATS[style].format(time);

/** The instant at which a clock in Israel shows `2026-01-15T10:00`. */
export function israelMoment(written) {
	const asUtc = Date.parse(`${written}Z`);
	const shown = new Date(asUtc).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T');
	return asUtc - (Date.parse(`${shown}Z`) - asUtc);
}

/** Israel's clock in the form of a date and time input. */
export const israelInput = (time) =>
	new Date(time).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T').slice(0, 16);

/** One spelling per number: `+972 50-123-4567` is `0501234567`. */
export const samePhone = (written) => written.replace(/\D/g, '').replace(/^972/, '0');

export function phoneText(phone) {
	if (!phone.startsWith('0')) return `+${phone}`;
	return phone.replace(/^(0\d\d)(\d{3})(\d{4})$/, '$1-$2-$3');
}

export const plural = (count, noun) =>
	`${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

const LINK = /https?:\/\/[^\s<>"'\u200e\u200f]*[^\s<>"'\u200e\u200f.,;:!?)\]]/g;

/** A text whose links become links; everything else stays text. */
export function withLinks(text) {
	const parts = [];
	let end = 0;
	for (const { 0: link, index } of text.matchAll(LINK)) {
		parts.push(text.slice(end, index));
		const attributes = { href: link, target: '_blank', rel: 'noopener noreferrer', dir: 'ltr' };
		parts.push(element('a', attributes, link));
		end = index + link.length;
	}
	return [...parts, text.slice(end)];
}
