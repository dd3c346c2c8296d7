import { speakPush, type Dialect, type Feed, type PushWire } from './dialects.mts';

/** A customer's URL. The real service registers it "out of band", the sandbox through the control surface. */
export interface PushAddress {
	id: number;
	feed: Feed;
	url: string;
	username: string;
	state: 'active' | 'stopped';
	/** The last attempt's result. The service tells nobody (specification, Events 2). */
	reason: string | undefined;
	delivered: number;
	held: number;
	dropped: number;
}

export interface PushAttempt {
	at: number;
	/** The HTTP status, or the error if there was none. */
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
	/** The time of the next attempt of a held push. */
	retryAt: number | undefined;
}

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
