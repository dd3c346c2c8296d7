import { readJwt } from './jwt.mts';
import { missing, Refusal } from './refusal.mts';
import type { Account, Token } from './state.mts';
import { one, text, type Tree } from './wire/tree.mts';
import { accountOf, type World } from './world.mts';

const EXPIRED_JWT = 'Username or password is incorrect or Expired and API token is invalid';

function bearer(world: World, authorization: string | undefined): Token {
	const value = /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1];
	const token = value === undefined ? undefined : world.state.tokens.get(value);
	const isExpired = ({ expiresAt }: Token) => expiresAt <= world.clock.now();
	if (token !== undefined) {
		if (isExpired(token)) throw new Refusal(10);
		return token;
	}
	const jwt = value === undefined ? undefined : readJwt(value);
	if (jwt === undefined) throw new Refusal(3);
	// 3 was observed, not the documented 10 (gateway-api, section 15, row 7).
	if (isExpired(jwt)) throw new Refusal(3, EXPIRED_JWT);
	return jwt;
}

/** A reseller uses its own token and names a sub-account (specification, Authentication 3); others get 11. */
function actingAccount(world: World, owner: Account, username: string): Account {
	if (username === owner.username) return owner;
	if (!owner.reseller) throw new Refusal(11);
	const named = world.state.accounts.get(username);
	if (named === undefined || named.parent !== owner.username) throw new Refusal(503);
	return named;
}

export function authenticate(
	world: World,
	authorization: string | undefined,
	body: Tree,
	root: string,
): Account {
	const token = bearer(world, authorization);
	const username = text(one(body, 'user'), 'username') ?? '';
	if (username === '') throw missing('user.username');
	const account = actingAccount(world, accountOf(world, token.username), username);
	if (account.denied.has(root)) throw new Refusal(511);
	return account;
}
