import { missingShipment } from '../../../output/replies';
import { messageField, readMessage, sender, sentMessages, smsOptions } from '../../options/message';
import { recipientFields } from '../../options/recipients';
import { sendLimits } from '../../options/runLimits';
import { send } from '../../operation';
import { sendBulk } from './sendBulk';

const options = [...smsOptions, sendLimits];

/** One text to phone numbers and contact lists (specification, sms). */
export const sendSms = send({
	name: 'Send',
	value: 'send',
	action: 'Send SMS',
	description: 'Send one text to phone numbers, to contact lists or to both',
	tool: {
		use: 'Send a text message (SMS) to one person or a few. Use it only to text somebody; the text arrives exactly as you write it.',
		returns:
			'accepted (taken for sending, not delivered yet) and the externalId of each number, by which its delivery report is found.',
		omit: ['encoding'],
	},
	fields: [sender, ...recipientFields, messageField],
	options,
	concurrentRequests: 5,
	comparesTexts: true,
	read: (parameters) => readMessage(parameters),
	outputs: sentMessages,
	warning: missingShipment,
	advice: {
		fromItems: 20,
		text: 'For many items use Send Bulk: it texts thousands of them in one request, each with a text of its own.',
		unless: options.filter((one) => !sendBulk.options?.includes(one)).map(({ name }) => name),
	},
});
