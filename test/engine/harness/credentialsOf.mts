import {
	ICredentialsHelper,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type IHttpRequestOptions,
	type INodeProperties,
} from 'n8n-workflow';

import { textMePackage } from './textMePackage.mts';

/** Gives a node these credential values and applies the package's own `authenticate`. */
export class CredentialsOf extends ICredentialsHelper {
	constructor(private readonly values: ICredentialDataDecryptedObject) {
		super();
	}

	getParentTypes = () => [];

	isCredentialUsableByNode = () => true;

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = (await textMePackage()).credentialType(typeName);
		if (typeof authenticate !== 'function') throw new Error('authenticate is not a function');
		return await authenticate(credentials, request);
	}

	preAuthentication = () => Promise.resolve(undefined);

	runPreAuthentication = () => Promise.resolve(undefined);

	getCredentials = (): Promise<ICredentials> => Promise.reject(new Error('not used by nodes'));

	getDecrypted = () => Promise.resolve({ ...this.values });

	updateCredentials = () => Promise.resolve();

	updateCredentialsOauthTokenData = () => Promise.resolve();

	getCredentialsProperties = (): INodeProperties[] => [];
}
