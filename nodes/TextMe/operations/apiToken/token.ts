import { tokenExpiry } from '../../../../gateway/wire/credential';
import { plainText } from '../../../../gateway/values/checks';
import { formatInstant, readDate } from '../../../../gateway/values/dates';
import type { ReplyTree } from '../../../../gateway/values/tree';
import { call } from '../../operation';
import type { Call, Operation } from '../../operation';
import { switchOption, textField } from '../../parameters/option';

const username = textField({
	displayName: 'Username',
	name: 'username',
	placeholder: 'e.g. branch-haifa',
	description: 'For resellers: username of the sub-account the token is for',
	hint: 'If left empty, your own account',
	read: (name: unknown) => plainText(name).trim(),
});

const includeToken = switchOption({
	displayName: 'Include Token',
	name: 'includeToken',
	description:
		'Whether to return the token itself. Otherwise you get its last four characters, enough to tell which one it is.',
});

interface TokenRequest {
	username: string;
	isIncluded: boolean;
}

/** The request names the account twice, even the caller's own (specification, getApiToken). */
const tokenCall = (
	action: 'new' | 'current',
	own: Omit<Call<TokenRequest, TokenRequest, undefined>, 'root' | 'fields' | 'read' | 'outputs'>,
): Operation =>
	call<TokenRequest>({
		...own,
		root: 'getApiToken',
		ownAccountOnly: true,
		fields: [username],
		read: (parameters) => ({
			username: parameters.field(username) || (parameters.run.account?.username ?? ''),
			isIncluded: action === 'new' || parameters.option(includeToken) === true,
		}),
		body: ([{ username: account }]) => ({ username: account, action }),
		// Defining `secrets` keeps errors from quoting an unreadable reply, which may contain the token.
		secrets: ({ isIncluded }, reply) => (isIncluded ? [] : [tokenIn(reply)]),
		outputs: ({ tree }, [{ username: account, isIncluded }]) => [
			{
				username: account,
				token: isIncluded ? tokenIn(tree) : shortened(tokenIn(tree)),
				expiresAt: expiresAt(tree),
			},
		],
	});

const STORE_IT =
	'Store the token in a safe place now: the node does not keep it, and nobody can read it again once there is a newer one. It stays in the data of this execution until n8n deletes that.';
const NO_TOKEN =
	'The service accepted the request but returned no token. Look in its web console before you create another one.';

/** Creates a token; earlier ones stay valid (specification, getApiToken with action new). */
export const createToken = tokenCall('new', {
	name: 'Create',
	value: 'create',
	action: 'Create API token',
	description: 'Create another token for the account. You get it once, and nothing stores it.',
	tool: {
		use: 'Create another API token for the account.',
		costs: 'Free of charge, but anybody who has the token can send at the expense of the account.',
		returns: 'the token, which is a secret.',
	},
	effect: 'write',
	replyFields: ['expiration_date'],
	warning: ({ tree }) => (tokenIn(tree) === '' ? NO_TOKEN : STORE_IT),
});

/** The newest token of the account (specification, getApiToken with action current). */
export const getToken = tokenCall('current', {
	name: 'Get Current',
	value: 'getCurrent',
	action: 'Get current API token',
	description: 'Read back the newest token of the account, for example to see when it expires',
	tool: {
		use: 'Find out when the API token of the account expires.',
		returns: 'expiresAt.',
	},
	effect: 'read',
	options: [includeToken],
	// Without `all`, the output's `other` could contain the token although the user did not ask for it.
	replyFields: 'all',
});

/** The token of a reply; empty if it has none. It is in `message`, which in a refusal contains the reason. */
function tokenIn({ status, message }: ReplyTree = {}): string {
	return Number(status) === 0 && typeof message === 'string' ? message.trim() : '';
}

/** Hides a short token completely: four of its characters would give away too much. */
const shortened = (token: string) => `***${token.length >= 12 ? token.slice(-4) : ''}`;

/** When the token expires; undefined if neither the reply nor the token says. */
function expiresAt(reply: ReplyTree): string | undefined {
	const { expiration_date: date } = reply;
	if (typeof date === 'string' && date !== '') return readDate(date);
	const expires = tokenExpiry(tokenIn(reply));
	return expires === undefined ? undefined : formatInstant(expires);
}
