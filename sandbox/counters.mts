import type { Message } from './state.mts';

export interface Repeated {
	phone: string;
	text: string;
	kind: string;
	count: number;
}

export interface CountersView {
	requests: Record<string, number>;
	/** Accepted messages, including scheduled ones. */
	messages: number;
	/** Messages that were sent to a person more than once, except cancelled ones. */
	repeated: Repeated[];
}

const keyOf = ({ kind, phone, text }: Pick<Message, 'kind' | 'phone' | 'text'>) =>
	`${kind} ${phone} ${text}`;

/** Counts requests and messages, and finds messages that a person got twice. */
export class Counters {
	private readonly requests = new Map<string, number>();
	private readonly sends = new Map<string, Repeated>();
	private readonly repeated = new Set<Repeated>();
	private messages = 0;

	request(root: string): void {
		this.requests.set(root, (this.requests.get(root) ?? 0) + 1);
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

	/** A cancelled message reached nobody, so sending it again is no duplicate. */
	cancelled(message: Message): void {
		const entry = this.sends.get(keyOf(message));
		if (entry === undefined) return;
		entry.count--;
		if (entry.count <= 1) this.repeated.delete(entry);
	}

	/** How often a phone got a text, as SMS, call or code. */
	timesSent(phone: string, text: string): number {
		return (['sms', 'voice', 'otp'] as const).reduce(
			(sum, kind) => sum + (this.sends.get(keyOf({ kind, phone, text }))?.count ?? 0),
			0,
		);
	}

	view(): CountersView {
		return {
			requests: Object.fromEntries(this.requests),
			messages: this.messages,
			repeated: [...this.repeated].map((entry) => ({ ...entry })),
		};
	}

	clear(): void {
		this.requests.clear();
		this.sends.clear();
		this.repeated.clear();
		this.messages = 0;
	}
}
