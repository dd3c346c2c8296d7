import { isTree } from './tree';
import type { ReplyTree, ReplyValue } from './tree';

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
