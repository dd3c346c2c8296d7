import { isTree } from './tree';
import type { ReplyTree, ReplyValue } from './tree';

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

// Assumption: unblockCounts
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

const NAMES_A_COUNT = /count|cancel|affected|total|campaigns/i;
const COUNT = /^\s*\d{1,9}\s*$/;

// Assumption: cancelByName
/**
 * How many campaigns a reply says were cancelled, `undefined` when it does not tell. Where the count stands is not shown: a
 * field whose name speaks of it counts first, then the only number of the text (gateway-api, section 5, "cancel").
 *
 * @param name the campaign name that was asked for; digits of its own are no count
 */
export function cancelledCount(tree: ReplyTree, message: string, name: string): number | undefined {
	const field = leavesOf(tree).find(
		([label, text]) => NAMES_A_COUNT.test(label) && !/name|id$/i.test(label) && COUNT.test(text),
	);
	if (field) return Number(field[1]);
	const [count, ...others] = message.split(name).join(' ').match(/\d+/g) ?? [];
	return count === undefined || others.length > 0 ? undefined : Number(count);
}

function leavesOf(tree: ReplyTree): Array<[name: string, text: string]> {
	const leaves = (name: string, value: ReplyValue): Array<[string, string]> => {
		if (typeof value === 'string') return [[name, value]];
		// A list is of campaigns, not of counts.
		return isTree(value) ? leavesOf(value) : [];
	};
	return Object.entries(tree).flatMap(([name, value]) => leaves(name, value));
}
