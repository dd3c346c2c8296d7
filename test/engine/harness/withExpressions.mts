import type { Workflow } from 'n8n-workflow';

/** Runs `work` with an isolate, like n8n runs each execution, so that it can evaluate the workflow's expressions. */
export async function withExpressions<T>(workflow: Workflow, work: () => Promise<T>): Promise<T> {
	await workflow.expression.acquireIsolate();
	try {
		return await work();
	} finally {
		await workflow.expression.releaseIsolate();
	}
}
