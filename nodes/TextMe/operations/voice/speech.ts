import type { INodeProperties } from 'n8n-workflow';

import { checkChoice, checkRange, checkWholeNumber } from '../../../../gateway/values/checks';
import { SPEECH_RATE } from '../../../../gateway/values/limits';
import { SPEECH } from '../../../../gateway/texts/messages';
import type { Speech } from '../../../../gateway/texts/messages';
import type { Option } from '../../parameters/option';
import { option } from '../../parameters/option';
import type { Parameters } from '../../parameters/parameters';

const {
	callFilteredPhones: CALL_FILTERED_PHONES,
	textAndCall: TEXT_AND_CALL,
	callOnly: CALL_ONLY,
} = SPEECH;

export const reachBy: INodeProperties = {
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
			value: TEXT_AND_CALL,
			description: 'Every number gets the message twice, as an SMS and as a call',
		},
		{
			name: 'Text, or Call to Kosher Phones',
			value: CALL_FILTERED_PHONES,
			description: 'An SMS to ordinary phones, and a call to filtered phones, which receive no SMS',
		},
	],
	default: CALL_ONLY,
	description: 'How people get the message: in a call, as a text or both',
};

const showFor = (...types: number[]) => ({
	// A program may have written the type as text. Without these values, n8n would drop the fields that depend on it.
	show: { reachBy: [...types, ...types.map(String)] },
});
export const TEXTED = showFor(CALL_FILTERED_PHONES, TEXT_AND_CALL);
export const ONLY_SPOKEN = showFor(CALL_ONLY);

const FEMALE = 'ymFemale';
const MALE = 'ymMale';
const VOICES = [FEMALE, MALE];

const repeat = option({
	displayName: 'Repeat',
	name: 'ttsRepeat',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 2,
	description: 'How many times the message is played in the call',
	read: (times: number) => checkWholeNumber(times, 1),
});

const rate = option({
	displayName: 'Speech Speed',
	name: 'ttsRate',
	type: 'number',
	typeOptions: { minValue: SPEECH_RATE.min, maxValue: SPEECH_RATE.max },
	default: 0,
	description: 'From -10 (slowest) to 10 (fastest); 0 is normal',
	read: (speed: number) => checkRange(speed, SPEECH_RATE.min, SPEECH_RATE.max),
});

const voice = option({
	displayName: 'Voice',
	name: 'ttsVoice',
	type: 'options',
	options: [
		{ name: 'Female', value: FEMALE },
		{ name: 'Male', value: MALE },
	],
	default: MALE,
	description: 'Who reads the message out',
	read: (name: string) => checkChoice(name, VOICES),
});

export const speechOptions: Option[] = [repeat, rate, voice];

const readType = (type: number) => checkRange(type, CALL_FILTERED_PHONES, CALL_ONLY);

export const speech = (parameters: Parameters): Speech => ({
	type: parameters.checked('reachBy', readType),
	...parameters.options({ rate, repeat, voice }),
});
