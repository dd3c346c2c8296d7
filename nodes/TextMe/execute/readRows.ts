import type { IDataObject } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { givingTurns } from '../../memory/slots';
import { textsOf } from '../../texts/text';
import { withoutPasswords, asNodeError, NOTHING_SENT } from '../../output/nodeError';
import type { NodeError } from '../../output/nodeError';
import type { Mistake } from '../../output/sentence';
import { mistakesText } from '../../output/sentence';
import { idempotencyKey, sharedSettings } from '../options/common';
import type { Sending } from '../operation';
import { Parameters } from '../parameters/parameters';
import type { RunParameters } from '../parameters/runParameters';
import type { Journal } from './journal';
import type { Row } from '../run/row';
import { fail } from '../run/run';
import type { Run } from '../run/run';

/**
 * Reads and checks all items before the first request: a mistake in the last item must not stop a run that is half done.
 * Items with a mistake fail.
 */
export async function readRows(
	run: Run,
	parameters: RunParameters,
	journal: Journal,
): Promise<void> {
	const { done } = journal;
	const mistakes: Array<{ row: Row; error: NodeError }> = [];
	for await (const row of givingTurns(run.rows)) {
		const { itemIndex } = row;
		try {
			readRow(run, parameters, row, done.has(itemIndex));
		} catch (error) {
			// An item that was sent cannot be refused any more.
			if (done.has(itemIndex)) continue;
			mistakes.push({ row, error: asNodeError(run.node, error, itemIndex) });
		}
	}
	// Duplicates are compared with what an earlier try sent, and that try's answer may still be awaited.
	for (const [item, entry] of done) journal.restore(run, run.rows[item] as Row, entry);
	if (mistakes.length > 0) failAll(run, mistakes);
}

function readRow(run: Run, parameters: RunParameters, row: Row, isDone: boolean): void {
	const { context, operation } = run;
	const { itemIndex } = row;
	const json: IDataObject = context.getInputData()[itemIndex]?.json ?? {};
	const own = new Parameters(parameters, itemIndex, json, isDone);
	own.checkCall();
	const { common, safeguards = run.safeguards } = sharedSettings(own, operation);
	run.safeguards = safeguards;
	const key = operation.effect === 'send' ? idempotencyKey(own) : undefined;
	const value = operation.read(own);
	const { within } = value as Partial<Sending>;
	row.item = { itemIndex, value, within, common, key, warnings: own.warnings, isDone };
	if (operation.kind !== 'send') return;
	const { message, settings } = value as Sending;
	row.parts = textsOf(itemIndex, message, settings, common.onBehalfOf);
}

/** Fails the items with mistakes. Without "Continue", one error lists all mistakes and stops the run. */
function failAll(run: Run, mistakes: Array<{ row: Row; error: NodeError }>): void {
	const { node, rows, operation, continuesOnFail } = run;
	const all = mistakes.map(({ row: { itemIndex: item }, error: { message } }) => {
		return { item, message };
	}) as [Mistake, ...Mistake[]];
	const [{ error }] = mistakes as [(typeof mistakes)[0]];
	const message = continuesOnFail ? error.message : mistakesText(all, rows.length);
	for (const { row, error: own } of mistakes) {
		row.parts = [{ itemIndex: row.itemIndex }];
		fail(run, row.parts, own);
	}
	if (message === error.message) return;
	run.stop = withoutPasswords(
		new NodeOperationError(node, message, { description: NOTHING_SENT }),
		operation.fields,
	);
}
