import { samePhone } from './phone.mts';
import { pushBlock, pushIncoming } from './pushes.mts';
import { SEEDED } from './seed.mts';
import { index, type Account, type Block, type IncomingMessage, type Message } from './state.mts';
import { accountOf, type World } from './world.mts';

export interface ConversationLine {
	/** `m` and a message's ID, or `i` and an incoming message's ID. */
	id: string;
	direction: 'to handset' | 'from handset';
	at: number;
	/** The order of lines with the same time. */
	order: number;
	text: string;
	/** The service's side of the conversation: a sender, or the number replied to. */
	peer: string;
	username: string;
	message?: Message;
}

export interface HandsetAction {
	phone: string;
	/** The account that receives this; default: the last that texted the phone. */
	username?: string;
}

const REMOVE_WORDS = new Set(['הסר', 'הסרה', 'stop', 'remove']);

const reached = ({ sentAt }: Message) => sentAt !== undefined;

function lastTo(world: World, phone: string, username?: string): Message | undefined {
	return world.state.messagesByPhone
		.get(phone)
		?.filter(
			(message) => reached(message) && (username === undefined || message.username === username),
		)
		.at(-1);
}

/** Where a reply from a phone goes. If the last text came from a name, nobody can reply to it. */
export interface AnswerTo {
	name?: string;
	/** The number of the last sender; for a name, a number of the account that everybody can write to. */
	number: string;
}

export function answerTo(world: World, phone: string, account: Account): AnswerTo {
	const source = lastTo(world, phone, account.username)?.source ?? account.inbox;
	return /^\d+$/.test(source) ? { number: source } : { name: source, number: account.inbox };
}

export function accountFor(world: World, { phone, username }: HandsetAction): Account {
	const named = username ?? lastTo(world, samePhone(phone))?.username ?? SEEDED.account.username;
	return accountOf(world, named);
}

/** Blocks the recipient and tells the customer (specification, Feeds: blocklist addition). */
export function optOut(world: World, action: HandsetAction): Block {
	const account = accountFor(world, action);
	const phone = samePhone(action.phone);
	const block: Block = { phone, at: world.clock.now(), by: 'recipient' };
	account.blocked.set(phone, block);
	world.events.emit('block', { ...block, username: account.username, blocked: true });
	pushBlock(world, account, block);
	return block;
}

/** @throws for a reply to a name, which no phone can send */
export function handsetReply(
	world: World,
	{ text, dest, ...action }: HandsetAction & { text: string; dest?: string },
): IncomingMessage {
	const account = accountFor(world, action);
	const phone = samePhone(action.phone);
	const last = lastTo(world, phone, account.username);
	const { name, number } = answerTo(world, phone, account);
	if (name !== undefined && dest === undefined) {
		throw new Error(
			`Nobody can reply to a name, and the last text came from "${name}". Send from a number, or give one of the account as dest, such as ${number}.`,
		);
	}
	const incoming: IncomingMessage = {
		id: ++world.state.sequences.incoming,
		after: world.state.messages.length,
		phone,
		message: text,
		dest: dest ?? number,
		at: world.clock.now(),
		username: account.username,
	};
	account.incoming.push(incoming);
	index(world.state.incomingByPhone, phone, incoming);
	world.events.emit('incoming', incoming);
	pushIncoming(world, account, incoming);
	// `add_unsubscribe` 2 promises that this reply opts out.
	if (last?.optOut === 'reply' && REMOVE_WORDS.has(text.trim().toLowerCase())) {
		optOut(world, { phone, username: account.username });
	}
	return incoming;
}

export function toHandset(message: Message): ConversationLine {
	return {
		id: `m${message.id}`,
		order: message.id,
		direction: 'to handset',
		at: message.sentAt ?? message.acceptedAt,
		text: message.text,
		peer: message.source,
		username: message.username,
		message,
	};
}

export function fromHandset(incoming: IncomingMessage): ConversationLine {
	const { id, after, at, message, dest, username } = incoming;
	return {
		id: `i${id}`,
		order: after + 0.5,
		direction: 'from handset',
		at,
		text: message,
		peer: dest,
		username,
	};
}

/** Oldest first. */
export function sortLines<Line extends ConversationLine>(lines: Line[]): Line[] {
	return lines.sort((a, b) => a.at - b.at || a.order - b.order);
}

/**
 * Everything between the service and one handset, oldest first. Leaves out blocked and pending messages, which never reached
 * it.
 */
export function conversation(world: World, written: string): ConversationLine[] {
	const phone = samePhone(written);
	const received = (world.state.messagesByPhone.get(phone) ?? [])
		.filter((message) => reached(message) && message.state !== 'blocked')
		.map(toHandset);
	const answered = (world.state.incomingByPhone.get(phone) ?? []).map(fromHandset);
	return sortLines([...received, ...answered]);
}

export interface HandsetView {
	phone: string;
	messages: number;
	last: ConversationLine | undefined;
}

export function handsets(world: World): HandsetView[] {
	const { messagesByPhone, incomingByPhone } = world.state;
	const phones = new Set([...messagesByPhone.keys(), ...incomingByPhone.keys()]);
	return [...phones].map((phone) => {
		const lines = conversation(world, phone);
		return { phone, messages: lines.length, last: lines.at(-1) };
	});
}
