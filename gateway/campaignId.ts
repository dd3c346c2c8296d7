import { InputError, quoted } from './inputError';
import { requiredText } from './requiredText';

/**
 * The id of a campaign, digits only. Source: specification, "Campaign". That the shipment id of a send is this id is very
 * likely, not documented (gateway-api, section 3, "sms").
 * @throws InputError
 */
export function checkCampaignId(value: string | number): string {
	const id = requiredText(value, 'enter the digits of a campaign ID');
	if (!/^\d+$/.test(id)) {
		throw new InputError(`is not a campaign ID (${quoted(id)}); use digits only`);
	}
	return id;
}
