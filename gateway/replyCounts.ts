export interface UnblockedCounts {
	removed: number | undefined;
	/** How many were not on the blocklist. */
	notOnList: number | undefined;
}

// Bounded, so that no text makes a search of them slow.
const REMOVED =
	/(?<!\d)(\d{1,9})\s{1,9}phone\s{1,9}numbers?\s{1,9}success?fully\s{1,9}(?:deleted|removed)/i;
const NOT_ON_LIST =
	/(?<!\d)(\d{1,9})\s{1,9}phone\s{1,9}numbers?\s{1,9}(?:do(?:es)?\s{1,9})?not\s{1,9}exist/i;
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

/**
 * How many campaigns a reply says were cancelled, `undefined` when it does not tell. Where the count stands is not shown:
 * that it is the only number of the text is a guess (gateway-api, section 5, "cancel").
 *
 * @param name the campaign name that was asked for; digits of its own are no count
 */
export function cancelledCount(message: string, name: string): number | undefined {
	const [count, ...others] = message.split(name).join(' ').match(/\d+/g) ?? [];
	return count === undefined || others.length > 0 ? undefined : Number(count);
}
