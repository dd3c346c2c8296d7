import type { Outcome } from '../../planning/runFigures';
import { runSentence } from '../../planning/runFigures';
import { isAboutTheNumber } from '../../../gateway/status';
import { mayHaveSent } from '../../sending/fate';
import type { NodeError } from '../../shared/nodeError';
import { statusOf } from '../../shared/nodeError';
import { rowAt } from './items';
import type { Run } from './run';

/** Tells the user in one sentence what became of the items. */
export function tellFigures(run: Run): void {
	const figures = figuresOf(run);
	const sentence = runSentence(figures);
	if (sentence === '') return;
	const advice = [
		figures.duplicate && "To send duplicates, too, set 'Duplicates' to 'Send All'.",
		figures.sentBefore && "To send it again, use another 'Idempotency Key'.",
	].filter(Boolean);
	const message = advice.length > 0 ? `${sentence}. ${advice.join(' ')}` : sentence;
	run.context.addExecutionHints({ message, type: 'info', location: 'outputPane' });
}

/** The rows of the items in their sheet, by outcome. */
function figuresOf(run: Run): Partial<Record<Outcome, number[]>> {
	const figures: Partial<Record<Outcome, number[]>> = {};
	for (let itemIndex = 0; itemIndex < run.items.length; itemIndex++) {
		const outcome = outcomeOf(run, itemIndex);
		if (outcome) (figures[outcome] ??= []).push(rowAt(run, itemIndex));
	}
	return figures;
}

function outcomeOf({ fates, operation }: Run, itemIndex: number): Outcome | undefined {
	const failure = fates.failureOf(itemIndex);
	if (failure) return failure.kind === 'unknown' ? 'unknown' : refusalOf(failure.error);
	const skip = fates.skipOf(itemIndex);
	if (skip) return skip.why;
	const own = fates.ofItem(itemIndex);
	if (own.length === 0) return undefined;
	const accepted = own.flatMap(({ fate }) => (fate.kind === 'accepted' ? fate : []));
	if (accepted.some(mayHaveSent)) return operation.waiting ? 'asked' : 'accepted';
	return 'checked';
}

/** The fields that name the person a message goes to. */
const PHONE_FIELDS: readonly unknown[] = ['phone', 'phones'];

function refusalOf(error: NodeError): Outcome {
	const { field, httpStatus, outcome } = error.context;
	const status = statusOf(error);
	if (PHONE_FIELDS.includes(field) || (status !== undefined && isAboutTheNumber(status))) {
		return 'wrongNumber';
	}
	if (status !== undefined || httpStatus !== undefined) return 'refused';
	return outcome === undefined ? 'mistake' : 'notSent';
}
