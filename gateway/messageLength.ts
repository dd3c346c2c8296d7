export interface MessageLength {
	/** UTF-16 code units, as the limit of 1005 counts them: an emoji is 2. */
	characters: number;
	encoding: 'GSM-7' | 'UCS-2';
	/** Number of SMS that the networks carry for this text; 0 for an empty one. */
	segments: number;
	/** Room in one segment, in septets (GSM-7) or code units (UCS-2). */
	perSegment: number;
}

/** GSM 03.38 default alphabet. */
const BASIC = new Set(
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Extension table of GSM 03.38. Each character needs an escape in front, so it takes the room of two. */
const EXTENSION = new Set('\f^{}\\[~]|€');

const GSM = { encoding: 'GSM-7', single: 160, concatenated: 153 } as const;
const UCS = { encoding: 'UCS-2', single: 70, concatenated: 67 } as const;

/** A character outside the ASCII part of the default alphabet. Few texts have one. A test of the whole alphabet is slow. */
const BEYOND_ASCII = /[^\n\r -Z_a-z]/;

/** Septets of each character: 1, or 2 for an escaped one, which no segment may split. Undefined if the text needs UCS-2. */
function gsmWidths(text: string): number[] | undefined {
	const widths: number[] = [];
	for (const character of text) {
		if (BASIC.has(character)) widths.push(1);
		else if (EXTENSION.has(character)) widths.push(2);
		else return undefined;
	}
	return widths;
}

/** Splits a text into the characters that GSM-7 has (`kept`) and those it lacks (`uncommon`). */
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
 * The length of a text on the air: GSM-7 has 160 septets in a single SMS and 153 in each part of a longer one, UCS-2 (any
 * Hebrew letter or emoji in the text) 70 and 67 code units. The gateway may count differently when it charges.
 */
export function measureMessage(text: string): MessageLength {
	if (text.length <= GSM.single && !BEYOND_ASCII.test(text)) {
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
