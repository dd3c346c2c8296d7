import { split } from '../values/lists';
import { oneOf } from '../values/checks';

/** GSM 03.38 default alphabet. */
const BASIC = new Set(
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Extension table of GSM 03.38. Each character takes two septets, which one segment must hold together. */
const EXTENSION = new Set('\f^{}\\[~]|€');

const GSM = { encoding: 'GSM-7', single: 160, concatenated: 153 } as const;
const UCS = { encoding: 'UCS-2', single: 70, concatenated: 67 } as const;

/** Outside the ASCII part of the default alphabet. Few texts match, which saves the slow test of the whole alphabet. */
const BEYOND_ASCII = /[^\n\r -Z_a-z]/;

const isCommon = (character: string) => BASIC.has(character) || EXTENSION.has(character);

/** Separates the characters that GSM-7 has (`kept`) from those it lacks (`uncommon`). */
export function withoutUncommon(text: string): { kept: string; uncommon: string[] } {
	const [kept, uncommon] = split(Array.from(text), isCommon);
	return { kept: kept.join(''), uncommon };
}

function countSegments(widths: number[], room: number): number {
	let segments = 1;
	let used = 0;
	for (const width of widths) {
		if (used + width > room) {
			segments++;
			used = 0;
		}
		used += width;
	}
	return segments;
}

// Assumption: messageLength
/**
 * Counts the segments of a text. GSM-7: 160 septets in a single SMS, 153 per part of a longer one. UCS-2 (any Hebrew letter or
 * emoji): 70 and 67 code units. The gateway may count differently when it charges.
 */
export function measureMessage(text: string): { segments: number; encoding: 'GSM-7' | 'UCS-2' } {
	if (text.length <= GSM.single && !BEYOND_ASCII.test(text)) {
		return { segments: text === '' ? 0 : 1, encoding: 'GSM-7' };
	}
	const characters = Array.from(text);
	const isGsm = characters.every(isCommon);
	const { encoding, single, concatenated } = isGsm ? GSM : UCS;
	const widths = characters.map((one) => (isGsm && EXTENSION.has(one) ? 2 : one.length));
	const total = widths.reduce((sum, width) => sum + width, 0);
	return { segments: total <= single ? 1 : countSegments(widths, concatenated), encoding };
}

/** What one credit pays for: one segment, or this number of characters. */
export type CreditUnit = 'segment' | number;

// Assumption: creditUnit
/** 3, 4 or 5 parts of 67 Hebrew characters, depending on the contract. Source: gateway-api, section 15, row 1. */
export const CREDIT_UNITS: readonly CreditUnit[] = ['segment', 201, 268, 335];

/** @throws InputError for a value that is not in `CREDIT_UNITS` */
export function readCreditUnit(value: string | number): CreditUnit {
	const chosen = oneOf(CREDIT_UNITS.map(String), value);
	return chosen === 'segment' ? chosen : Number(chosen);
}

export const creditsOf = (text: string, unit: CreditUnit): number =>
	unit === 'segment' ? measureMessage(text).segments : Math.ceil(text.length / unit);
