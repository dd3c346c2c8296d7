/** Tells this process from others, e.g. the main process of queue mode from its workers. */
export const PROCESS_ID = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
/** When this process began to work (milliseconds since 1970). */
export const STARTED_AT = Date.now();

const HOUR_MS = 3_600_000;
/** How long this process remembers events that have ended. */
const ENDED_KEPT_MS = 25 * HOUR_MS;
/** How far the clock of the service may be behind. */
const CLOCK_DIFFERENCE_MS = 600_000;

/** The state of the execution with an event. After `failed`, another execution may take the event. */
export type State = 'running' | 'done' | 'failed';

/**
 * The events of a workflow that this process works on or has ended. They are kept in memory only: a look-up costs nothing,
 * but a process knows nothing of others, or of the one before it. An event may go by several names.
 */
export class ThisProcess {
	/** By name, with the time of the last change (milliseconds since 1970), the oldest first. */
	private readonly states = new Map<string, { state: State; at: number }>();

	static of(workflowId: string | undefined): ThisProcess {
		const known = WORKFLOWS.get(workflowId) ?? new ThisProcess();
		WORKFLOWS.set(workflowId, known);
		return known;
	}

	/** Whether this process must know if an event of this time (milliseconds since 1970) is done. */
	static remembers(happenedAt = 0): boolean {
		return happenedAt > Math.max(STARTED_AT, Date.now() - ENDED_KEPT_MS) + CLOCK_DIFFERENCE_MS;
	}

	/** Whether an execution has begun in this process. In queue mode, none begins in the process that polls. */
	get runsHere(): boolean {
		return this.states.size > 0;
	}

	/** The state of an event that goes by any of these names. */
	stateOf(names: string[]): State | undefined {
		const states = names.map((name) => this.states.get(name)?.state);
		return (['done', 'running', 'failed'] as const).find((state) => states.includes(state));
	}

	/** Sets the state of an event under all of its names. `done` is final, even if another event has the same name. */
	note(names: string[], state: State): void {
		const at = Date.now();
		for (const name of names) {
			if (this.states.get(name)?.state === 'done') continue;
			this.states.delete(name);
			this.states.set(name, { state, at });
		}
		for (const [name, old] of this.states) {
			if (old.at > at - ENDED_KEPT_MS) break;
			if (old.state !== 'running') this.states.delete(name);
		}
	}
}

const WORKFLOWS = new Map<string | undefined, ThisProcess>();
