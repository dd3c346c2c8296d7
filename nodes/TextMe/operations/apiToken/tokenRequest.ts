import type { INodeProperties } from 'n8n-workflow';

import { formatInstant, fromGatewayDate } from '../../../../gateway/dates';
import { plainText } from '../../../../gateway/checks';
import { tokenExpiry } from '../../../../gateway/tokenExpiry';
import type { ReplyTree } from '../../../../gateway/tree';
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

/** The account is named a second time, even when it is the caller's own (specification, getApiToken). */
export const tokenBody = (parameters: Parameters, action: TokenBody['action']): TokenBody => ({
	username: parameters.checked('username', plainText).trim() || parameters.username,
	action,
});

/** The token of a reply; empty when there is none. It is in `message`, which otherwise holds the text of a refusal. */
export function tokenIn({ status, message }: ReplyTree = {}): string {
	return Number(status) === 0 && typeof message === 'string' ? message.trim() : '';
}

/** When the token stops working; undefined when neither the reply nor the token says so. */
export function expiresAt(reply: ReplyTree): string | undefined {
	const { expiration_date: date } = reply;
	if (typeof date === 'string' && date !== '') return fromGatewayDate(date) ?? date;
	const expires = tokenExpiry(tokenIn(reply));
	return expires === undefined ? undefined : formatInstant(expires);
}
