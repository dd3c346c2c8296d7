import { isTree } from '../values/tree';
import type { ReplyTree } from '../values/tree';

// Every repetition has a limit, so that no text makes the search slow.
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
 * Counts the numbers that rmNumBL removed from the blocklist. Status 0: all of them, whatever the message says. Status 944: the
 * message has the counts, "2 phone numbers Successfully deleted, 1 Phone numbers not exist in blacklist".
 * Source: specification, rmNumBL; gateway-api, section 7.
 */
export function unblockedCounts(status: number, message: string, given: number) {
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
 * The number of cancelled campaigns; `undefined` if the reply does not say. The place of the count is not shown: we take a
 * field with a fitting name, or else the only number in the message (gateway-api, section 5, "cancel").
 * @param name the requested campaign name, whose digits are no count
 */
export function cancelledCount(tree: ReplyTree, message: string, name: string): number | undefined {
	const field = leavesOf(tree).find(
		([label, text]) => NAMES_A_COUNT.test(label) && !/name|id$/i.test(label) && COUNT.test(text),
	);
	if (field) return Number(field[1]);
	const [count, ...others] = message.split(name).join(' ').match(/\d+/g) ?? [];
	return count === undefined || others.length > 0 ? undefined : Number(count);
}

const leavesOf = (tree: ReplyTree): Array<[name: string, text: string]> =>
	Object.entries(tree).flatMap(([name, value]) => {
		if (typeof value === 'string') return [[name, value]];
		// A list contains campaigns, not counts.
		return isTree(value) ? leavesOf(value) : [];
	});
