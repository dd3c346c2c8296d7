import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { list } from '../../gateway/lists';
import { isInRanges } from '../shared/addressList';

/**
 * The addresses under "Protection" that may push; `undefined` when everybody may.
 *
 * @throws NodeOperationError for a list that is there but empty, e.g. since its expression yields nothing: it would protect
 * nothing any more, and nobody would notice
 */
export function allowedRanges(context: IHookFunctions | IWebhookFunctions): string[] | undefined {
	const asWritten: unknown = context.getNode().parameters?.protection;
	const asRead: unknown = context.getNodeParameter('protection', {});
	if (!isObject(asRead)) throw emptiness(context, 'Protection');
	const isThere = [asRead, asWritten].some(
		(value) => isObject(value) && 'allowedAddresses' in value,
	);
	if (!isThere) return undefined;
	const ranges = list(asRead.allowedAddresses);
	if (ranges.length === 0) throw emptiness(context, 'Allowed Source Addresses');
	return ranges;
}

const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const emptiness = (context: IHookFunctions | IWebhookFunctions, name: string) =>
	new NodeOperationError(context.getNode(), `'${name}' is empty, so no push could come in`, {
		description:
			"Fill it in, or remove it from 'Protection'. If it is an expression, it must return a value when a push arrives, too.",
	});

/** Whether a push may come in. What cannot be read lets nobody in. */
export function isPermitted(context: IWebhookFunctions, address: string | undefined): boolean {
	try {
		const ranges = allowedRanges(context);
		return ranges === undefined || isInRanges(address ?? '', ranges);
	} catch {
		return false;
	}
}
