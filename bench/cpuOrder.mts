/** A measurement for nodeCpu.mts. */
export interface CpuOrder {
	subject: 'floor' | 'engine' | 'node';
	items: number;
	runs: number;
	parameters: object;
	credentials: Record<string, unknown>;
	/** Resets the sandbox before each run, so that its account does not run out of credit. */
	resetUrl: string;
}
