import type { IDataObject } from 'n8n-workflow';
import { NodeOperationError, sleep } from 'n8n-workflow';

import type { Text } from '../../sending/text';
import { withoutPasswords, asNodeError, NOTHING_SENT } from '../../shared/nodeError';
import type { NodeError } from '../../shared/nodeError';
import type { Mistake } from '../../planning/runFigures';
import { mistakesText, rowOf } from '../../planning/runFigures';
import { idempotencyKey, sharedSettings } from '../options/common';
import type { SendTime } from '../options/sendOptions';
import { SLICE } from '../parameters/expressionTable';
import { Oddity } from '../parameters/oddity';
import { Parameters } from '../parameters/parameters';
import type { RunParameters } from '../parameters/runParameters';
import { fail, stopAtDoubt } from './fail';
import type { Item } from './item';
import type { Journal } from './journal';
import { withoutMixedLists } from './lists';
import { textsIn } from './parts';
import type { Run } from './run';

const NO_TEXTS: readonly Text[] = [];

/**
 * Reads and checks all items before the first request, so that a mistake in the last one does not leave the others half done.
 * Those with a mistake fail, those with an oddity are skipped. Returns those that are left to carry out.
 */
export async function readItems(
	run: Run,
	parameters: RunParameters,
	journal: Journal,
): Promise<Item[]> {
	const done = new Set(journal.done);
	for (const itemIndex of done) rereadItem(run, parameters, journal, itemIndex);
	if (run.operation.waiting) stopAtDoubt(run);
	const mistakes: Array<{ itemIndex: number; error: NodeError }> = [];
	const items: Item[] = [];
	for (let itemIndex = 0; itemIndex < run.items.length; itemIndex++) {
		// n8n does something else in between.
		if (itemIndex > 0 && itemIndex % SLICE === 0) await sleep(0);
		if (done.has(itemIndex)) continue;
		try {
			items.push(itemAt(run, parameters, itemIndex, false));
		} catch (error) {
			if (error instanceof Oddity) skipOddity(run, itemIndex, error);
			else mistakes.push({ itemIndex, error: asNodeError(run.node, error, itemIndex) });
		}
	}
	if (mistakes.length > 0) failAll(run, mistakes);
	return withoutMixedLists(run, items);
}

/** Reads an item that an earlier try has carried out: others are compared with it, and its answer may still be waited for. */
function rereadItem(
	run: Run,
	parameters: RunParameters,
	journal: Journal,
	itemIndex: number,
): void {
	let texts = NO_TEXTS;
	try {
		texts = textsIn(run.operation, itemAt(run, parameters, itemIndex, true)) ?? NO_TEXTS;
	} catch {
		// What was sent is not refused later.
	}
	journal.restore(run, itemIndex, texts);
}

function itemAt(
	{ context, operation, items }: Run,
	parameters: RunParameters,
	itemIndex: number,
	isDone: boolean,
): Item {
	const json: IDataObject = context.getInputData()[itemIndex]?.json ?? {};
	const own = new Parameters(parameters, itemIndex, json, isDone);
	const { common, care } = sharedSettings(own, operation);
	const key = operation.effect === 'send' ? idempotencyKey(own) : undefined;
	const value = operation.read(own);
	const { when } = value as { when?: SendTime };
	const item: Item = { itemIndex, value, when, common, care, key, warnings: own.warnings, isDone };
	items[itemIndex] = item;
	return item;
}

const skipOddity = ({ fates }: Run, itemIndex: number, { message, phone }: Oddity): void =>
	fates.note(itemIndex, { kind: 'skipped', why: 'unanswered', reason: message, phone }, NO_TEXTS);

/** The mistakes in items, all at once. Without "Continue", they stop the run in one error, unless each item stands alone. */
function failAll(run: Run, mistakes: Array<{ itemIndex: number; error: NodeError }>): void {
	const { node, items, operation, goesOn } = run;
	const rows = mistakes.map(({ itemIndex, error }): Mistake => {
		return { row: rowAt(run, itemIndex), message: error.message };
	}) as [Mistake, ...Mistake[]];
	const [{ error }] = mistakes as [(typeof mistakes)[0]];
	const message =
		goesOn || operation.standsAlone ? error.message : mistakesText(rows, items.length);
	if (message !== error.message) {
		const all = new NodeOperationError(node, message, { description: NOTHING_SENT });
		throw withoutPasswords(all, operation.fields);
	}
	for (const mistake of mistakes) {
		fail(run, { item: mistake, texts: NO_TEXTS }, mistake.error);
	}
}

export const rowAt = ({ context }: Run, itemIndex: number): number =>
	rowOf(context.getInputData()[itemIndex]?.json, itemIndex);
