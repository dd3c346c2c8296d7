import type { Sandbox } from '../sandbox/startSandbox.mts';

/** A TextMe credential for the sandbox's own account. */
export const sandboxCredential = ({ account, baseUrl }: Sandbox) => ({
	username: account.username,
	apiToken: account.token,
	baseUrl: 'other',
	address: baseUrl,
	encoding: 'json',
});
