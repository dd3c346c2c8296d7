import { createHash, timingSafeEqual } from 'crypto';
import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { list } from '../shared/list';
import { isInRanges } from './addressList';

/** Who is let in; what is missing was not asked for. */
interface Protection {
	secret?: string;
	ranges?: string[];
}

/**
 * Reads the settings under "Protection".
 *
 * @throws NodeOperationError for one that is there but empty, e.g. since its expression yields nothing: it would protect
 * nothing any more, and nobody would notice
 */
export function readProtection(context: IHookFunctions | IWebhookFunctions): Protection {
	const asWritten: unknown = context.getNode().parameters?.protection;
	const asRead: unknown = context.getNodeParameter('protection', {});
	if (!isObject(asRead)) throw emptiness(context, 'Protection');
	const isThere = (name: string) => name in asRead || (isObject(asWritten) && name in asWritten);
	const secret = secretIn(asRead.secret);
	const ranges = list(asRead.allowedAddresses);
	if (isThere('secret') && secret === '') throw emptiness(context, 'Secret');
	if (isThere('allowedAddresses') && ranges.length === 0) {
		throw emptiness(context, 'Allowed Source Addresses');
	}
	return {
		...(isThere('secret') ? { secret } : {}),
		...(isThere('allowedAddresses') ? { ranges } : {}),
	};
}

const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Empty for whatever nobody would write as a secret. */
function secretIn(value: unknown): string {
	if (typeof value === 'number') return String(value);
	return typeof value === 'string' && value.trim() !== '' ? value : '';
}

const emptiness = (context: IHookFunctions | IWebhookFunctions, name: string) =>
	new NodeOperationError(context.getNode(), `'${name}' is empty, so that nobody would be let in`, {
		description:
			"Fill it in, or take it out of 'Protection'. If it is an expression, it has to yield a value also when a push arrives.",
	});

/** Whether a push may come in. What cannot be read lets nobody in. */
export function isPermitted(
	context: IWebhookFunctions,
	given: unknown,
	address: string | undefined,
): boolean {
	try {
		const { secret, ranges } = readProtection(context);
		return (
			(ranges === undefined || isInRanges(address ?? '', ranges)) &&
			(secret === undefined || isSecret(given, secret))
		);
	} catch {
		return false;
	}
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Takes the same time whatever is given, so that a secret cannot be found out letter by letter. */
const isSecret = (given: unknown, secret: string): boolean =>
	timingSafeEqual(digest(typeof given === 'string' ? given : ''), digest(secret));
