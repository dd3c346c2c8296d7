import type { Sandbox } from '../sandbox/startSandbox.mts';

export const sandboxCredential = ({ account, baseUrl }: Sandbox) => ({
	username: account.username,
	apiToken: account.token,
	baseUrl: 'other',
	address: baseUrl,
	encoding: 'json',
});
