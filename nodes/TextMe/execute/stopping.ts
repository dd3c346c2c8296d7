import type { Failure } from '../../../gateway/replies/status';
import { counted, firstNamed, shown } from '../../../gateway/values/lists';
import type { Mistake } from '../../output/sentence';
import { mistakesByItem } from '../../output/sentence';
import { reached } from '../../connection/account';
import { notDone } from '../../connection/request';
import type { NodeError } from '../../output/nodeError';
import {
	howToFindOut,
	isNodeError,
	namedMessage,
	nodeError,
	NOTHING_SENT,
} from '../../output/nodeError';
import type { Failed, Row, Run } from '../run/run';
import { externalIdsOf, failureOf, isSent, isText } from '../run/run';
import type { To } from '../../texts/text';

/** The error of items of which an earlier try does not know whether they were sent, because nothing sends them again. */
export function doubtOf({ continuesOnFail, rows, node, operation }: Run): NodeError | undefined {
	const doubtful = rows.filter(isDoubtful);
	const [first, ...others] = doubtful;
	if (continuesOnFail || !first?.earlier) return undefined;
	const externalIds = doubtful.flatMap(externalIdsOfRow);
	const meaning = `Not sent again. An earlier try ended with: ${first.earlier.doubt}`;
	const hint = howToFindOut(externalIds, operation.effect);
	const failure: Failure = { meaning, hint, outcome: 'unknown', retryable: false, externalIds };
	return nodeError(node, failure, others.length === 0 ? first.itemIndex : undefined);
}

const failuresOf = (rows: readonly Row[]): Array<[Row, Failed]> =>
	rows.flatMap((row): Array<[Row, Failed]> => {
		const failure = failureOf(row);
		return failure ? [[row, failure]] : [];
	});

const isDoubtful = ({ earlier }: Row): boolean => earlier?.doubt !== undefined;

/** Adds to the error that stops the run what happened to the other items. */
export function withProgress(run: Run, error: unknown): unknown {
	if (!isNodeError(error)) return error;
	const accepted = run.rows.filter(isCarriedOut).length;
	const failures = failuresOf(run.rows);
	const others = failures.filter(([, own]) => own.error !== error);
	const unknown = others.flatMap(([row, { kind }]) => (kind === 'unknown' ? row : []));
	// The error about earlier tries names all of them itself.
	const isOfThisTry = others.length < failures.length;
	const doubtful = isOfThisTry ? [...unknown, ...run.rows.filter(isDoubtful)] : unknown;
	const refused = others.flatMap(([{ itemIndex: item }, own]): Mistake[] =>
		own.kind === 'refused' ? [{ item, message: own.error.message }] : [],
	);
	const areNamed = refused[0] && error.message.includes(refused[0].message);
	const countOf = (count: number) =>
		`${shown(count)} other ${count === 1 ? 'item was' : 'items were'}`;
	error.description = [
		accepted + doubtful.length === 0 ? aboutNobody(run, error) : error.description,
		accepted > 0 && `${countOf(accepted)} carried out.`,
		refused.length > 0 &&
			!areNamed &&
			`${countOf(refused.length)} refused: ${mistakesByItem(refused)}.`,
		run.operation.effect === 'send' && whoWasTexted(run),
		doubtful.length > 0 &&
			`It is not known whether ${countOf(doubtful.length)} sent as well. ${howToFindOut(doubtful.flatMap(externalIdsOfRow))}`,
	]
		.filter(Boolean)
		.join(' ');
	// A model calls the node for one item.
	if (run.isTool || run.isHumanReview) return error;
	return Object.assign(error, { message: namedMessage(error) });
}

const externalIdsOfRow = ({ earlier, parts }: Row): string[] =>
	externalIdsOf(earlier?.texts ?? parts.filter(isText));

const isCarriedOut = (row: Row): boolean =>
	row.earlier
		? row.earlier.doubt === undefined
		: failureOf(row) === undefined && row.parts.some(({ fate }) => isSent(fate));

function aboutNobody(run: Run, { description }: NodeError): NodeError['description'] {
	if (description !== NOTHING_SENT) return description;
	const { length } = run.rows;
	const nothing = notDone(run.operation);
	if (length === 1) return `${nothing} for this item.`;
	// "Continue" would not help: every item has the mistake, for example in a field that they share.
	const isShared = run.rows.every(({ item }) => item === undefined);
	const letThrough = isShared
		? ''
		: " To let the other items through, open the settings of the node and set 'On Error' to 'Continue'.";
	return `${nothing} (0 of ${length}).${letThrough}`;
}

const HOW_TO_GO_ON =
	"To go on, use 'Retry' in the list of executions: it texts nobody twice. A new execution may.";

function whoWasTexted(run: Run): string | undefined {
	const texted = run.rows.filter(isCarriedOut).flatMap(({ earlier, parts }): Array<{ to: To }> => {
		const sent = parts.filter((part) => isSent(part.fate));
		return earlier?.texts ?? sent.filter(isText);
	});
	if (texted.length === 0) return undefined;
	const phones = new Set(
		texted.flatMap(({ to }) => ('phone' in to ? reached(run.account, to.phone) : [])),
	);
	const lists = new Set(texted.flatMap(({ to }) => ('list' in to ? to.list : [])));
	const names = [...phones, ...[...lists].map((list) => `contact list ${list}`)];
	const counts = [
		phones.size > 0 && counted(phones.size, 'number'),
		lists.size > 0 && counted(lists.size, 'contact list'),
	];
	return `${counts.filter(Boolean).join(' and ')} ${names.length === 1 ? 'was' : 'were'} texted: ${firstNamed(names)}. ${HOW_TO_GO_ON}`;
}
