import { setTimeout as sleep } from 'node:timers/promises';
import { hasEnded, type N8nRest } from '../../demo/n8nRest.mts';
import { until } from '../../demo/until.mts';
import type { Sandbox } from '../../sandbox/startSandbox.mts';
import type { Collector } from './collector.mts';

const QUIET = 8_000;

/** Resolves when the service has no more pushes, and no workflow has reported for a while. */
export async function quiet(sandbox: Sandbox, collectors: Collector[]): Promise<void> {
	const waiting = () =>
		sandbox.pushLog().some(({ state }) => state === 'sending' || state === 'held');
	const lastAt = () => Math.max(...collectors.map((collector) => collector.lastAt()));
	while (waiting() || Date.now() - lastAt() < QUIET) await sleep(500);
}

/**
 * Retries what n8n lists as crashed, and checks the list until the retries have ended. A person does the same: in queue mode,
 * n8n never answers a retry that a worker finishes before n8n listens. Returns how many executions these were.
 */
export async function retryCrashed(rest: N8nRest, workflowId: string): Promise<number> {
	const crashed = await rest.executions(workflowId, { status: ['crashed'] });
	const refused: unknown[] = [];
	for (const { id } of crashed) rest.retry(id).catch((error: unknown) => refused.push(error));
	await until(
		async () => {
			const retries = await rest.executions(workflowId, { mode: 'retry' });
			const ended = new Set(retries.filter(hasEnded).map(({ retryOf }) => retryOf));
			return crashed.every(({ id }) => ended.has(id));
		},
		{ inVain: () => `Retries of workflow ${workflowId} did not end. ${refused.join(' ')}` },
	);
	return crashed.length;
}
