/** Tells whether two parts of our code run in the same process: in queue mode a worker is another one. */
export const PROCESS_ID = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
/** When this process began to work (milliseconds since 1970). */
export const STARTED_AT = Date.now();

const HOUR_MS = 3_600_000;
/** For how long this process knows by itself what has ended. */
const ENDED_KEPT_MS = 25 * HOUR_MS;
/** How far the clock of the service may be behind. */
const CLOCK_DIFFERENCE_MS = 600_000;

/** How events come in. */
export type Kind = 'push' | 'poll';

export type Ended = 'done' | 'failed';

/** What the executions of a workflow work on in this very process, and what of it has ended. */
export class ThisProcess {
	private readonly running = new Map<
		string,
		{ outcome: Promise<Ended>; end: (how: Ended) => void }
	>();
	/** When it ended, the oldest first (milliseconds since 1970). */
	private readonly done = new Map<string, number>();

	/** When it came to nothing (milliseconds since 1970). */
	private readonly failed = new Map<string, number>();
	/** Things that share a name, in the order they came, with the time of the first (milliseconds since 1970). */
	private readonly namesakes = new Map<string, { since: number; ids: string[] }>();

	private readonly kinds = new Set<Kind>();

	/** Whether an execution has ever begun here: in queue mode the process that polls has none. */
	runsHere = false;

	static of(workflowId: string | undefined): ThisProcess {
		const known = WORKFLOWS.get(workflowId) ?? new ThisProcess();
		WORKFLOWS.set(workflowId, known);
		return known;
	}

	/** Whether something that happened then (milliseconds since 1970) can only have been done while this process remembers. */
	static remembers(happenedAt: number): boolean {
		return happenedAt > Math.max(STARTED_AT, Date.now() - ENDED_KEPT_MS) + CLOCK_DIFFERENCE_MS;
	}

	/** Notes that a trigger of this kind works here; tells whether one of the other kind does. */
	hasOtherThan(kind: Kind): boolean {
		return this.kinds.add(kind).size > 1;
	}

	isDone(id: string): boolean {
		return this.done.has(id);
	}

	hasFailed(id: string): boolean {
		return this.failed.has(id);
	}

	/** How it will end; undefined when nobody works on it here. */
	outcome(id: string): Promise<Ended> | undefined {
		return this.running.get(id)?.outcome;
	}

	begin(ids: string[]): void {
		this.runsHere = true;
		let end: (how: Ended) => void = () => undefined;
		const outcome = new Promise<Ended>((resolve) => (end = resolve));
		for (const id of ids) {
			this.running.set(id, { outcome, end });
			this.failed.delete(id);
		}
	}

	end(ids: string[], how: Ended): void {
		note(how === 'done' ? this.done : this.failed, ids);
		for (const id of ids) {
			this.running.get(id)?.end(how);
			this.running.delete(id);
		}
	}

	/** Which of the things that share a name this one is: 1, 2 … */
	placeAmong(name: string, id: string): number {
		const known = this.namesakes.get(name);
		const place = known ? known.ids.indexOf(id) + 1 : 0;
		if (place > 0) return place;
		const since = known?.since ?? Date.now();
		const ids = [...(known?.ids ?? []), id];
		this.namesakes.set(name, { since, ids });
		dropBefore(this.namesakes, ({ since: at }) => at);
		return ids.length;
	}
}

/** Notes things with the time. */
function note(times: Map<string, number>, ids: string[]): void {
	const now = Date.now();
	for (const id of ids) {
		times.delete(id);
		times.set(id, now);
	}
	dropBefore(times, (at) => at);
}

/** Drops what is older than this process remembers from a map in the order of time. */
function dropBefore<T>(map: Map<string, T>, timeOf: (value: T) => number): void {
	const oldest = Date.now() - ENDED_KEPT_MS;
	for (const [key, value] of map) {
		if (timeOf(value) > oldest) break;
		map.delete(key);
	}
}

const WORKFLOWS = new Map<string | undefined, ThisProcess>();
