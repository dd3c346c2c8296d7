import type { Message } from './state.mts';

export interface Repeated {
	phone: string;
	text: string;
	kind: string;
	count: number;
}

export interface CountersView {
	/** Requests by root, on the live and on the test address. */
	requests: { live: Record<string, number>; test: Record<string, number> };
	/** Messages accepted, scheduled ones included. */
	messages: number;
	/** Every message that was sent to the same person more than once, apart from cancelled ones. */
	repeated: Repeated[];
}

const keyOf = ({ kind, phone, text }: Pick<Message, 'kind' | 'phone' | 'text'>) =>
	`${kind} ${phone} ${text}`;

/** Counts requests and messages, and finds messages that somebody got twice. */
export class Counters {
	private live = new Map<string, number>();
	private test = new Map<string, number>();
	private readonly sends = new Map<string, Repeated>();
	private readonly repeated = new Set<Repeated>();
	private messages = 0;

	request(root: string, live: boolean): void {
		const counts = live ? this.live : this.test;
		counts.set(root, (counts.get(root) ?? 0) + 1);
	}

	message(message: Message): void {
		this.messages++;
		const { phone, text, kind } = message;
		const key = keyOf(message);
		const before = this.sends.get(key);
		if (before === undefined) {
			this.sends.set(key, { phone, text, kind, count: 1 });
		} else {
			before.count++;
			if (before.count > 1) this.repeated.add(before);
		}
	}

	/** A cancelled message reached nobody: sending it again is no repetition. */
	cancelled(message: Message): void {
		const entry = this.sends.get(keyOf(message));
		if (entry === undefined) return;
		entry.count--;
		if (entry.count <= 1) this.repeated.delete(entry);
	}

	/** How often a text went to a phone, over all kinds. */
	timesSent(phone: string, text: string): number {
		return (['sms', 'voice', 'otp'] as const).reduce(
			(sum, kind) => sum + (this.sends.get(keyOf({ kind, phone, text }))?.count ?? 0),
			0,
		);
	}

	view(): CountersView {
		return {
			requests: { live: Object.fromEntries(this.live), test: Object.fromEntries(this.test) },
			messages: this.messages,
			repeated: [...this.repeated].map((entry) => ({ ...entry })),
		};
	}

	clear(): void {
		this.live = new Map();
		this.test = new Map();
		this.sends.clear();
		this.repeated.clear();
		this.messages = 0;
	}
}
