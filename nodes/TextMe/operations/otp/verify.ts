import type { INodeProperties } from 'n8n-workflow';

import { checkChoice } from '../../../../gateway/values/checks';
import { checkOtpCode } from '../../../../gateway/texts/otp';
import { normalizeIsraeliPhone } from '../../../../gateway/phones/phone';
import type { GatewayTree } from '../../../../gateway/values/tree';
import { phoneNumber } from '../../options/recipients';
import { option } from '../../parameters/option';
import { call } from '../../operation';
import { appIdOption } from './send';

const code: INodeProperties = {
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

interface VerifyBody extends GatewayTree {
	phone: string;
	code: string;
}

/** Checks a code. A wrong code is an answer, not an error (gateway-api, section 4, validate_otp). */
export const verify = call<VerifyBody>({
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
	fields: [phoneNumber, code],
	options: [appIdOption, sentBy],
	read: (parameters) => ({
		phone: parameters.checked('phone', normalizeIsraeliPhone),
		code: parameters.checked('code', checkOtpCode),
		app_id: parameters.option(appIdOption),
		service_type: parameters.option(sentBy),
	}),
	outputs: ({ status, message }, [{ phone }]) => [
		status === 0 ? { verified: true, phone } : { verified: false, phone, reason: message },
	],
	secrets: (body) => [body.code].filter(({ length }) => length >= SHORTEST_SECRET),
});
