import { InputError } from './inputError';
import { MAX_CAMPAIGN_NAME_CHARACTERS } from './limits';
import { requiredText } from './requiredText';

/**
 * The name of a campaign without surrounding spaces, 1 to 50 characters (UTF-16 code units).
 * Source: specification, "Limits".
 * @throws InputError
 */
export function checkCampaignName(text: string | number): string {
	const name = requiredText(text, 'enter a campaign name');
	if (name.length > MAX_CAMPAIGN_NAME_CHARACTERS) {
		throw new InputError(
			`has ${name.length} characters; the gateway allows ${MAX_CAMPAIGN_NAME_CHARACTERS}`,
		);
	}
	return name;
}
