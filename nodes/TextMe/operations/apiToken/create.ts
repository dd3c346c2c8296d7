import { call } from '../../operation';
import type { TokenBody } from './tokenRequest';
import { expiresAt, tokenBody, tokenIn, usernameField } from './tokenRequest';

const STORE_IT =
	'Store the token in a safe place now: the node does not keep it, and nobody can read it again once there is a newer one. It stays in the data of this execution until n8n deletes that.';
const NO_TOKEN =
	'The service accepted the request but returned no token. Look in its web console before you create another one.';

/** Creates a token; earlier ones stay valid (specification, getApiToken with action new). */
export const create = call<TokenBody>({
	name: 'Create',
	value: 'create',
	action: 'Create API token',
	description: 'Create another token for the account. You get it once, and nothing stores it.',
	tool: {
		use: 'Create another API token for the account.',
		costs: 'Free of charge, but anybody who has the token can send at the expense of the account.',
		returns: 'the token, which is a secret.',
	},
	root: 'getApiToken',
	effect: 'write',
	ownAccountOnly: true,
	fields: [usernameField],
	read: (parameters) => tokenBody(parameters, 'new'),
	replyFields: ['expiration_date'],
	outputs: ({ tree }, [{ username }]) => [
		{
			username,
			token: tokenIn(tree),
			expiresAt: expiresAt(tree),
		},
	],
	// The output contains the token, so no secret is masked. Defining `secrets` keeps errors from quoting an unreadable reply,
	// which may contain the token.
	secrets: () => [],
	warning: ({ tree }) => (tokenIn(tree) === '' ? NO_TOKEN : STORE_IT),
});
