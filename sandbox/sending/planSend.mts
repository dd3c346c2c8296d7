import { hourOfDay } from '../israelTime.mts';
import { Refusal } from '../refusal.mts';
import type { Account } from '../state.mts';
import type { World } from '../world.mts';
import { startCampaign, type Cost } from './campaigns.mts';
import type { Draft } from './readPart.mts';
import type { SendOptions } from './sendOptions.mts';

const DAY = 86_400_000;
// Assumption: sandboxValues
/** The cost of one text or call abroad, in hundredths of a shekel: a guess. */
const AGOROT_ABROAD = 25;

// Assumption: sandboxValues
/** A call costs one credit for any length: a guess. */
function costOf({ reach, kind, segments, text }: Draft, charactersPerCredit?: number): Cost {
	const parts = charactersPerCredit ? Math.ceil(text.length / charactersPerCredit) : segments;
	const units = kind === 'voice' ? 1 : parts;
	return reach === 'domestic'
		? { credits: units, agorot: 0 }
		: { credits: 0, agorot: units * AGOROT_ABROAD };
}

function totalCost(drafts: readonly Draft[], charactersPerCredit?: number): Cost {
	const total = { credits: 0, agorot: 0 };
	for (const draft of drafts) {
		const cost = costOf(draft, charactersPerCredit);
		total.credits += cost.credits;
		total.agorot += cost.agorot;
	}
	return total;
}

function refuseAtNight(account: Account, sendAt: number): void {
	if (account.sendingHours === undefined) return;
	const [first, last] = account.sendingHours;
	const hour = hourOfDay(sendAt);
	if (hour < first || hour >= last) throw new Refusal(5);
}

function withoutRecent(account: Account, drafts: Draft[], quietDays: number, now: number): Draft[] {
	const since = now - quietDays * DAY;
	const left = drafts.filter(({ phone }) => (account.lastSentTo.get(phone) ?? -1) < since);
	if (left.length === 0) throw new Refusal(715);
	return left;
}

export interface SendPlan {
	campaignId: number;
	effect: () => void;
}

/** Accepts a send with all its messages, or refuses all of it. */
export function planSend(
	world: World,
	account: Account,
	drafts: Draft[],
	options: SendOptions,
): SendPlan {
	const { clock, settings, state } = world;
	const now = clock.now();
	const sendAt = Math.max(options.sendAt, now);
	refuseAtNight(account, sendAt);
	const wanted =
		options.quietDays === undefined
			? drafts
			: withoutRecent(account, drafts, options.quietDays, now);
	// Blocked numbers get nothing and cost nothing. The send fails only if nobody remains.
	const reachable = wanted.filter(({ phone }) => !account.blocked.has(phone));
	if (reachable.length === 0 && wanted.length > 0) throw new Refusal(8);
	const cost = totalCost(reachable, settings.charactersPerCredit);
	if (cost.credits > account.credits) throw new Refusal(4);
	if (cost.agorot > account.agorot) throw new Refusal(12);
	const id = ++state.sequences.campaign;
	return {
		campaignId: id,
		effect: () => startCampaign(world, account, { id, ...options, sendAt, cost, drafts: wanted }),
	};
}
