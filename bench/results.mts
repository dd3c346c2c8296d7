/** Everything one run has measured, as it is kept in results.json. */
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
	/** Items the slow contestants are given; their figures are extrapolated when these are fewer. */
	slowItems: number;
	/** Remembered keys that are many. */
	keys: number;
	/** Pushes of a campaign. */
	pushes: number;
	/** How long the gateway and the stub of the others take to answer. */
	latencyMs: number;
	/** Of each load of part (d). */
	loadSeconds: number;
}

export interface Machine {
	processor: string;
	cores: number;
	memoryGB: number;
	system: string;
	/** Processes wanting to run, when the run began. More than a few mean that the figures are noisy. */
	loadAverage: number;
}

export interface Sending {
	/** The same workflow with nothing that sends. */
	emptySeconds: number;
	emptyPeakMB: number | null;
	/** The requests of Send Bulk, those that check included, with no n8n at all. */
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

/** n8n's expression engine: as it comes, set to take an isolate only when an expression needs it, or the one of n8n 1. */
export type Engine = 'default' | 'lazy' | 'legacy';

/** Microseconds of processor time for each item. */
export interface Cpu {
	items: number;
	/** Making, writing and reading the bodies with no node at all. */
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
		/** Microseconds for each item, what the empty workflow takes not counted. */
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
		/** Executions, those included that were waited for in the end. */
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
	/** Pushes all at once to a workflow of two seconds, two of which may run. */
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
