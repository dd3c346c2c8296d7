/** Tells whether two parts of our code run in the same process: in queue mode a worker is another one. */
export const PROCESS_ID = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
/** When this process began to work (milliseconds since 1970). */
const STARTED_AT = Date.now();

const HOUR_MS = 3_600_000;
/** For how long this process knows by itself what has ended. */
const ENDED_KEPT_MS = 25 * HOUR_MS;
/** How far the clock of the service may be behind. */
const CLOCK_DIFFERENCE_MS = 600_000;

export type State = 'running' | 'done' | 'failed';

/** What the executions of a workflow work on in this very process, and what has ended, by the names that things go by. */
export class ThisProcess {
	/** With the time of the change (milliseconds since 1970), the oldest first. */
	private readonly states = new Map<string, { state: State; at: number }>();

	static of(workflowId: string | undefined): ThisProcess {
		const known = WORKFLOWS.get(workflowId) ?? new ThisProcess();
		WORKFLOWS.set(workflowId, known);
		return known;
	}

	/** Whether something that happened then (milliseconds since 1970) can only have been done while this process remembers. */
	static remembers(happenedAt = 0): boolean {
		return happenedAt > Math.max(STARTED_AT, Date.now() - ENDED_KEPT_MS) + CLOCK_DIFFERENCE_MS;
	}

	/** Whether an execution has ever begun here: in queue mode the process that polls has none. */
	get runsHere(): boolean {
		return this.states.size > 0;
	}

	/** What is known of a thing that goes by any of these names. */
	stateOf(names: string[]): State | undefined {
		const states = names.map((name) => this.states.get(name)?.state);
		return (['done', 'running', 'failed'] as const).find((state) => states.includes(state));
	}

	/** What is done stays done, whatever becomes of another thing under the same name. */
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
