import { SPEECH } from '../../../../gateway/texts/messages';
import type { Speech } from '../../../../gateway/texts/messages';
import { checkRange } from '../../../../gateway/values/checks';
import { SPEECH_RATE } from '../../../../gateway/values/limits';
import { missingShipment } from '../../../output/replies';
import { callOf } from '../../../texts/text';
import { send } from '../../operation';
import { messageField, readMessage, sender, sentMessages, smsOptions } from '../../options/message';
import { recipientFields } from '../../options/recipients';
import { sizeLimits } from '../../options/runLimits';
import { choiceField, numberField, option } from '../../parameters/option';
import type { Option } from '../../parameters/option';
import type { Parameters } from '../../parameters/parameters';

const CALL_ONLY = SPEECH.callOnly;

const reachBy = option({
	displayName: 'Send As',
	name: 'reachBy',
	type: 'options',
	options: [
		{
			name: 'Call Only',
			value: CALL_ONLY,
			description: 'Every number is called; nobody gets a text',
		},
		{
			name: 'Text and Call',
			value: SPEECH.textAndCall,
			description: 'Every number gets the message twice, as an SMS and as a call',
		},
		{
			name: 'Text, or Call to Kosher Phones',
			value: SPEECH.callFilteredPhones,
			description: 'An SMS to ordinary phones, and a call to filtered phones, which receive no SMS',
		},
	],
	default: CALL_ONLY,
	description: 'How people get the message: in a call, as a text or both',
	read: (type: number) => checkRange(type, SPEECH.callFilteredPhones, CALL_ONLY),
});

const repeat = numberField({
	displayName: 'Repeat',
	name: 'ttsRepeat',
	min: 1,
	default: 2,
	description: 'How many times the message is played in the call',
});

const rate = numberField({
	displayName: 'Speech Speed',
	name: 'ttsRate',
	...SPEECH_RATE,
	default: 0,
	description: 'From -10 (slowest) to 10 (fastest); 0 is normal',
});

const voice = choiceField({
	displayName: 'Voice',
	name: 'ttsVoice',
	options: [
		{ name: 'Female', value: 'ymFemale' },
		{ name: 'Male', value: 'ymMale' },
	],
	default: 'ymMale',
	description: 'Who reads the message out',
});

/** Every `sms` element requires a verified `source`, even with `tts`, although only a text shows it (specification, sms with tts). */
const spokenSender = {
	...sender,
	description:
		'A number, or a name of up to 11 English letters and digits, verified for your account. Only a text shows it: a call comes from a number of the service.',
};

const spokenMessage = {
	...messageField,
	placeholder: 'e.g. Hello, your appointment is tomorrow at ten',
	description:
		'What is read out in the call, and sent as an SMS if you choose one. Up to 1005 characters.',
};

/** A text can have these, a call cannot. A program may have written the type as text. */
const OF_TEXTS = ['addUnsubscribe', 'links', 'tag'];
const UNLESS_SPOKEN = { hide: { '/reachBy': [CALL_ONLY, String(CALL_ONLY)] } };

const unlessSpoken = (one: Option): Option =>
	OF_TEXTS.includes(one.name) ? { ...one, displayOptions: UNLESS_SPOKEN } : one;

const speech = (parameters: Parameters): Speech => ({
	type: parameters.field(reachBy),
	rate: parameters.option(rate),
	repeat: parameters.option(repeat),
	voice: parameters.option(voice),
});

/** A message as a call, as a text or both, to any number of people (specification, sms with tts). */
export const sendVoice = send({
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
	fields: [reachBy, spokenSender, ...recipientFields, spokenMessage],
	options: [...smsOptions.map(unlessSpoken), sizeLimits, repeat, rate, voice],
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
