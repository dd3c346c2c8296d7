import type { Workflow } from 'n8n-workflow';

/** Runs `work` with an isolate, in which n8n evaluates an execution's expressions. */
export async function withExpressions<T>(workflow: Workflow, work: () => Promise<T>): Promise<T> {
	await workflow.expression.acquireIsolate();
	try {
		return await work();
	} finally {
		await workflow.expression.releaseIsolate();
	}
}
