import type { INodeProperties } from 'n8n-workflow';

import { checkWholeNumber } from '../../../../gateway/checks';
import type { Parameters } from '../../parameters';

/** Keeps the codes of several applications of one account apart (gateway-api, section 4). */
export const appIdOption: INodeProperties = {
	displayName: 'App ID',
	name: 'appId',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 1,
	description:
		'A number of your choice for each application that sends codes from this account. Verify a code with the number it was sent with.',
};

export const appId = (parameters: Parameters): number | undefined =>
	parameters.checkedOption('appId', (id) => checkWholeNumber(id, 1));
