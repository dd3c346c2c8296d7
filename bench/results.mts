/** Everything that one run has measured, as stored in results.json. */
export interface Results {
	date: string;
	machine: Machine;
	versions: { package: string; n8n: string; node: string };
	settings: Settings;
	sending?: Sending;
	cpu?: Cpu;
	scale?: Scale;
	trigger?: Trigger;
	package?: PackageFigures;
}

export interface Settings {
	/** Items of part (a). */
	items: number;
	/** Items of the slow contestants. Their figures are extrapolated when these are fewer than `items`. */
	slowItems: number;
	/** Older idempotency keys, where there are many. */
	keys: number;
	/** Pushes of a campaign. */
	pushes: number;
	/** The time that the gateway, and the stub of other services, take to answer. */
	latencyMs: number;
	/** The length of each load of part (d). */
	loadSeconds: number;
}

export interface Machine {
	processor: string;
	cores: number;
	memoryGB: number;
	system: string;
	/** Processes that wanted to run when the run began. More than a few mean that the figures are noisy. */
	loadAverage: number;
}

export interface Sending {
	/** The same workflow without a node that sends. */
	emptySeconds: number;
	emptyPeakMB: number | null;
	/** The requests of Send Bulk without n8n, with those that only check. */
	bareSeconds: number;
	rows: SendingRow[];
}

export interface SendingRow {
	contestant: string;
	name: string;
	engine: Engine;
	/** Measured items; seconds and requests are for all items. */
	measuredItems: number;
	isExtrapolated: boolean;
	requests: number;
	/** Of those, requests that only check. */
	checks: number;
	seconds: number;
	peakMB: number | null;
}

/** n8n's expression engine: the default, one that takes an isolate only when an expression needs it, or that of n8n 1. */
export type Engine = 'default' | 'lazy' | 'legacy';

/** Microseconds of processor time for each item. */
export interface Cpu {
	items: number;
	/** Making, writing and reading the bodies without a node. */
	floor: number;
	/** n8n's engine with a node that does nothing. */
	engine: number;
	nodes: Array<{ contestant: string; name: string; perItem: number }>;
}

export interface Scale {
	contestant: string;
	rows: Array<{
		items: number;
		seconds: number;
		emptySeconds: number;
		/** Microseconds for each item, without those of the empty workflow. */
		perItem: number;
		emptyPeakMB: number | null;
		peakMB: number | null;
	}>;
}

export interface Trigger {
	loads: Array<{
		name: string;
		engine: Engine;
		connections: number;
		/** Answers. */
		perSecond: number;
		/** Executions, with those that ended after the load. */
		runsPerSecond: number;
		p50: number;
		p99: number;
		failed: number;
	}>;
	/** The pushes of a campaign on 50 connections, and the executions they took. */
	campaigns: Array<{
		name: string;
		engine: Engine;
		pushes: number;
		executions: number;
		seconds: number;
		perSecond: number;
		p99: number;
		failed: number;
	}>;
	/** Pushes, all at once, to a workflow that takes two seconds, when n8n may run two at a time. */
	slots: Array<{
		name: string;
		engine: Engine;
		pushes: number;
		p50: number;
		max: number;
		failed: number;
	}>;
}

export interface PackageFigures {
	loadMs: number;
	classes: number;
	tarballKB: number;
	unpackedKB: number;
	files: number;
}
