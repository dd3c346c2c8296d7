import type { IDataObject } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { givingTurns } from '../../memory/slots';
import { withoutPasswords, asNodeError, NOTHING_SENT } from '../../output/nodeError';
import type { NodeError } from '../../output/nodeError';
import type { Mistake } from '../../output/sentence';
import { mistakesText } from '../../output/sentence';
import { nameOf } from '../../texts/text';
import { sharedSettings } from '../options/common';
import { Parameters } from '../parameters/parameters';
import type { RunParameters } from '../parameters/runParameters';
import type { Journal } from './journal';
import { isText } from '../run/row';
import type { Earlier, Row } from '../run/row';
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
	const mistakes: Array<{ row: Row; error: NodeError }> = [];
	for await (const row of givingTurns(run.rows)) {
		const earlier = journal.earlier(run, row);
		try {
			if (earlier && !earlier.isPartial) row.earlier = earlier;
			else readRow(run, parameters, row);
			if (earlier?.isPartial) closeSent(row, earlier);
		} catch (error) {
			// An item that was sent cannot be refused any more.
			if (earlier) row.earlier = earlier;
			else mistakes.push({ row, error: asNodeError(run.node, error, row.itemIndex) });
		}
	}
	if (mistakes.length > 0) failAll(run, mistakes);
}

/** Leaves only the texts of an item open that an earlier try did not send. */
function closeSent(row: Row, { texts }: Earlier): void {
	const names = new Set(texts.map(({ to }) => nameOf(to)));
	for (const part of row.parts) {
		if (isText(part) && names.has(nameOf(part.to))) part.fate = { kind: 'accepted' };
	}
}

function readRow(run: Run, parameters: RunParameters, row: Row): void {
	const { context, operation } = run;
	const { itemIndex } = row;
	const json: IDataObject = context.getInputData()[itemIndex]?.json ?? {};
	const own = new Parameters(parameters, itemIndex, json);
	own.checkCall();
	const { common, safeguards = run.safeguards, key } = sharedSettings(own, operation);
	run.safeguards = safeguards;
	const { parts, sending } = operation.read(row, own, common.onBehalfOf);
	row.item = { itemIndex, common, key, sending, warnings: own.warnings };
	row.parts = parts;
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
