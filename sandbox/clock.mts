import { JobQueue } from './jobQueue.mts';

const LONGEST_TIMER = 2 ** 31 - 1;

export class Clock {
	private readonly queue = new JobQueue();
	private readonly busy = new Set<Promise<unknown>>();
	private stoppedAt: number | undefined;
	private offset = 0;
	private cancelWake: () => void = () => undefined;

	constructor(
		private readonly startAt: number | undefined,
		private readonly mode: 'frozen' | 'real',
	) {
		this.restart();
	}

	get frozen(): boolean {
		return this.stoppedAt !== undefined;
	}

	now(): number {
		return this.stoppedAt ?? Date.now() + this.offset;
	}

	get next(): number | undefined {
		return this.queue.next?.time;
	}

	/** Adds a job. If its time has come, it runs right after the current code. */
	at(time: number, run: () => void): void {
		this.queue.add(time, run);
		this.wake();
	}

	/** `advance` and `settle` wait for this work, so that time does not move on without it. */
	track(work: Promise<unknown>): void {
		const done = work.finally(() => this.busy.delete(done));
		this.busy.add(done);
	}

	freeze(): void {
		this.stoppedAt = this.now();
		this.wake();
	}

	resume(): void {
		this.offset = this.now() - Date.now();
		this.stoppedAt = undefined;
		this.wake();
	}

	async advance(ms: number): Promise<void> {
		await this.runUntil(this.now() + ms);
	}

	/** Setting the clock back does not undo anything. */
	async set(time: number): Promise<void> {
		if (time >= this.now()) await this.runUntil(time);
		else this.moveTo(time);
		this.wake();
	}

	/** Resolves when all due jobs have run and every push was answered. */
	async settle(): Promise<void> {
		await this.runUntil(this.now());
	}

	restart(): void {
		this.stop();
		this.offset = this.startAt === undefined ? 0 : this.startAt - Date.now();
		this.stoppedAt = this.mode === 'frozen' ? (this.startAt ?? Date.now()) : undefined;
	}

	stop(): void {
		this.cancelWake();
		this.queue.clear();
		this.busy.clear();
	}

	private async runUntil(time: number): Promise<void> {
		for (;;) {
			const job = this.queue.next;
			const later = job === undefined || job.time > time;
			if (this.busy.size > 0 && (later || job.time > this.now())) {
				await Promise.allSettled(this.busy);
				continue;
			}
			if (later) break;
			this.queue.take();
			if (job.time > this.now()) this.moveTo(job.time);
			job.run();
		}
		if (time > this.now()) this.moveTo(time);
		this.wake();
	}

	private moveTo(time: number): void {
		if (this.stoppedAt !== undefined) this.stoppedAt = time;
		else this.offset = time - Date.now();
	}

	private wake(): void {
		this.cancelWake();
		this.cancelWake = () => undefined;
		const job = this.queue.next;
		if (job === undefined) return;
		const wait = job.time - this.now();
		if (wait <= 0) {
			const soon = setImmediate(() => this.runDue());
			this.cancelWake = () => clearImmediate(soon);
		} else if (!this.frozen) {
			const timer = setTimeout(() => this.runDue(), Math.min(wait, LONGEST_TIMER));
			this.cancelWake = () => clearTimeout(timer);
		}
	}

	private runDue(): void {
		const now = this.now();
		while (this.queue.next !== undefined && this.queue.next.time <= now) this.queue.take()?.run();
		this.wake();
	}
}
