const SETTLED_KEPT = 10_000;

/**
 * Events that an execution of this very process is working on, by workflow. What the database knows and nobody here
 * works on was cut off, by a crash for instance.
 */
export class UnderWay {
	private readonly running = new Map<string, Promise<boolean>>();
	private readonly settled = new Set<string>();

	/** Whether an execution of the workflow has ever begun in this process. */
	isUsed = false;

	static of(workflowId: string): UnderWay {
		const underWay = WORKFLOWS.get(workflowId) ?? new UnderWay();
		WORKFLOWS.set(workflowId, underWay);
		return underWay;
	}

	/** Resolves with whether it is done with; undefined when nobody works on it. */
	outcome(id: string): Promise<boolean> | undefined {
		return this.running.get(id);
	}

	/** Returns the function that ends it. */
	begin(ids: string[]): (done: boolean) => void {
		this.isUsed = true;
		let end: (done: boolean) => void = () => undefined;
		const outcome = new Promise<boolean>((resolve) => (end = resolve));
		for (const id of ids) this.running.set(id, outcome);
		return (done) => {
			for (const id of ids) if (this.running.get(id) === outcome) this.running.delete(id);
			end(done);
		};
	}

	/** Done with: the poller need not hand these over (again). */
	settle(ids: string[]): void {
		for (const id of ids) this.settled.add(id);
		for (const id of this.settled) {
			if (this.settled.size <= SETTLED_KEPT) break;
			this.settled.delete(id);
		}
	}

	isSettled(id: string): boolean {
		return this.settled.has(id);
	}
}

const WORKFLOWS = new Map<string, UnderWay>();
