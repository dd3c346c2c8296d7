import { messageField } from '../../fields/message';
import { externalIdsIn, recipientFields } from '../../fields/recipients';
import { sender } from '../../fields/sender';
import type { SmsElement } from '../../fields/smsElement';
import { smsElement, smsOptions } from '../../fields/smsElement';
import type { ItemOperation } from '../../operation';
import { acceptedSend, missingShipment, textLength } from './acceptedSends';

/** One text to any number of phone numbers and contact lists (specification, sms). */
export const send: ItemOperation<SmsElement> = {
	name: 'Send',
	value: 'send',
	action: 'Send SMS',
	description: 'Send one text to phone numbers, to contact lists or to both',
	root: 'sms',
	effect: 'send',
	fields: [sender, ...recipientFields, messageField],
	options: smsOptions,
	body: smsElement,
	externalIds: ({ destinations }) => externalIdsIn(destinations),
	output: (reply, { destinations, message }) => ({
		...acceptedSend(reply, destinations),
		...textLength(message),
	}),
	warning: missingShipment,
};
