import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { list } from '../../gateway/values/lists';
import { isInRanges } from '../connection/addressList';

/**
 * The addresses under "Options" that may push; `undefined` if every address may.
 * @throws NodeOperationError for an empty list, for example from an expression without a result. Otherwise everybody could
 * push, and nobody would notice
 */
export function allowedRanges(context: IHookFunctions | IWebhookFunctions): string[] | undefined {
	const asWritten: unknown = context.getNode().parameters?.more;
	const asRead: unknown = context.getNodeParameter('more', {});
	if (!isObject(asRead)) throw emptyError(context, 'Options');
	const isThere = [asRead, asWritten].some(
		(value) => isObject(value) && 'allowedAddresses' in value,
	);
	if (!isThere) return undefined;
	const ranges = list(asRead.allowedAddresses);
	if (ranges.length === 0) throw emptyError(context, 'Allowed Source Addresses');
	return ranges;
}

const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const emptyError = (context: IHookFunctions | IWebhookFunctions, name: string) =>
	new NodeOperationError(context.getNode(), `'${name}' is empty, so no push could come in`, {
		description:
			"Fill it in, or remove it from 'Options'. If it is an expression, it must return a value when a push arrives, too.",
	});

/** Whether this address may push. If the list cannot be read, no address may. */
export function isPermitted(context: IWebhookFunctions, address: string | undefined): boolean {
	try {
		const ranges = allowedRanges(context);
		return ranges === undefined || isInRanges(address ?? '', ranges);
	} catch {
		return false;
	}
}
