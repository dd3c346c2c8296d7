import { readBlocklistEntry } from '../../../../gateway/blocklistEntry';
import { isTree } from '../../../../gateway/tree';
import type { ReplyTree } from '../../../../gateway/tree';
import { resultLimit, returnAllFields } from '../../fields/returnAll';
import { anyTime, anyTimeFields } from '../../fields/timeWindow';
import type { ItemOperation } from '../../operation';

/** The numbers that are blocked (specification, blacklist). */
export const getMany: ItemOperation = {
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many blocked numbers',
	description: 'List blocked numbers, some of their digits hidden, and when they were blocked',
	tool: {
		use: 'Find out who has asked not to be messaged, and when.',
		returns: 'the blocked numbers, some of their digits hidden, and blockedAt.',
	},
	root: 'blacklist',
	effect: 'read',
	fields: [...anyTimeFields, ...returnAllFields],
	body(parameters) {
		// It is only needed for the output; checked here, before anything is asked.
		resultLimit(parameters);
		return { ...anyTime(parameters) };
	},
	output: ({ tree }, _, parameters) =>
		entriesOf(tree).slice(0, resultLimit(parameters)).map(blockedNumber),
};

const entriesOf = ({ transactions }: ReplyTree): ReplyTree[] =>
	Array.isArray(transactions) ? transactions.filter(isTree) : [];

function blockedNumber(record: ReplyTree) {
	const { phone, date } = readBlocklistEntry(record);
	// A date in another form is better than none.
	return { phone, blockedAt: date ?? record.date };
}
