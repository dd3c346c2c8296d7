import { allFields } from '../replies/records';
import type { RawRecord } from '../replies/records';

const { imul } = Math;
const MULTIPLIERS = [2654435761, 1597334677] as const;

/** A short hash of a text (53-bit cyrb53, in base 36); not for secrets. */
export function fingerprint(text: string): string {
	let [a, b] = [0xdeadbeef, 0x41c6ce57];
	for (let i = 0; i < text.length; i++) {
		const code = text.charCodeAt(i);
		a = imul(a ^ code, MULTIPLIERS[0]);
		b = imul(b ^ code, MULTIPLIERS[1]);
	}
	a = imul(a ^ (a >>> 16), 2246822507) ^ imul(b ^ (b >>> 13), 3266489909);
	b = imul(b ^ (b >>> 16), 2246822507) ^ imul(a ^ (a >>> 13), 3266489909);
	return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}

/**
 * Parts that we hash: what an Idempotency Key may not hold, such as braces and `NaN`, and what is long, because n8n stores every
 * event ID. Our own limit: references are shorter in practice.
 */
const UNFIT =
	/[{}[\]#%]|(?<![a-z\d])(?:undefined|null|nan|infinity)(?![a-z\d])|invalid|loading|^.{201}/is;

/**
 * An ID that stays the same however often an event arrives, pushed or polled: it is made of what both have. `who` is the
 * message or person that the event is about. Without `who` many events would share the other parts, so we hash all fields. We
 * do so for a missing part, too, if an unknown field (`other`) may hold it.
 */
export function eventId(
	feed: string,
	who: string | undefined,
	parts: ReadonlyArray<string | undefined>,
	record: RawRecord,
	other?: object,
): string {
	const all = () => fingerprint(allFields(record));
	const tail =
		who === undefined ? [all()] : [who, ...parts.map((each) => each ?? (other ? all() : ''))];
	return [feed, ...tail]
		.map((text) => text.trim().replace(/[\\|]/g, '\\$&'))
		.map((text) => (UNFIT.test(text) ? fingerprint(text) : text))
		.join('|');
}

/** The minute of a date from `readDate`, `2026-05-01T10:30`: pushes have seconds, polls do not. An unreadable date stays. */
export const minuteOf = (date: string | undefined): string | undefined =>
	date?.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d).*/s, '$1');

/** Length of an identity: 53 bits in base 36. The odds that two of 100,000 events share one are below one in a million. */
export const IDENTITY_CHARACTERS = 11;
export const IDENTITIES = /.{11}/g;

/**
 * Distinguishes events in what one trigger has had. Reports of one external ID may share their event ID, which leaves the
 * phone out because listings in XML do.
 */
export const identityOf = (event: { eventId: string; phone?: string | undefined }): string =>
	fingerprint(JSON.stringify([event.eventId, event.phone])).padStart(IDENTITY_CHARACTERS, '0');
