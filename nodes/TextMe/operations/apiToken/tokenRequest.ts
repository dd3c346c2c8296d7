import type { INodeProperties } from 'n8n-workflow';

import { formatInstant, readDate } from '../../../../gateway/values/dates';
import { plainText } from '../../../../gateway/values/checks';
import { tokenExpiry } from '../../../../gateway/wire/credential';
import type { ReplyTree } from '../../../../gateway/values/tree';
import type { Parameters } from '../../parameters/parameters';

export const usernameField: INodeProperties = {
	displayName: 'Username',
	name: 'username',
	type: 'string',
	default: '',
	placeholder: 'e.g. branch-haifa',
	description: 'For resellers: username of the sub-account the token is for',
	hint: 'If left empty, your own account',
};

export type TokenBody = { username: string; action: 'new' | 'current' };

/** The request names the account twice, even the caller's own (specification, getApiToken). */
export const tokenBody = (parameters: Parameters, action: TokenBody['action']): TokenBody => ({
	username: parameters.checked('username', plainText).trim() || parameters.username,
	action,
});

/** The token of a reply; empty if it has none. It is in `message`, which in a refusal contains the reason. */
export function tokenIn({ status, message }: ReplyTree = {}): string {
	return Number(status) === 0 && typeof message === 'string' ? message.trim() : '';
}

/** When the token expires; undefined if neither the reply nor the token says. */
export function expiresAt(reply: ReplyTree): string | undefined {
	const { expiration_date: date } = reply;
	if (typeof date === 'string' && date !== '') return readDate(date);
	const expires = tokenExpiry(tokenIn(reply));
	return expires === undefined ? undefined : formatInstant(expires);
}
