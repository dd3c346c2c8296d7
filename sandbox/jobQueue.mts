export interface Job {
	time: number;
	order: number;
	run: () => void;
}

const before = (a: Job, b: Job) => a.time - b.time || a.order - b.order;

/** A binary heap: the earliest job first; jobs of the same time in the order added. */
export class JobQueue {
	private heap: Job[] = [];
	private added = 0;

	get next(): Job | undefined {
		return this.heap[0];
	}

	add(time: number, run: () => void): void {
		const job = { time, order: this.added++, run };
		let at = this.heap.push(job) - 1;
		while (at > 0) {
			const parent = (at - 1) >> 1;
			const above = this.heap[parent] as Job;
			if (before(above, job) <= 0) break;
			this.heap[at] = above;
			at = parent;
		}
		this.heap[at] = job;
	}

	take(): Job | undefined {
		const first = this.heap[0];
		const last = this.heap.pop();
		if (last !== undefined && this.heap.length > 0) this.sink(last);
		return first;
	}

	clear(): void {
		this.heap = [];
	}

	private sink(job: Job): void {
		let at = 0;
		for (;;) {
			let child = 2 * at + 1;
			const left = this.heap[child];
			if (left === undefined) break;
			const right = this.heap[child + 1];
			if (right !== undefined && before(right, left) < 0) child++;
			const smaller = this.heap[child] as Job;
			if (before(job, smaller) <= 0) break;
			this.heap[at] = smaller;
			at = child;
		}
		this.heap[at] = job;
	}
}
