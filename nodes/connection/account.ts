import { NodeOperationError } from 'n8n-workflow';
import type { IExecuteFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

import { baseUrlOf } from '../../gateway/wire/baseUrl';
import { tokenOf, usernameOf } from '../../gateway/wire/credential';
import type { Encoding } from '../../gateway/values/tree';
import { rehearsalPhone } from './rehearsalPhone';

export type GatewayContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

export interface Account {
	username: string;
	token: string;
	/** The address in front of `/api`. */
	baseUrl: string;
	encoding: Encoding;
	/** The phone that gets everything; `undefined` without a rehearsal. */
	rehearsalPhone?: string | undefined;
}

/**
 * The account of the node's credential.
 * @throws NodeOperationError for a credential without a usable address, and for a rehearsal's phone that is none
 */
export async function accountOf(context: GatewayContext, itemIndex?: number): Promise<Account> {
	const credential = await context.getCredentials('textMeApi');
	function checked<T>(read: () => T): T {
		try {
			return read();
		} catch (error) {
			throw new NodeOperationError(context.getNode(), error as Error, { itemIndex });
		}
	}
	return {
		username: usernameOf(credential.username),
		token: tokenOf(credential.apiToken),
		baseUrl: checked(() => baseUrlOf(credential)),
		// Missing if the service was chosen from the list.
		encoding: (credential.encoding ?? 'json') as Encoding,
		rehearsalPhone: checked(() => rehearsalPhone(credential)),
	};
}
