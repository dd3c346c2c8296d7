/** Values that are in no drop-down of a trigger, as models and n8n's API write them, and what is said of them. */
export const NO_CHOICES: Array<[object, RegExp]> = [
	...['startsWith', 'First Word', '', null].map((keywordMatch): [object, RegExp] => [
		{ filters: { keywords: 'stop', keywordMatch } },
		/^'Keyword Match' is ".*"; use one of: contains, firstWord, whole$/,
	]),
	[{ filters: { deliveryStates: ['Failed'] } }, /^'Delivery States' is "Failed"; use one of: /],
	...['yes', '', null].map((finalOnly): [object, RegExp] => [
		{ filters: { finalOnly } },
		/^'Final Reports Only' is ".*"; use true or false$/,
	]),
	...['', ' , ', null].map((keywords): [object, RegExp] => [
		{ filters: { keywords } },
		/^'Keywords' is empty; enter a value, or remove the filter$/,
	]),
	[{ filters: { keywords: '{{ $vars.word }}' } }, /^'Keywords' contains "\{\{ \$vars.word \}\}"/],
	[{ filters: { senders: '$json.phone' } }, /^'From Numbers' contains "\$json.phone"/],
	[{ filters: { senders: '4567-123-050' } }, /^'From Numbers' is .* written backwards; write 050-/],
	[{ filters: { receivingNumbers: '1234567-03' } }, /^'To Numbers' is .* written backwards/],
	[{ events: ['incomingMessage', 'reply'] }, /^'Trigger On' is "reply"; use one of: /],
	[{ events: 'Incoming Message' }, /^'Trigger On' is "Incoming Message"; use one of: /],
	...[[], ''].map((events): [object, RegExp] => [{ events }, /^'Trigger On' is empty/]),
];
