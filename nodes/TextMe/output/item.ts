import type { INodeExecutionData } from 'n8n-workflow';

import { failedItem } from '../../output/nodeError';
import { failureOf } from '../run/row';
import type { Row } from '../run/row';
import type { Run } from '../run/run';
import { whomOf } from './whom';

/** A run's output, in the order of its input items. */
export function outputOf(run: Run): INodeExecutionData[] {
	const output: INodeExecutionData[] = [];
	for (const row of run.rows) {
		for (const piece of outputOfRow(run, row)) output.push(piece);
	}
	return output;
}

/** An item's output. A rehearsal says so, even if the item failed. */
export function outputOfRow(run: Run, row: Row): INodeExecutionData[] {
	if (row.earlier) return row.earlier.output;
	const { operation } = run;
	const output = failureOutput(run, row) ?? operation.output(run, row);
	const isRehearsed = run.rehearsal !== undefined && operation.isSend;
	if (isRehearsed) for (const { json } of output) json.rehearsal = true;
	return output;
}

function failureOutput(run: Run, row: Row): INodeExecutionData[] | undefined {
	const failure = failureOf(row);
	if (!failure) return undefined;
	const { operation, isTool } = run;
	const { error, externalIds } = failure;
	const isSend = operation.effect === 'send';
	return [failedItem(error, row.itemIndex, whomOf(run, row), { isSend, isTool, externalIds })];
}
