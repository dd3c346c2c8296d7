import { writeTime } from '../israelTime.mts';
import { missing, Refusal } from '../refusal.mts';
import type { Account, State, Token } from '../state.mts';
import { text } from '../wire/tree.mts';
import type { Call, Outcome, Root } from './root.mts';

// Assumptions: tokenLifetime, tokenReply
/** gateway-api 2: "at most 5 active tokens per user". The reply to a sixth is undocumented; 511 is a guess. */
const MOST_TOKENS = 5;
// Assumption: tokenLifetime
/** The lifetime is not shown in the specification; another brand's page says 24 months. */
const LIFETIME = 730 * 86_400_000;

/** In the order of creation. */
function activeTokens(state: State, username: string, now: number): Token[] {
	return [...state.tokens.values()].filter(
		(token) => token.username === username && token.expiresAt > now,
	);
}

const outcome = (token: Token, effect?: () => void): Outcome => ({
	reply: {
		status: 0,
		// The token itself (specification, getApiToken).
		message: token.value,
		expiration_date: writeTime(token.expiresAt, 'expiry'),
	},
	...(effect === undefined ? {} : { effect }),
});

function mint({ world: { state }, now }: Call, { username }: Account): Outcome {
	if (activeTokens(state, username, now).length >= MOST_TOKENS) throw new Refusal(511);
	const serial = String(++state.sequences.token).padStart(3, '0');
	const token: Token = {
		name: writeTime(now, 'expiry'),
		value: `sandbox-token-minted-${serial}`,
		username,
		issuedAt: now,
		expiresAt: now + LIFETIME,
	};
	return outcome(token, () => state.tokens.set(token.value, token));
}

function current({ world: { state }, now }: Call, { username }: Account): Outcome {
	const newest = activeTokens(state, username, now).at(-1);
	if (newest === undefined) throw new Refusal(504);
	return outcome(newest);
}

const ACTIONS: Readonly<Record<string, typeof mint>> = { new: mint, current };

export const getApiToken: Root = (call) => {
	const { world, account, body } = call;
	const action = text(body, 'action');
	const username = text(body, 'username');
	if (username === undefined) throw missing('username');
	if (action === undefined) throw missing('action');
	const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
	if (act === undefined) throw new Refusal(502);
	const owner = world.state.accounts.get(username);
	const mayAct = owner === account || (owner !== undefined && owner.parent === account.username);
	if (!mayAct) throw new Refusal(503);
	return act(call, owner);
};
