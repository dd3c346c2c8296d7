export interface UnblockedCounts {
	removed: number | undefined;
	/** How many were not on the blocklist. */
	notOnList: number | undefined;
}

const REMOVED = /(\d+)\s+phone\s+numbers?\s+success?fully\s+(?:deleted|removed)/i;
const NOT_ON_LIST = /(\d+)\s+phone\s+numbers?\s+(?:do(?:es)?\s+)?not\s+exist/i;
const SOME_NOT_ON_LIST = 944;

const numberIn = (text: string, pattern: RegExp): number | undefined => {
	const digits = pattern.exec(text)?.[1];
	return digits === undefined ? undefined : Number(digits);
};

/**
 * How many of the numbers given to rmNumBL it took off the list. It only says so in its message, "2 phone numbers
 * Successfully deleted, 1 Phone numbers not exist in blacklist"; with status 0 all of them, whatever the message.
 * Source: specification, rmNumBL; gateway-api, section 7.
 */
export function unblockedCounts(status: number, message: string, given: number): UnblockedCounts {
	if (status !== SOME_NOT_ON_LIST) return { removed: given, notOnList: 0 };
	const [removed, notOnList] = [numberIn(message, REMOVED), numberIn(message, NOT_ON_LIST)];
	return {
		removed: removed ?? rest(given, notOnList),
		notOnList: notOnList ?? rest(given, removed),
	};
}

const rest = (given: number, part: number | undefined) =>
	part === undefined || part > given ? undefined : given - part;
