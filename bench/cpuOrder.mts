/** What nodeCpu.mts is to measure. */
export interface CpuOrder {
	subject: 'floor' | 'engine' | 'node';
	items: number;
	runs: number;
	parameters: object;
	credentials: Record<string, unknown>;
	/** The sandbox forgets what it was sent before, so that it does not run out of credit. */
	resetUrl: string;
}
