import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import { normalizePhone } from '../../gateway/phones/phone';
import { baseUrlOf, refusedIn, tokenOf, usernameOf } from '../../gateway/wire/credential';
import type { Encoding } from '../../gateway/values/tree';
import { nodeError } from '../output/nodeError';

export type GatewayContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

export interface Account {
	username: string;
	token: string;
	/** The address in front of `/api`. */
	baseUrl: string;
	encoding: Encoding;
	/** The phone that gets everything; `undefined` without a rehearsal. */
	rehearsalPhone?: string | undefined;
	/** For n8n, which would otherwise read and decrypt it for each request. */
	credential: ICredentialsDecrypted;
}

/** How errors and notices name the field that turns on a rehearsal. */
export const REHEARSAL_FIELD = "'Send Everything to This Phone' in the credential";

export const CREDENTIAL_NAME = 'textMeApi';

/**
 * The account of a credential's values.
 * @throws InputError for an address that is not usable, and for a rehearsal's phone that is none
 */
export const accountIn = (credential: ICredentialDataDecryptedObject): Account => ({
	username: usernameOf(credential.username),
	token: tokenOf(credential.apiToken),
	baseUrl: baseUrlOf(credential),
	// Missing if the service was chosen from the list.
	encoding: (credential.encoding ?? 'json') as Encoding,
	rehearsalPhone: rehearsalPhoneOf(credential),
	credential: { id: '', name: CREDENTIAL_NAME, type: CREDENTIAL_NAME, data: credential },
});

/** The phone that a rehearsal sends everything to; `undefined` without a rehearsal. */
function rehearsalPhoneOf({ rehearsalPhone }: ICredentialDataDecryptedObject) {
	const text = String(rehearsalPhone ?? '').trim();
	try {
		return text === '' ? undefined : normalizePhone(text, { international: true });
	} catch (error) {
		throw refusedIn('Send Everything to This Phone', error as Error);
	}
}

/** Whether everything goes to the phone of a rehearsal. */
export const isRehearsed = (account?: Account): account is Account & { rehearsalPhone: string } =>
	account?.rehearsalPhone !== undefined;

/** The phone that gets what goes to `phone`: in a rehearsal, always the same one. */
export const reached = (account: Account | undefined, phone: string): string =>
	account?.rehearsalPhone ?? phone;

const ONE_ACCOUNT =
	"All items have one account. Let the expression read a node by its name, such as {{ $('Account').first().json.token }}, or use a credential for each account.";

/**
 * The values of the node's credential. n8n reads its expressions for the first item, also for a request of another one.
 * @throws NodeOperationError for an expression that reads an item, or fails
 */
async function credentialOf(
	context: GatewayContext,
	itemIndex?: number,
): Promise<ICredentialDataDecryptedObject> {
	const refuse = (meaning: string) =>
		nodeError(context.getNode(), { meaning, hint: ONE_ACCOUNT }, itemIndex);
	const credential = await context.getCredentials(CREDENTIAL_NAME).catch((error: Error) => {
		const isExpression = error.name === 'ExpressionError';
		const fails = `An expression of the credential fails: ${error.message}`;
		return Promise.reject<ICredentialDataDecryptedObject>(isExpression ? refuse(fails) : error);
	});
	if (!('getInputData' in context)) return credential;
	const none = context.getInputData().length;
	const ofNone = await context.getCredentials(CREDENTIAL_NAME, none).catch(() => undefined);
	if (JSON.stringify(ofNone) === JSON.stringify(credential)) return credential;
	throw refuse('The credential has an expression that reads an item');
}

/**
 * The account of the node's credential.
 * @throws NodeOperationError as `credentialOf` and `accountIn`
 */
export async function accountOf(context: GatewayContext, itemIndex?: number): Promise<Account> {
	const credential = await credentialOf(context, itemIndex);
	try {
		return accountIn(credential);
	} catch (error) {
		throw nodeError(context.getNode(), { meaning: (error as Error).message }, itemIndex);
	}
}
