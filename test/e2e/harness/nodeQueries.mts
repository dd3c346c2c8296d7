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

/** For these, n8n has more nodes than anybody reads: being in the list is enough. */
export const AMONG_MANY: readonly string[] = ['trigger'];

/** The catalogue of n8n's AI builder compares names first, so nodes with "send" and "out" in their names win these. */
export const NOT_IN_CATALOG: readonly string[] = ['send sms', 'opt out', ...AMONG_MANY];
