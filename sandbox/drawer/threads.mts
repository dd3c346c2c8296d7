import { deliveryStatus } from '../deliveryStatuses.mts';
import {
	accountFor,
	answerTo,
	fromHandset,
	sortLines,
	toHandset,
	type ConversationLine,
} from '../handset.mts';
import { magicPhone } from '../magic.mts';
import { carrierOf, samePhone } from '../phone.mts';
import type { Block, Message } from '../state.mts';
import type { World } from '../world.mts';

/** A line as a developer sees it, even if the message is scheduled or never reached the handset. */
export interface ThreadLine extends ConversationLine {
	report?: { code: number; he: string; en: string; at: number };
}

export interface ThreadSummary {
	phone: string;
	lines: number;
	last: ThreadLine;
}

export interface ThreadFilter {
	/** Digits of the number, with or without the country code. */
	search?: string;
	/** How many phones, those with the latest lines first; default 200. */
	latest?: number;
}

function lineOf(world: World, message: Message): ThreadLine {
	const { dlr, dlrAt, sentAt, campaignId } = message;
	// A scheduled message has its future time, so it is below everything sent before.
	const at = sentAt ?? world.state.campaigns.get(campaignId)?.sendAt ?? message.acceptedAt;
	const line = { ...toHandset(message), at };
	if (dlr === undefined || dlrAt === undefined) return line;
	const { he, en } = deliveryStatus(dlr);
	return { ...line, report: { code: dlr, he, en, at: dlrAt } };
}

function latestLines(world: World, phone: string, latest: number): ThreadLine[] {
	const messages = world.state.messagesByPhone.get(phone)?.slice(-latest) ?? [];
	const incoming = world.state.incomingByPhone.get(phone)?.slice(-latest) ?? [];
	const sent = messages.map((message) => lineOf(world, message));
	return sortLines<ThreadLine>([...sent, ...incoming.map(fromHandset)]).slice(-latest);
}

function countLines({ state }: World, phone: string): number {
	const count = (map: ReadonlyMap<string, unknown[]>) => map.get(phone)?.length ?? 0;
	return count(state.messagesByPhone) + count(state.incomingByPhone);
}

/** The time of a phone's latest line, and its order among lines of the same moment. */
function lastActivity({ state }: World, phone: string) {
	const message = state.messagesByPhone.get(phone)?.at(-1);
	const incoming = state.incomingByPhone.get(phone)?.at(-1);
	return {
		phone,
		at: Math.max(message?.sentAt ?? message?.acceptedAt ?? 0, incoming?.at ?? 0),
		order: Math.max(message?.id ?? 0, (incoming?.after ?? 0) + 0.5),
	};
}

function searched(search: string): string {
	const digits = search.replace(/\D/g, '');
	return digits.startsWith('972') ? `0${digits.slice(3)}` : digits;
}

/** The handsets with the latest activity, and the number of all handsets. */
export function threads(world: World, { search = '', latest = 200 }: ThreadFilter = {}) {
	const { messagesByPhone, incomingByPhone } = world.state;
	const wanted = searched(search);
	const found = [...new Set([...messagesByPhone.keys(), ...incomingByPhone.keys()])]
		.filter((phone) => phone.includes(wanted))
		.map((phone) => lastActivity(world, phone))
		.sort((a, b) => b.at - a.at || b.order - a.order);
	return {
		total: found.length,
		threads: found.slice(0, latest).map(({ phone }): ThreadSummary => {
			const last = latestLines(world, phone, 1)[0] as ThreadLine;
			return { phone, lines: countLines(world, phone), last };
		}),
	};
}

/** A handset's latest lines, oldest first, and facts about it. */
export function thread(world: World, written: string, latest = 100) {
	const phone = samePhone(written);
	const blocks = [...world.state.accounts.values()].flatMap(({ username, blocked }) => {
		const block: Block | undefined = blocked.get(phone);
		return block === undefined ? [] : [{ username, at: block.at, by: block.by }];
	});
	return {
		phone,
		carrier: carrierOf(phone),
		magic: magicPhone(phone)?.meaning,
		blocks,
		/** Where an answer goes, or that there is none. */
		answer: answerTo(world, phone, accountFor(world, { phone })),
		total: countLines(world, phone),
		lines: latestLines(world, phone, latest),
	};
}
