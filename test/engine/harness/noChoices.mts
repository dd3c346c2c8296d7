/** Values that are in no drop-down of a trigger, as models and n8n's API write them, and what is said of them. */
export const NO_CHOICES: Array<[object, RegExp]> = [
	...['startsWith', 'First Word', '', null].map((keywordMatch): [object, RegExp] => [
		{ filters: { keywords: 'stop', keywordMatch } },
		/^'Keyword Match' is ".*"; use one of: contains, firstWord, whole$/,
	]),
	[{ filters: { deliveryStates: ['Failed'] } }, /^'Delivery States' is "Failed"; use one of: /],
	[{ events: ['incomingMessage', 'reply'] }, /^'Trigger On' is "reply"; use one of: /],
	[{ events: 'Incoming Message' }, /^'Trigger On' is "Incoming Message"; use one of: /],
	...[[], ''].map((events): [object, RegExp] => [{ events }, /^'Trigger On' is empty/]),
];
