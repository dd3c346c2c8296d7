import type { INodeProperties } from 'n8n-workflow';

import { callOf } from '../../../texts/text';
import { missingShipment } from '../../../output/replies';
import { messageField, readMessage, sender, sentMessages, smsOptions } from '../../options/message';
import { recipientFields } from '../../options/recipients';
import { sizeLimits } from '../../options/runLimits';
import type { Option } from '../../parameters/option';
import { send as sendOperation } from '../../operation';
import { ONLY_SPOKEN, reachBy, speech, speechOptions, TEXTED } from './speech';

/**
 * Every `sms` element requires a verified `source`, even with `tts`, although only a text shows it (specification, sms and sms
 * with tts). So 'Call Only' asks for a sender too, and explains it.
 */
const senders: INodeProperties[] = [
	{ ...sender, displayOptions: TEXTED },
	{
		...sender,
		description:
			'Any sender that is verified for your account. The service requires one, but nobody sees it: the call comes from a number of the service.',
		displayOptions: ONLY_SPOKEN,
	},
];

const spokenMessage: INodeProperties = {
	...messageField,
	placeholder: 'e.g. Hello, your appointment is tomorrow at ten',
	description:
		'What is read out in the call, and sent as an SMS if you choose one. Up to 1005 characters.',
};

/** A text can have these, a call cannot. */
const OF_TEXTS = ['addUnsubscribe', 'links', 'tag'];

const unlessSpoken = (option: Option): Option =>
	OF_TEXTS.includes(option.name)
		? { ...option, displayOptions: { hide: { '/reachBy': ONLY_SPOKEN.show.reachBy } } }
		: option;

/** A message as a call, as a text or both, to any number of people (specification, sms with tts). */
export const send = sendOperation({
	name: 'Send',
	value: 'send',
	action: 'Send voice message',
	description: 'Call phone numbers and contact lists and read a message out',
	tool: {
		use: 'Call one person or a few and have a message read out. Use it only to call somebody.',
		returns:
			'accepted, which does not mean that anybody has answered, and the externalId of each number, by which its report is found.',
		omit: ['encoding'],
	},
	fields: [reachBy, ...senders, ...recipientFields, spokenMessage],
	options: [...smsOptions.map(unlessSpoken), sizeLimits, ...speechOptions],
	comparesTexts: true,
	read(parameters) {
		// n8n shows other fields by what this reads.
		const spoken = speech(parameters);
		const sending = readMessage(parameters);
		return { ...sending, message: { ...sending.message, speech: spoken } };
	},
	outputs: (reply, [message], settings) =>
		sentMessages(reply, [message], settings).map((sent) => ({
			...sent,
			...(callOf(message) === 'beside' && { alsoCalled: true }),
		})),
	warning: missingShipment,
});
