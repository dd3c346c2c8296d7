import type { Workflow } from 'n8n-workflow';

/** Does something in which n8n may evaluate expressions of the workflow; it gives each execution an isolate for that. */
export async function withExpressions<T>(workflow: Workflow, work: () => Promise<T>): Promise<T> {
	await workflow.expression.acquireIsolate();
	try {
		return await work();
	} finally {
		await workflow.expression.releaseIsolate();
	}
}
