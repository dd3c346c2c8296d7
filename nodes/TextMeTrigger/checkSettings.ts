import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { list } from '../TextMe/list';
import { readRange } from './addressList';

/** Refuses at once what would later turn every push away. */
export function checkSettings(context: IHookFunctions): void {
	const { allowedAddresses } = context.getNodeParameter('protection', {}) as IDataObject;
	const wrong = list(allowedAddresses).find((range) => readRange(range) === undefined);
	if (wrong !== undefined) {
		throw new NodeOperationError(
			context.getNode(),
			`'Allowed Source Addresses' has "${wrong}", which is not an address`,
			{ description: 'Use addresses such as 203.0.113.7 or ranges such as 198.51.100.0/24.' },
		);
	}
}
