import { speakPush, type Dialect, type Feed, type PushWire } from './dialects.mts';

/** A customer-owned URL. The service registers it "out of band", the sandbox through the control surface. */
export interface PushAddress {
	id: number;
	feed: Feed;
	url: string;
	username: string;
	state: 'active' | 'stopped';
	/** Why it stopped: the last attempt's outcome. Nobody is told (specification, Events 2). */
	reason: string | undefined;
	delivered: number;
	held: number;
	dropped: number;
}

export interface PushAttempt {
	at: number;
	/** The HTTP status, or what went wrong before there was one. */
	answer: number | string;
}

export interface Push {
	id: number;
	addressId: number;
	feed: Feed;
	url: string;
	fields: Readonly<Record<string, string>>;
	/** As sent. */
	method: PushWire['method'];
	contentType: string;
	body: string;
	state: 'sending' | 'held' | 'delivered' | 'dropped';
	attempts: PushAttempt[];
	/** While it is held: when it is tried again. */
	retryAt: number | undefined;
}

/** The registered addresses and everything pushed to them. */
export class Feeds {
	readonly addresses = new Map<number, PushAddress>();
	readonly pushes: Push[] = [];
	private count = 0;
	private readonly dialect: Dialect;

	constructor(dialect: Dialect) {
		this.dialect = dialect;
	}

	register(feed: Feed, url: string, username: string): PushAddress {
		const address: PushAddress = {
			id: ++this.count,
			feed,
			url,
			username,
			state: 'active',
			reason: undefined,
			delivered: 0,
			held: 0,
			dropped: 0,
		};
		this.addresses.set(address.id, address);
		return address;
	}

	addressesFor(feed: Feed, username: string): PushAddress[] {
		return [...this.addresses.values()].filter(
			(address) => address.feed === feed && address.username === username,
		);
	}

	add(address: PushAddress, fields: Readonly<Record<string, string>>): Push {
		const push: Push = {
			id: this.pushes.length + 1,
			addressId: address.id,
			feed: address.feed,
			url: address.url,
			fields,
			...speakPush(fields, address.feed, this.dialect),
			state: 'sending',
			attempts: [],
			retryAt: undefined,
		};
		this.pushes.push(push);
		return push;
	}

	clear(): void {
		this.addresses.clear();
		this.pushes.length = 0;
		this.count = 0;
	}
}
