import type { INodeProperties } from 'n8n-workflow';

import { checkWholeNumber } from '../../../gateway/wholeNumber';
import type { Parameters } from '../parameters';

/** How much of a list comes out. The gateway always gives all of it. */
export const returnAllFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	},
];

/** How many results are wanted at most. */
export const resultLimit = (parameters: Parameters): number =>
	parameters.get<boolean>('returnAll')
		? Infinity
		: parameters.checked('limit', (limit) => checkWholeNumber(limit, 1));
