import { NodeOperationError } from 'n8n-workflow';

import { counted, firstNamed } from '../../../gateway/counts';
import type { Mistake } from '../../planning/runFigures';
import { byRow, mistakesText } from '../../planning/runFigures';
import { mayHaveSent } from '../../sending/fate';
import { howToFindOut } from '../../shared/gatewayError';
import type { NodeError } from '../../shared/nodeError';
import { isNodeError, NOTHING_SENT, statusOf, withoutPasswords } from '../../shared/nodeError';
import { stopAtDoubt } from './fail';
import { rowAt } from './items';
import type { Run } from './run';

/** Ends a run whose node is set to stop in one error, if items of it were refused for themselves, or their outcome is unknown. */
export function stopAtRefusals(run: Run): void {
	if (run.goesOn) return;
	stopAtDoubt(run);
	const refused = run.fates.failures().filter(([, { kind }]) => kind === 'refused');
	const [first] = refused;
	if (!first) return;
	const [, { error }] = first;
	const rows = rowsOf(run, refused) as [Mistake, ...Mistake[]];
	const message = mistakesText(rows, run.items.length, 'were refused');
	if (message === error.message) throw withoutPasswords(error, run.operation.fields);
	const all = new NodeOperationError(run.node, message, { description: error.description ?? '' });
	Object.assign(all.context, { outcome: 'rejected', retryable: false, status: statusOf(error) });
	throw withoutPasswords(all, run.operation.fields);
}

type Failures = ReturnType<Run['fates']['failures']>;

const rowsOf = (run: Run, failures: Failures): Mistake[] =>
	failures.map(([itemIndex, { error }]) => {
		return { row: rowAt(run, itemIndex), message: error.message };
	});

/** Adds the outcome of the other items to the error that stops the run. */
export function withProgress(run: Run, error: unknown): unknown {
	if (!isNodeError(error)) return error;
	const accepted = run.items.filter((_, itemIndex) => isCarriedOut(run, itemIndex)).length;
	const others = run.fates.failures().filter(([, own]) => own.error.message !== error.message);
	const doubtful = others.filter(([, { kind }]) => kind === 'unknown');
	const refused = rowsOf(
		run,
		others.filter(([, { kind }]) => kind === 'refused'),
	);
	const areNamed = refused[0] && error.message.includes(refused[0].message);
	const countOf = (count: number) => `${count} other ${count === 1 ? 'item was' : 'items were'}`;
	error.description = [
		accepted + doubtful.length === 0 ? aboutNobody(run, error) : error.description,
		accepted > 0 && `${countOf(accepted)} carried out.`,
		refused.length > 0 && !areNamed && `${countOf(refused.length)} refused: ${byRow(refused)}.`,
		run.operation.effect === 'send' && whoWasTexted(run),
		doubtful.length > 0 &&
			`It is not known whether ${countOf(doubtful.length)} sent as well. ${howToFindOut(doubtful.flatMap(([, { externalIds = [] }]) => externalIds))}`,
	]
		.filter(Boolean)
		.join(' ');
	return error;
}

const isCarriedOut = ({ fates }: Run, itemIndex: number): boolean =>
	fates.failureOf(itemIndex) === undefined &&
	fates.ofItem(itemIndex).some(({ fate }) => fate.kind === 'accepted' && mayHaveSent(fate));

function aboutNobody(run: Run, { description }: NodeError): string | undefined {
	const { length } = run.items;
	if (length === 1) return description ?? undefined;
	// A mistake in all items, for example in a field that they share, lets none through.
	const isShared = run.items.every((item) => item === undefined);
	const letThrough = isShared
		? ''
		: " To let the other items through, open the settings of the node and set 'On Error' to 'Continue'.";
	return description?.replace(NOTHING_SENT, `Nothing was sent (0 of ${length}).${letThrough}`);
}

function whoWasTexted(run: Run): string | undefined {
	if (run.rehearsal !== undefined && run.fates.sent().length > 0) {
		return `This is a rehearsal: what was sent went to ${run.rehearsal}, and nobody else was texted.`;
	}
	const texted = run.items.flatMap((item, itemIndex) =>
		run.fates
			.ofItem(itemIndex)
			.flatMap(({ fate, texts }) =>
				fate.kind === 'accepted' && mayHaveSent(fate) ? texts.map((text) => ({ text, item })) : [],
			),
	);
	if (texted.length === 0) return undefined;
	const phones = new Set(texted.flatMap(({ text: { to } }) => ('phone' in to ? to.phone : [])));
	const lists = new Set(texted.flatMap(({ text: { to } }) => ('list' in to ? to.list : [])));
	const names = [...phones, ...[...lists].map((list) => `contact list ${list}`)];
	const counts = [
		phones.size > 0 && counted(phones.size, 'number'),
		lists.size > 0 && counted(lists.size, 'contact list'),
	];
	const again = texted.every(({ item }) => item?.key !== undefined)
		? 'Their idempotency keys keep them from being texted again.'
		: "To execute the workflow again texts them again; 'Retry' in the list of executions does not.";
	return `${counts.filter(Boolean).join(' and ')} ${names.length === 1 ? 'was' : 'were'} texted: ${firstNamed(names)}. ${again}`;
}
