import { InputError } from './inputError';
import { plainText } from './plainText';

/**
 * The id of a campaign, digits only. Source: specification, "Campaign". That the shipment id of a send is this id is very
 * likely, not documented (gateway-api, section 3, "sms").
 * @throws InputError
 */
export function checkCampaignId(value: string | number): string {
	const id = plainText(value).trim();
	if (id === '') throw new InputError('is empty; enter the digits of a campaign ID');
	if (!/^\d+$/.test(id)) {
		throw new InputError(`is not a campaign ID ("${id.slice(0, 30)}"); use digits only`);
	}
	return id;
}
