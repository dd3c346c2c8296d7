import { samePhone } from './phone.mts';
import type { Account, Sender } from './state.mts';

/** For resellers only (specification, Authentication 4). */
const RESELLER_ROOTS = ['addSub', 'updateAmountSub', 'getBlanceSubs'] as const;

export interface AccountSeed {
	username: string;
	name?: string;
	parent?: string;
	reseller?: boolean;
	denied?: readonly string[];
	sendingHours?: readonly [number, number];
	inbox?: string;
	credits?: number;
	agorot?: number;
	mail?: number;
	senders?: readonly string[];
}

/** Compares numbers as phones, names as written. */
export function senderKey(source: string): string {
	return /^\d+$/.test(source) ? samePhone(source) : source;
}

function verifiedSender(number: string, now: number): Sender {
	return { number, state: 'verified', assignedAt: now, updatedAt: now };
}

export function newAccount(seed: AccountSeed, now: number): Account {
	const reseller = seed.reseller ?? false;
	const senders = seed.senders ?? [];
	return {
		username: seed.username,
		name: seed.name ?? seed.username,
		parent: seed.parent,
		reseller,
		denied: new Set([...(seed.denied ?? []), ...(reseller ? [] : RESELLER_ROOTS)]),
		sendingHours: seed.sendingHours,
		inbox: seed.inbox ?? '0559000100',
		credits: seed.credits ?? 0,
		agorot: seed.agorot ?? 0,
		mail: seed.mail ?? 0,
		senders: new Map(senders.map((number) => [senderKey(number), verifiedSender(number, now)])),
		blocked: new Map(),
		lists: new Map(),
		birthdays: new Map(),
		incoming: [],
		codes: new Map(),
		sent: [],
		byExternalId: new Map(),
		campaignsByName: new Map(),
		lastSentTo: new Map(),
	};
}
