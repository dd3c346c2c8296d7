import type { Encoding } from './wire/readRequest.mts';

export interface LoggedRequest {
	id: number;
	at: number;
	/** With the token masked. */
	headers: Readonly<Record<string, string>>;
	encoding: Encoding;
	root: string | undefined;
	username: string | undefined;
	body: string;
	/** Undefined until the reply. */
	status: number | undefined;
	fault: string | undefined;
}

const MOST_CHARACTERS = 64 * 2 ** 20;

/** The latest requests; drops the oldest first. */
export class RequestLog {
	private entries: LoggedRequest[] = [];
	private characters = 0;
	private count = 0;

	constructor(private readonly size: number) {}

	add(entry: Omit<LoggedRequest, 'id'>): LoggedRequest {
		const logged = { id: ++this.count, ...entry };
		this.entries.push(logged);
		this.characters += logged.body.length;
		while (
			this.entries.length > this.size ||
			(this.characters > MOST_CHARACTERS && this.entries.length > 1)
		) {
			this.characters -= this.entries.shift()?.body.length ?? 0;
		}
		return logged;
	}

	list(root?: string): LoggedRequest[] {
		return this.entries.filter((entry) => root === undefined || entry.root === root);
	}

	clear(): void {
		this.entries = [];
		this.characters = 0;
		this.count = 0;
	}
}
