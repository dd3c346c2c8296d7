import type { CountedOutcome } from '../../output/sentence';
import { itemsOf, runSentence } from '../../output/sentence';
import { failureKind } from '../../output/nodeError';
import type { Operation } from '../operation';
import { isSent } from '../run/fate';
import { failureOf, skipOf } from '../run/row';
import type { Row } from '../run/row';
import type { Run } from '../run/run';

/** Tells the user in one sentence what happened to the items. */
export function showSummary(run: Run): void {
	const figures = figuresOf(run);
	const sentence = runSentence(figures);
	const advice = [
		figures.duplicate && "To send duplicates, too, set 'Duplicates' to 'Send All'.",
		figures.sentBefore && "To send it again, use another 'Idempotency Key'.",
	].filter(Boolean);
	const message = advice.length > 0 ? `${sentence}. ${advice.join(' ')}` : sentence;
	run.context.addExecutionHints({ message, type: 'info', location: 'outputPane' });
}

/** Shows the warnings about sent texts above the output, with their items. */
export function showWarnings(run: Run): void {
	const found = new Map<string, number[]>();
	for (const { itemIndex, item, parts } of run.rows) {
		if (!parts.some(({ fate }) => isSent(fate))) continue;
		for (const warning of item?.warnings ?? []) {
			const items = found.get(warning) ?? [];
			items.push(itemIndex);
			found.set(warning, items);
		}
	}
	for (const [warning, items] of found) {
		const message = `${warning.replace(/\.$/, '')}${itemsOf(items, run.rows.length)}.`;
		run.context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
	}
}

function figuresOf(run: Run): Partial<Record<CountedOutcome, number[]>> {
	const figures: Partial<Record<CountedOutcome, number[]>> = {};
	for (const row of run.rows) {
		(figures[outcomeOf(run.operation, row)] ??= []).push(row.itemIndex);
	}
	return figures;
}

export function outcomeOf({ asks }: Operation, row: Row): CountedOutcome {
	if (row.earlier) return row.earlier.outcome;
	const failure = failureOf(row);
	if (failure) return failure.kind === 'unknown' ? 'unknown' : failureKind(failure.error);
	const skip = skipOf(row);
	if (skip) return skip.why;
	if (!row.parts.some(({ fate }) => isSent(fate))) return 'checked';
	return asks ? 'asked' : 'accepted';
}
