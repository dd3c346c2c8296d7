import { NodeOperationError } from 'n8n-workflow';
import type { IExecuteFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

import { baseUrlOf, tokenOf, usernameOf } from '../../gateway/wire/credential';
import type { Encoding } from '../../gateway/values/tree';

export type GatewayContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

export interface Account {
	username: string;
	token: string;
	/** The address in front of `/api`. */
	baseUrl: string;
	encoding: Encoding;
	/** The rehearsal's phone, as entered; see `rehearsalPhone`. */
	rehearsalPhone?: unknown;
}

/**
 * The account of the node's credential.
 * @throws NodeOperationError for a credential without a usable address
 */
export async function accountOf(context: GatewayContext, itemIndex?: number): Promise<Account> {
	const credential = await context.getCredentials('textMeApi');
	return {
		username: usernameOf(credential.username),
		token: tokenOf(credential.apiToken),
		baseUrl: addressOf(context, credential, itemIndex),
		// Missing if the service was chosen from the list.
		encoding: (credential.encoding ?? 'json') as Encoding,
		rehearsalPhone: credential.rehearsalPhone,
	};
}

function addressOf(context: GatewayContext, credential: object, itemIndex?: number): string {
	try {
		return baseUrlOf(credential);
	} catch (error) {
		throw new NodeOperationError(context.getNode(), error as Error, { itemIndex });
	}
}
