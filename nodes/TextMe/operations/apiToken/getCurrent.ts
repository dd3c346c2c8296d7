import type { INodeProperties } from 'n8n-workflow';

import type { ItemOperation } from '../../operation';
import type { Parameters } from '../../parameters';
import type { TokenBody } from './tokenRequest';
import { expiresAt, tokenBody, tokenIn, usernameField } from './tokenRequest';

const includeToken: INodeProperties = {
	displayName: 'Include Token',
	name: 'includeToken',
	type: 'boolean',
	default: true,
	description:
		'Whether to return the token itself. Otherwise you get its last four characters, enough to tell which one it is.',
};

const isIncluded = (parameters: Parameters) => parameters.option<boolean>('includeToken') === true;

/** The newest token of the account (specification, getApiToken with action current). */
export const getCurrent: ItemOperation<TokenBody> = {
	name: 'Get Current',
	value: 'getCurrent',
	action: 'Get current API token',
	description: 'Read back the newest token of the account, for example to see when it expires',
	tool: {
		use: 'Find out when the API token of the account expires.',
		returns: 'expiresAt.',
	},
	root: 'getApiToken',
	effect: 'read',
	ownAccountOnly: true,
	fields: [usernameField],
	options: [includeToken],
	body: (parameters) => tokenBody(parameters, 'current'),
	secrets: (_, reply, parameters) => (isIncluded(parameters) ? [] : [tokenIn(reply)]),
	// Without `other`, because the rest of the reply may hold the token, even if the user did not ask for it.
	replyFields: 'all',
	output: ({ tree }, { username }, parameters) => ({
		username,
		token: isIncluded(parameters) ? tokenIn(tree) : shortened(tokenIn(tree)),
		expiresAt: expiresAt(tree),
	}),
};

/** Short tokens, of which four characters would give away too much, are not shown at all. */
const shortened = (token: string) => `***${token.length >= 12 ? token.slice(-4) : ''}`;
