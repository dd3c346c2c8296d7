import type { INodeProperties } from 'n8n-workflow';

import type { GatewayTree } from '../../../gateway/tree';
import { checkWholeNumber } from '../../../gateway/checks';
import type { ItemOperation } from '../operation';
import type { Parameters } from '../parameters';
import type { Listed } from '../replies';
import { recordsOf } from '../replies';

/** How many records of a list come out. The gateway always returns all of them. */
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

/** The most results to return. */
export const resultLimit = (parameters: Parameters): number =>
	parameters.get<boolean>('returnAll')
		? Infinity
		: parameters.checked('limit', (limit) => checkWholeNumber(limit, 1));

type Reading<Body extends GatewayTree> = Extract<ItemOperation<Body>, { effect: 'read' }>;

interface Listing<Body extends GatewayTree>
	extends Omit<Reading<Body>, 'output'>,
		Omit<Listed, 'most'> {}

/**
 * An operation that returns records, all of them or up to a limit. The limit is checked before the request, although only
 * the output needs it.
 */
export const upToLimit = <Body extends GatewayTree>({
	expected,
	shape,
	...operation
}: Listing<Body>): ItemOperation<Body> => ({
	...operation,
	fields: [...operation.fields, ...returnAllFields],
	body(parameters) {
		resultLimit(parameters);
		return operation.body(parameters);
	},
	replyFields: 'all',
	output: (reply, _, parameters) =>
		recordsOf(reply, { expected, shape, most: resultLimit(parameters) }),
});
