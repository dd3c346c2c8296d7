import { normalizeIsraeliPhone } from '../../../../gateway/phones/phone';
import { checkOtpCode, checkOtpText, codesIn } from '../../../../gateway/texts/otp';
import { OTP_TRIES, OTP_VALID_MINUTES } from '../../../../gateway/values/limits';
import { call, send } from '../../operation';
import { sender } from '../../options/message';
import { replyLimits } from '../../options/runLimits';
import { numberField, requiredField, switchOption, textField } from '../../parameters/option';

const phoneNumber = requiredField({
	displayName: 'Phone Number',
	name: 'phone',
	placeholder: 'e.g. 050-123-4567',
	description: 'One Israeli number for each input item, written as you like',
	read: normalizeIsraeliPhone,
});

/** Separates the codes of several applications of one account (gateway-api, section 4). */
const appId = numberField({
	displayName: 'App ID',
	name: 'appId',
	min: 1,
	default: 1,
	description:
		'A number of your choice for each application that sends codes from this account. Verify a code with the App ID it was sent with.',
});

const text = textField({
	displayName: 'Message',
	name: 'text',
	typeOptions: { rows: 2 },
	placeholder: 'e.g. Your code for MyShop is [code]',
	description: 'The text, with [code] where the code belongs',
	hint: 'If left empty, the text is "the code is" and the code',
	read: checkOtpText,
});

const includeCode = switchOption({
	displayName: 'Include Code',
	name: 'includeCode',
	description:
		'Whether to return the code, if the service tells it. Everybody who can see the execution can then read it.',
});

const maxTries = numberField({
	displayName: 'Max Tries',
	name: 'maxTries',
	...OTP_TRIES,
	default: 3,
	description: 'How many times a person may enter a code, 3 to 5',
});

const validMinutes = numberField({
	displayName: 'Valid For (Minutes)',
	name: 'validMinutes',
	...OTP_VALID_MINUTES,
	default: 5,
	description: 'How long the code works, 1 to 15 minutes',
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
		const phone = parameters.field(phoneNumber);
		const code = {
			app_id: parameters.option(appId),
			max_tries: parameters.option(maxTries),
			valid_time: parameters.option(validMinutes),
		};
		return {
			message: {
				source: parameters.field(sender),
				to: { people: [{ phone }], lists: [] },
				text: parameters.field(text) ?? '',
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

const enteredCode = requiredField({
	displayName: 'Code',
	name: 'code',
	placeholder: 'e.g. 012345',
	description: 'What the person entered. Leading zeros count.',
	read: checkOtpCode,
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
	options: [appId],
	read: (parameters) => ({
		phone: parameters.field(phoneNumber),
		code: parameters.field(enteredCode),
		app_id: parameters.option(appId),
	}),
	outputs: ({ status, message }, [{ phone }]) => [
		status === 0 ? { verified: true, phone } : { verified: false, phone, reason: message },
	],
	secrets: (body) => [body.code].filter(({ length }) => length >= SHORTEST_SECRET),
});
