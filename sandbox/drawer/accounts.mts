import type { World } from '../world.mts';

export interface AccountSummary {
	username: string;
	name: string;
	/** Unexpired. */
	token: string | undefined;
	/** Verified. */
	senders: string[];
	credits: number;
	/** Shekels, for destinations abroad. */
	money: number;
	mail: number;
}

export function accounts({ state, clock }: World): AccountSummary[] {
	const tokens = [...state.tokens.values()].filter(({ expiresAt }) => expiresAt > clock.now());
	return [...state.accounts.values()].map(({ username, name, credits, agorot, mail, senders }) => ({
		username,
		name,
		token: tokens.find((token) => token.username === username)?.value,
		senders: [...senders.values()]
			.filter((sender) => sender.state === 'verified')
			.map(({ number }) => number),
		credits,
		money: agorot / 100,
		mail,
	}));
}
