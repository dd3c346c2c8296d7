import type { INodeProperties } from 'n8n-workflow';

import { messageField, sender } from '../../fields/messageFields';
import {
	contactListsGuard,
	externalIdsIn,
	recipientCount,
	recipientFields,
} from '../../fields/recipients';
import { heldBack } from '../../fields/sendingHours';
import { outgoing, smsElement, smsOptions } from '../../fields/smsElement';
import type { SmsElement } from '../../fields/smsElement';
import type { ItemOperation } from '../../operation';
import { missingShipment, SEND_REPLY, textLength } from '../../../shared/acceptedReply';
import { acceptedSend } from '../sms/acceptedSends';
import { callOf, isTexted, ONLY_SPOKEN, reachBy, speech, speechOptions, TEXTED } from './speech';
import type { Speech } from './speech';

/**
 * Only a text shows its `source`, but every `sms` element requires a verified one, also with `tts` (specification, sms and sms
 * with tts). So 'Call Only' asks for a sender too, and says what it is for.
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

interface VoiceBody extends SmsElement {
	tts: Speech;
}

/** One message to any number of people as a call, as a text or both (specification, sms with tts). */
export const send: ItemOperation<VoiceBody> = {
	name: 'Send',
	value: 'send',
	action: 'Send voice message',
	description: 'Call phone numbers and contact lists and read a message out',
	tool: {
		use: 'Call one person or a few and have a message read out. Use it only when somebody is to be called.',
		returns:
			'accepted, which does not mean that anybody has answered, and the externalId of each number, by which its report is found.',
		omit: ['encoding'],
	},
	root: 'sms',
	effect: 'send',
	guard: contactListsGuard,
	messages: recipientCount,
	fields: [reachBy, ...senders, ...recipientFields, spokenMessage],
	options: [...smsOptions, ...speechOptions],
	heldBack,
	body: (parameters) => ({ ...smsElement(parameters), tts: speech(parameters) }),
	goesOut: (element) => ({ ...outgoing(element), call: callOf(element.tts) }),
	externalIds: ({ destinations }) => externalIdsIn(destinations),
	replyFields: SEND_REPLY,
	output: (reply, element) => ({
		...acceptedSend(reply, element),
		...(isTexted(element.tts) ? textLength(element.message) : {}),
	}),
	warning: missingShipment,
};
