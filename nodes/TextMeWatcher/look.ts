import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { lookForReplies } from './lookForReplies';
import { lookForReports } from './lookForReports';
import type { Findings, Watch } from './watch';
import { subjectOf } from './watch';

/** Looks once. Only what the gateway itself refuses will stay refused; whatever else stood in the way may be gone next time. */
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
		const isAnswered = details?.status !== undefined || details?.httpStatus !== undefined;
		findings.refused = isAnswered && details.retryable !== true;
	}
}
