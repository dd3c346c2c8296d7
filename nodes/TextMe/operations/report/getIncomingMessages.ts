import { readIncomingMessage } from '../../../../gateway/incomingMessage';
import { findRecords } from '../../../../gateway/records';
import { resultLimit, returnAllFields } from '../../fields/returnAll';
import { timeWindow, timeWindowFields } from '../../fields/timeWindow';
import type { ItemOperation } from '../../operation';

/** Messages that people sent to the numbers of the account (specification, incoming; gateway-api, section 9). */
export const getIncomingMessages: ItemOperation = {
	name: 'Get Incoming Messages',
	value: 'getIncomingMessages',
	action: 'Get incoming messages',
	description: 'Read the messages people sent to the numbers of the account in a time window',
	tool: {
		use: 'Read what people have written to the account, for instance whether somebody has answered.',
		returns: 'for each message phone, message and date.',
		omit: ['eventId', 'phoneInternational', 'destInternational'],
	},
	root: 'incoming',
	effect: 'read',
	fields: [...timeWindowFields, ...returnAllFields],
	body(parameters) {
		// It is only needed for the output; checked here, before anything is asked.
		resultLimit(parameters);
		return { ...timeWindow(parameters) };
	},
	// Where the records are in the reply is not shown: that they are its list is a guess.
	output: ({ tree }, _, parameters) =>
		findRecords(tree)
			.slice(0, resultLimit(parameters))
			.map((record) => ({ ...readIncomingMessage(record) })),
};
