import { checkSwitch } from '../../../../gateway/values/checks';
import { option, unlessEmpty } from '../../parameters/option';
import { call } from '../../operation';
import type { TokenBody } from './tokenRequest';
import { expiresAt, tokenBody, tokenIn, usernameField } from './tokenRequest';

const includeToken = option({
	displayName: 'Include Token',
	name: 'includeToken',
	type: 'boolean',
	default: true,
	description:
		'Whether to return the token itself. Otherwise you get its last four characters, enough to tell which one it is.',
	read: unlessEmpty(checkSwitch),
});

interface CurrentToken {
	body: TokenBody;
	isIncluded: boolean;
}

/** The newest token of the account (specification, getApiToken with action current). */
export const getCurrent = call<CurrentToken>({
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
	read: (parameters) => ({
		body: tokenBody(parameters, 'current'),
		isIncluded: parameters.option(includeToken) === true,
	}),
	body: ([{ body }]) => body,
	secrets: ({ isIncluded }, reply) => (isIncluded ? [] : [tokenIn(reply)]),
	// Without `all`, the output's `other` could contain the token although the user did not ask for it.
	replyFields: 'all',
	outputs: (
		{ tree },
		[
			{
				body: { username },
				isIncluded,
			},
		],
	) => [
		{
			username,
			token: isIncluded ? tokenIn(tree) : shortened(tokenIn(tree)),
			expiresAt: expiresAt(tree),
		},
	],
});

/** Hides a short token completely: four of its characters would give away too much. */
const shortened = (token: string) => `***${token.length >= 12 ? token.slice(-4) : ''}`;
