import type { CreditUnit } from '../../gateway/texts/messageLength';
import { firstNamed } from '../../gateway/values/lists';
import { LINKS } from '../../gateway/texts/links';
import { measureMessage, withoutUncommon } from '../../gateway/texts/messageLength';

/** Up to this many uncommon letters are probably a slip; more are the text's language. */
const FEW = 3;

/** Characters of a short link. */
const SHORT_LINK = 30;

/** Warnings about a text that is needlessly long. If credits pay for characters, segments do not matter. */
export function textWarnings(text: string, unit: CreditUnit): string[] {
	const bySegment = typeof unit !== 'number';
	return [bySegment ? uncommonCharacters(text) : undefined, longLink(text)].filter(
		(warning) => warning !== undefined,
	);
}

/** A single Hebrew letter or curly quote more than halves the room of each segment. */
function uncommonCharacters(text: string): string | undefined {
	const { kept, uncommon } = withoutUncommon(text);
	const [segments, without] = [measureMessage(text).segments, measureMessage(kept).segments];
	const letters = uncommon.filter((character) => /\p{L}/u.test(character));
	if (letters.length > FEW || without === 0 || segments <= without) return undefined;
	const characters = firstNamed([...new Set(uncommon)].map(named));
	return `The text has ${segments} segments instead of ${without} because of ${characters}`;
}

/** A character, or the code of one that nobody sees. */
const named = (character: string): string =>
	/[\s\p{C}]/u.test(character)
		? `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
		: `"${character}"`;

function longLink(text: string): string | undefined {
	const link = text.match(LINKS)?.find(({ length }) => length > SHORT_LINK);
	return link === undefined
		? undefined
		: `The text has a link of ${link.length} characters; add it under 'Short Links' to have it shortened`;
}
