import { InputError, plainText } from './checks';
import { MAX_MESSAGE_CHARACTERS } from './limits';

export interface MessageLength {
	/** UTF-16 code units, as the limit of 1005 counts them: an emoji is 2. */
	characters: number;
	encoding: 'GSM-7' | 'UCS-2';
	/** SMS the phone networks carry for this text; 0 for an empty one. */
	segments: number;
	/** Room in one of them, in septets or code units. */
	perSegment: number;
}

/** GSM 03.38 default alphabet. */
const BASIC = new Set(
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Characters of its extension table, which take an escape in front and so the room of two. */
const EXTENSION = new Set('\f^{}\\[~]|€');

const GSM = { encoding: 'GSM-7', single: 160, concatenated: 153 } as const;
const UCS = { encoding: 'UCS-2', single: 70, concatenated: 67 } as const;

/** What is not in the part of the default alphabet that most texts keep to; a test for all of it takes many times as long. */
const BEYOND_LATIN = /[^\n\r -Z_a-z]/;

/** Room each character takes; a pair is one entry of 2, since it may not be torn apart between two segments. */
function gsmWidths(text: string): number[] | undefined {
	const widths: number[] = [];
	for (const character of text) {
		if (BASIC.has(character)) widths.push(1);
		else if (EXTENSION.has(character)) widths.push(2);
		else return undefined;
	}
	return widths;
}

/** A text without the characters that GSM-7 lacks, and these. */
export function withoutUncommon(text: string): { kept: string; uncommon: string[] } {
	const isCommon = (character: string) => BASIC.has(character) || EXTENSION.has(character);
	const characters = Array.from(text);
	return {
		kept: characters.filter(isCommon).join(''),
		uncommon: characters.filter((character) => !isCommon(character)),
	};
}

const ucsWidths = (text: string) => Array.from(text, (character) => character.length);

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
 * How long a text is on the air: GSM-7 has 160 septets in a single SMS and 153 in each part of a longer one, UCS-2 (any
 * Hebrew letter or emoji in the text) 70 and 67 code units. What the gateway charges may be counted differently.
 */
export function measureMessage(text: string): MessageLength {
	if (text.length <= GSM.single && !BEYOND_LATIN.test(text)) {
		const { length: characters } = text;
		const segments = characters === 0 ? 0 : 1;
		return { characters, encoding: 'GSM-7', segments, perSegment: GSM.single };
	}
	const gsm = gsmWidths(text);
	const widths = gsm ?? ucsWidths(text);
	const { encoding, single, concatenated } = gsm ? GSM : UCS;
	const total = widths.reduce((sum, width) => sum + width, 0);
	const characters = text.length;
	if (total <= single) {
		return { characters, encoding, segments: 1, perSegment: single };
	}
	const segments = countSegments(widths, concatenated);
	return { characters, encoding, segments, perSegment: concatenated };
}

/**
 * The text unchanged, if it is not blank and has at most 1005 characters. These are counted as UTF-16 code units: 1005
 * is 15 UCS-2 segments of 67, and it is the more careful count. `of` says what else was counted. Source: specification,
 * "Limits".
 * @throws InputError
 */
export function checkMessage(input: string | number, of = ''): string {
	const text = plainText(input);
	if (text.trim() === '') throw new InputError('is empty; enter the text to send');
	if (text.length > MAX_MESSAGE_CHARACTERS) {
		throw new InputError(
			`has ${text.length} characters${of && ` ${of}`}; the service allows ${MAX_MESSAGE_CHARACTERS}`,
		);
	}
	return text;
}
