// Assumption: misspelledNames
/**
 * Other spellings of a field, all read as one name.
 * Sources: specification, "balance", "dlr" and "Feeds"; gateway-api, section 14, rows 7, 8 and 10.
 */
const ONE_NAME: ReadonlyMap<string, string> = new Map([
	// The XML reply of balance misspells it, and clients have seen the misspelling in JSON too.
	['interantional_balance', 'international_balance'],
	// JSON turns the two words of he_message round.
	['message_he', 'he_message'],
	// The push misspells the carrier's field.
	['operaor', 'operator'],
]);

/** The one name we use for a field of a reply or of a push. */
export function fieldName(name: string): string {
	return ONE_NAME.get(name) ?? name;
}
