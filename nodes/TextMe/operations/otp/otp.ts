import type { INodeProperties } from 'n8n-workflow';

import { normalizeIsraeliPhone } from '../../../../gateway/phones/phone';
import { checkSender } from '../../../../gateway/phones/sender';
import { checkOtpCode, checkOtpText, codesIn } from '../../../../gateway/texts/otp';
import {
	checkChoice,
	checkRange,
	checkSwitch,
	checkWholeNumber,
} from '../../../../gateway/values/checks';
import { OTP_TRIES, OTP_VALID_MINUTES } from '../../../../gateway/values/limits';
import { call, send } from '../../operation';
import { sender } from '../../options/message';
import { phoneNumber } from '../../options/recipients';
import { replyLimits } from '../../options/runLimits';
import { option, unlessEmpty } from '../../parameters/option';

/** Separates the codes of several applications of one account (gateway-api, section 4). */
const appId = option({
	displayName: 'App ID',
	name: 'appId',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 1,
	description:
		'A number of your choice for each application that sends codes from this account. Verify a code with the App ID it was sent with.',
	read: (id: number) => checkWholeNumber(id, 1),
});

const text: INodeProperties = {
	displayName: 'Message',
	name: 'text',
	type: 'string',
	typeOptions: { rows: 2 },
	default: '',
	placeholder: 'e.g. Your code for MyShop is [code]',
	description: 'The text, with [code] where the code belongs',
	hint: 'If left empty, the text is "the code is" and the code',
};

const includeCode = option({
	displayName: 'Include Code',
	name: 'includeCode',
	type: 'boolean',
	default: true,
	description:
		'Whether to return the code, if the service tells it. Everybody who can see the execution can then read it.',
	read: unlessEmpty(checkSwitch),
});

const maxTries = option({
	displayName: 'Max Tries',
	name: 'maxTries',
	type: 'number',
	typeOptions: { minValue: OTP_TRIES.min, maxValue: OTP_TRIES.max },
	default: 3,
	description: 'How many times a person may enter a code, 3 to 5',
	read: (tries: number) => checkRange(tries, OTP_TRIES.min, OTP_TRIES.max),
});

const validMinutes = option({
	displayName: 'Valid For (Minutes)',
	name: 'validMinutes',
	type: 'number',
	typeOptions: { minValue: OTP_VALID_MINUTES.min, maxValue: OTP_VALID_MINUTES.max },
	default: 5,
	description: 'How long the code works, 1 to 15 minutes',
	read: (minutes: number) => checkRange(minutes, OTP_VALID_MINUTES.min, OTP_VALID_MINUTES.max),
});

/** Sends a one-time code that the service creates and remembers (gateway-api, section 4, send_otp). */
export const sendOtp = send({
	name: 'Send',
	value: 'send',
	action: 'Send one-time code',
	description: 'Text a person a one-time code, to check it with Verify',
	tool: {
		use: 'Text a person a one-time code, to find out whether the phone number is theirs. Then ask for the code and check it with OTP, Verify.',
		returns: 'accepted. The code goes to the person only.',
	},
	fields: [sender, phoneNumber, text],
	options: [appId, includeCode, maxTries, validMinutes, replyLimits],
	read(parameters) {
		const phone = parameters.checked('phone', normalizeIsraeliPhone);
		const code = {
			app_id: parameters.option(appId),
			max_tries: parameters.option(maxTries),
			valid_time: parameters.option(validMinutes),
		};
		return {
			message: {
				source: parameters.checked('source', checkSender),
				to: { people: [{ phone }], lists: [] },
				text: parameters.checked('text', checkOtpText) ?? '',
				links: [],
				code,
				showsCode: parameters.option(includeCode) === true,
			},
			settings: {},
		};
	},
	replyFields: ['code'],
	outputs: ({ tree }, [{ showsCode }]) => [showsCode ? { code: tree.code } : {}],
	secrets({ showsCode }, reply) {
		// Mask codes in a refusal, because its text ends up in logs.
		const isAnswer = Number(reply?.status) === 0;
		return reply === undefined || (showsCode && isAnswer) ? [] : codesIn(reply);
	},
});

const enteredCode: INodeProperties = {
	displayName: 'Code',
	name: 'code',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 012345',
	description: 'What the person entered. Leading zeros count.',
};

const SMS = 'sms';
const WHATSAPP = 'whatsapp';

const sentBy = option({
	displayName: 'Code Sent By',
	name: 'serviceType',
	type: 'options',
	options: [
		{ name: 'SMS', value: SMS },
		{ name: 'WhatsApp', value: WHATSAPP },
	],
	default: SMS,
	description: 'How the code reached the person. WhatsApp works only if your account has it.',
	read: (type: string) => checkChoice(type, [SMS, WHATSAPP]),
});

/** We mask no shorter text: it cannot be a code, and masking it would hide numbers in the reply. */
const SHORTEST_SECRET = 4;

/** Checks a code. A wrong code is an answer, not an error (gateway-api, section 4, validate_otp). */
export const verifyOtp = call({
	name: 'Verify',
	value: 'verify',
	action: 'Verify one-time code',
	description: 'Check the code a person entered',
	tool: {
		use: 'Check the code a person has given you against the one texted to them.',
		costs: 'Free of charge, but each call uses up one of the few tries: never guess a code.',
		returns: 'verified, true or false, and the reason for a false one.',
	},
	root: 'validate_otp',
	// Repeating it would use up another try.
	effect: 'write',
	fields: [phoneNumber, enteredCode],
	options: [appId, sentBy],
	read: (parameters) => ({
		phone: parameters.checked('phone', normalizeIsraeliPhone),
		code: parameters.checked('code', checkOtpCode),
		app_id: parameters.option(appId),
		service_type: parameters.option(sentBy),
	}),
	outputs: ({ status, message }, [{ phone }]) => [
		status === 0 ? { verified: true, phone } : { verified: false, phone, reason: message },
	],
	secrets: (body) => [body.code].filter(({ length }) => length >= SHORTEST_SECRET),
});
