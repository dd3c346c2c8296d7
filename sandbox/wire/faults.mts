import { FAULT_KINDS, type FaultKindName, type FaultSettings, type Phase } from './faultKinds.mts';

export interface FaultSpec extends FaultSettings {
	kind: FaultKindName;
	/** Affects only requests of this root. */
	root?: string;
	/** Affects only requests with this `user.username`. */
	username?: string;
	/** How many requests it affects; default 1; 0 for all until removed. */
	times?: number;
	/** How many matching requests to spare first. */
	skip?: number;
}

export interface Fault extends FaultSpec {
	id: number;
	phase: Phase;
	times: number;
	skip: number;
	hits: number;
}

export interface FaultTarget {
	root: string | undefined;
	username: string | undefined;
}

const matches = (wanted: string | undefined, value: string | undefined) =>
	wanted === undefined || wanted === value;

export class Faults {
	private list: Fault[] = [];
	private count = 0;

	constructor(private readonly changed: () => void) {}

	add(spec: FaultSpec): Fault {
		if (!Object.hasOwn(FAULT_KINDS, spec.kind)) {
			throw new Error(`No fault is called "${String(spec.kind)}".`);
		}
		const fault: Fault = {
			...spec,
			id: ++this.count,
			phase: spec.phase ?? FAULT_KINDS[spec.kind].phase,
			times: spec.times ?? 1,
			skip: spec.skip ?? 0,
			hits: 0,
		};
		this.list.push(fault);
		this.changed();
		return fault;
	}

	/** The first fault for this request. */
	take(target: FaultTarget, early = false): Fault | undefined {
		for (const fault of this.list) {
			const wrongMoment = early !== (fault.kind === 'resetMidRequest');
			if (wrongMoment || !matches(fault.root, target.root)) continue;
			if (!early && !matches(fault.username, target.username)) continue;
			if (fault.skip > 0) {
				fault.skip--;
				continue;
			}
			fault.hits++;
			if (fault.hits === fault.times) this.remove(fault.id);
			else this.changed();
			return fault;
		}
		return undefined;
	}

	all(): Fault[] {
		return this.list.map((fault) => ({ ...fault }));
	}

	remove(id: number): boolean {
		const before = this.list.length;
		this.list = this.list.filter((fault) => fault.id !== id);
		this.changed();
		return this.list.length < before;
	}

	clear(): void {
		this.list = [];
		this.count = 0;
		this.changed();
	}
}
