import { readIncomingMessage } from '../../../../gateway/events/incomingMessage';
import { timeWindow, timeWindowFields, upToLimit } from '../../options/windowFields';

/** Messages that people sent to the account's numbers (specification, incoming; gateway-api, section 9). */
export const getIncomingMessages = upToLimit({
	name: 'Get Incoming Messages',
	value: 'getIncomingMessages',
	action: 'Get incoming messages',
	description: 'Get the messages that people sent to your numbers in a time window',
	tool: {
		use: 'Read what people have written to the account, for instance whether somebody has answered.',
		returns: 'for each message phone, message and date.',
		omit: ['eventId', 'phoneInternational', 'toInternational'],
	},
	root: 'incoming',
	effect: 'read',
	fields: timeWindowFields,
	read: (parameters) => ({ ...timeWindow(parameters) }),
	shape: (record) => ({ ...readIncomingMessage(record) }),
	date: 'date',
});
