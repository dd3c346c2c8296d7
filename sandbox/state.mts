import type { MessageState } from './deliveryStatuses.mts';

export interface Token {
	/** Creation date and time (specification, API token). */
	name: string;
	value: string;
	username: string;
	issuedAt: number;
	expiresAt: number;
}

export interface Sender {
	number: string;
	state: 'pending' | 'verified';
	assignedAt: number;
	updatedAt: number;
}

export interface Block {
	phone: string;
	at: number;
	by: 'customer' | 'recipient';
}

export interface Contact {
	phone: string;
	fields: Readonly<Record<string, string>>;
}

export interface ContactList {
	id: string;
	name: string;
	contacts: Map<string, Contact>;
}

export interface BirthdayCampaign {
	id: number;
	message: string;
	source: string;
	time: string;
}

export interface IncomingMessage {
	id: number;
	/** The ID of the last message before it, which decides the order while the clock is frozen. */
	after: number;
	phone: string;
	message: string;
	dest: string;
	at: number;
	username: string;
}

export interface Speech {
	voice: string;
	/** -10 to 10 */
	rate: number;
	repeat: number;
}

export type MessageKind = 'sms' | 'voice' | 'otp';

export interface Message {
	id: number;
	username: string;
	campaignId: number;
	campaignName: string;
	kind: MessageKind;
	phone: string;
	externalId: string;
	source: string;
	text: string;
	/** Only for calls. */
	speech: Speech | undefined;
	optOut: 'link' | 'reply' | undefined;
	segments: number;
	state: MessageState;
	acceptedAt: number;
	sentAt: number | undefined;
	dlr: number | undefined;
	dlrAt: number | undefined;
}

export interface Campaign {
	id: number;
	name: string;
	username: string;
	state: 'scheduled' | 'sent' | 'cancelled';
	sendAt: number;
	credits: number;
	agorot: number;
	messages: Message[];
}

export interface OneTimeCode {
	code: string;
	expiresAt: number;
	triesLeft: number;
}

export interface Account {
	username: string;
	name: string;
	/** The username of its reseller. */
	parent: string | undefined;
	reseller: boolean;
	/** Roots that answer 511. */
	denied: ReadonlySet<string>;
	/** Hours of the day at which sending is permitted, first inclusive, last exclusive. */
	sendingHours: readonly [number, number] | undefined;
	/** Where texts arrive from people whom the account has not texted from a number. */
	inbox: string;
	credits: number;
	/** Money for destinations abroad, in hundredths of a shekel. */
	agorot: number;
	mail: number;
	senders: Map<string, Sender>;
	blocked: Map<string, Block>;
	lists: Map<string, ContactList>;
	birthdays: Map<number, BirthdayCampaign>;
	incoming: IncomingMessage[];
	codes: Map<string, OneTimeCode>;
	/** The rest are indexes of what was sent. */
	sent: Message[];
	byExternalId: Map<string, Message[]>;
	campaignsByName: Map<string, Campaign[]>;
	lastSentTo: Map<string, number>;
}

/** The last numbers given out. A request without effect restores them. */
export interface Sequences {
	campaign: number;
	list: number;
	code: number;
	token: number;
	incoming: number;
}

export interface State {
	accounts: Map<string, Account>;
	tokens: Map<string, Token>;
	campaigns: Map<number, Campaign>;
	messages: Message[];
	messagesByPhone: Map<string, Message[]>;
	incomingByPhone: Map<string, IncomingMessage[]>;
	/** The last code sent to each phone, by any account. */
	lastCodes: Map<string, string>;
	sequences: Sequences;
}

export function emptyState(): State {
	return {
		accounts: new Map(),
		tokens: new Map(),
		campaigns: new Map(),
		messages: [],
		messagesByPhone: new Map(),
		incomingByPhone: new Map(),
		lastCodes: new Map(),
		sequences: { campaign: 700_000, list: 21_500, code: 0, token: 0, incoming: 0 },
	};
}

export function index<K, V>(map: Map<K, V[]>, key: K, value: V): void {
	const present = map.get(key);
	if (present === undefined) map.set(key, [value]);
	else present.push(value);
}
