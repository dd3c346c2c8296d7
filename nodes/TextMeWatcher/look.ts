import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { lookForReplies } from './lookForReplies';
import { lookForReports } from './lookForReports';
import type { Findings, Watch } from './watch';
import { subjectOf } from './watch';

/** Looks once. What the gateway cannot answer now it may answer the next time; a refusal will stay one. */
export async function look(
	context: IExecuteFunctions,
	watch: Watch,
	findings: Findings,
	now: number,
): Promise<void> {
	try {
		await lookForReports(context, watch, findings, now);
		await lookForReplies(context, watch, findings, now);
		delete findings.trouble;
	} catch (error) {
		const { message, description, context: details } = error as NodeApiError;
		findings.trouble = `${subjectOf(watch)} could not be looked up: ${[message, description].filter(Boolean).join('. ')}`;
		findings.refused = details?.retryable !== true;
	}
}
