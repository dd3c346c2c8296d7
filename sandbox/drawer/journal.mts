import type { EventEmitter } from 'node:events';
import type { SandboxEvents } from '../world.mts';

/** The fields of each event to send; null means all. */
const SENT_FIELDS: { [Name in Exclude<keyof SandboxEvents, 'closing'>]: string[] | null } = {
	message: null,
	campaign: ['id', 'name', 'username', 'state', 'sendAt', 'credits', 'agorot'],
	incoming: null,
	block: null,
	sender: null,
	feed: null,
	push: null,
	// Without its body, which may have any size.
	request: ['id', 'root', 'username', 'status', 'fault'],
	clock: null,
	faults: null,
	reset: null,
};

const REMEMBERED = 5_000;

/** The latest events as frames of server-sent events. Their numbers let a reader continue where it stopped. */
export class Journal {
	private readonly frames: string[] = [];
	private readonly readers = new Set<(frame: string) => void>();
	/** Part of each ID: every sandbox counts from 1, and IDs of an earlier sandbox must not match. */
	private readonly run = Date.now().toString(36);
	private count = 0;

	constructor(events: EventEmitter<SandboxEvents>) {
		for (const [name, fields] of Object.entries(SENT_FIELDS)) {
			events.on(name as 'message', (payload: object = {}) => {
				this.add(name, JSON.stringify(payload, fields));
			});
		}
	}

	get position(): string {
		return `${this.run}-${this.count}`;
	}

	/** The frames after an event; undefined if some were dropped, or the ID is another sandbox's. */
	after(id: string): readonly string[] | undefined {
		const [run, number] = id.split('-');
		const missed = this.count - Number(number);
		const known = run === this.run && missed >= 0 && missed <= this.frames.length;
		return known ? this.frames.slice(this.frames.length - missed) : undefined;
	}

	follow(reader: (frame: string) => void): () => void {
		this.readers.add(reader);
		return () => this.readers.delete(reader);
	}

	private add(name: string, data: string): void {
		this.count++;
		const frame = `id: ${this.position}\nevent: ${name}\ndata: ${data}\n\n`;
		this.frames.push(frame);
		// Drop frames rarely: dropping at every event would move thousands of entries.
		if (this.frames.length > 2 * REMEMBERED) this.frames.splice(0, REMEMBERED);
		for (const reader of this.readers) reader(frame);
	}
}
