import type { FunctionsBase } from 'n8n-workflow';

/** Executions of n8n's engine 2.0 have such IDs (UUID version 7), those of engine 1 have numbers. */
const ID_OF_ENGINE_2 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/**
 * Whether a workflow runs on n8n's engine 2.0, which resumes no waiting execution and answers webhooks at once only (n8n 2.41:
 * n8n-io/n8n#36830, #37657). Its nodes see no settings of the workflow in an execution, but their execution's ID.
 */
export const isEngine2 = (
	context: Pick<FunctionsBase, 'getWorkflowSettings'> &
		Partial<Pick<FunctionsBase, 'getExecutionId'>>,
): boolean =>
	context.getWorkflowSettings().engineType === 'v2' ||
	ID_OF_ENGINE_2.test(context.getExecutionId?.() ?? '');

/** What to do about it. */
export const USE_ENGINE_1 =
	"n8n's engine 2.0 resumes no waiting execution; run the workflow on engine 1";
