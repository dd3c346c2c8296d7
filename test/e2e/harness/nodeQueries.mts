/** Searches of people who want to send or receive texts. */
export const QUERIES = [
	'sms',
	'send sms',
	'bulk sms',
	'text',
	'text message',
	'send text',
	'receive sms',
	'sms reply',
	'reply',
	'trigger',
	'sms reminder',
	'reminder',
	'delivery report',
	'opt out',
	'unsubscribe',
	'voice call',
	'call phone',
	'text to speech',
	'otp',
	'one time password',
	'verification code',
	'019',
];

/** n8n has more nodes for these than anybody looks through: it is enough to be among them. */
export const AMONG_MANY: readonly string[] = ['trigger'];

/** The catalogue for n8n's AI builder compares names first, so that these find nodes with "send" and "out" in their names. */
export const NOT_IN_CATALOG: readonly string[] = ['send sms', 'opt out', ...AMONG_MANY];
