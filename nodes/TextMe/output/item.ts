import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { rawReply } from '../../../gateway/wire/decode';
import { maskText, maskValue } from '../../../gateway/wire/mask';
import { formatInstant } from '../../../gateway/values/dates';
import type { GatewayReply } from '../../connection/call';
import { failedItem } from '../../output/nodeError';
import { otherFields, SEND_REPLY } from '../../output/replies';
import { isSent, resultOf, SAMPLE } from '../run/fate';
import type { Skipped } from '../run/fate';
import { Request } from '../run/sharedRequest';
import { failureOf, isText, skipOf } from '../run/row';
import type { ItemText, Row } from '../run/row';
import type { Run } from '../run/run';
import { rehearsalNote, sizeNotes, replacedNumberNote } from '../../texts/rehearsal';
import { sharesOf } from '../run/textRequests';
import { whomOf } from './whom';

/**
 * The output items of each share of a request, in order.
 * @param first the share that shows what is said of all
 */
export function piecesOf(
	request: Request,
	reply: GatewayReply,
	at = Date.now(),
	first = 0,
): INodeExecutionData[][] {
	const { run, shares, common } = request;
	const simplified = common.simplify ? simplifiedOf(request, reply, at) : undefined;
	if (!simplified) {
		// The reply belongs to all items together.
		const items = request.items.map(({ itemIndex }) => ({ item: itemIndex }));
		const pairedItem = request.onlyItemIndex === undefined ? items : items[0];
		const raw = { json: rawOutput(reply), pairedItem };
		return shares.map((_, n) => (n === first ? [raw] : []));
	}
	const pieces = shares.map(({ item: { itemIndex } }, n) =>
		[simplified[n] ?? []].flat().map((json) => ({ json, pairedItem: { item: itemIndex } })),
	);
	const { kind, replyFields = kind === 'send' ? SEND_REPLY : undefined } = run.operation;
	const other = otherFields(reply, replyFields);
	const [piece] = pieces[first] ?? [];
	if (piece && other) piece.json.other = other;
	return pieces;
}

/** The simplified output of every share; undefined if the operation has none. */
function simplifiedOf(
	{ run, entries, settings }: Request,
	reply: GatewayReply,
	at: number,
): Array<IDataObject | IDataObject[]> | undefined {
	const { outputs } = run.operation;
	return outputs?.(reply, entries as never, settings as never, at);
}

/** An empty reply, to make the output of texts that are sent to nobody. */
const NOTHING_SENT: GatewayReply = {
	kind: 'reply',
	status: 0,
	message: '',
	tree: { status: '0' },
	text: '{}',
	secrets: [],
};

/** What a send's output says beside its recipients, for texts that are sent to nobody. */
const unsentPieces = (run: Run, texts: readonly ItemText[]): INodeExecutionData[] =>
	piecesOf(new Request(run, sharesOf(run, texts)), NOTHING_SENT).flat();

function rawOutput({ text, secrets }: GatewayReply): IDataObject {
	const raw = maskValue(rawReply(text), secrets);
	return typeof raw === 'object' && raw !== null ? { ...raw } : { reply: maskText(text, secrets) };
}

/** For the output of a call. */
export function addWarning(pieces: INodeExecutionData[], ...warnings: string[]): void {
	if (warnings.length === 0) return;
	for (const { json } of pieces) {
		json.warning = [json.warning, ...warnings].filter(Boolean).join(' ');
	}
}

/** For a request that texts nobody: says that the rehearsal's phone replaced the number. */
export function noteReplacedNumber(pieces: INodeExecutionData[], phone: string): void {
	for (const { json } of pieces) json.rehearsal = true;
	addWarning(pieces, replacedNumberNote(phone));
}

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
	if (row.earlierOutput) return row.earlierOutput;
	const output = outputFromFates(run, row);
	const isRehearsed = run.rehearsal !== undefined && run.operation.kind === 'send';
	if (isRehearsed) for (const { json } of output) json.rehearsal = true;
	return output;
}

/** An item's failure, why it was skipped, or its output from the replies. */
function outputFromFates(run: Run, row: Row): INodeExecutionData[] {
	const { itemIndex, item } = row;
	const { operation, isTool } = run;
	const failure = failureOf(row);
	if (failure) {
		const { error, externalIds } = failure;
		const isSend = operation.effect === 'send';
		return [failedItem(error, itemIndex, whomOf(run, row), { isSend, isTool, externalIds })];
	}
	const pairedItem = { item: itemIndex };
	const skip = skipOf(row);
	if (skip) return [{ json: outcomeJson(run, row, skip), pairedItem }];
	const perReply = outputPerReply(run, row);
	if (operation.kind === 'send') {
		const [pieces = []] = perReply;
		if (!item?.common.simplify) return pieces;
		return pieces.map(({ json }) => ({ json: outcomeJson(run, row, undefined, json), pairedItem }));
	}
	addWarning(perReply.flat(), ...(item?.warnings ?? []));
	const { merge } = operation;
	if (!merge || !item?.common.simplify || perReply.length === 0) return perReply.flat();
	const outputs = perReply.map((pieces) => pieces.map(({ json }) => json));
	return merge(outputs, item.value).map((json) => ({ json, pairedItem }));
}

/** A list of output items per reply. All texts of an item are in one request, if in any. */
function outputPerReply(run: Run, { parts }: Row): INodeExecutionData[][] {
	const accepted = parts.flatMap(({ fate }) => (fate?.kind === 'accepted' ? fate : []));
	const pieces = new Set(accepted.flatMap((fate) => (fate.pieces ? [fate.pieces] : [])));
	if (pieces.size > 0 || run.operation.kind !== 'send') return [...pieces];
	return [unsentPieces(run, parts.filter(isText))];
}

/** The output of an item that was sent or skipped: what became of it, for whom, why, and then `more`. */
function outcomeJson(run: Run, row: Row, skip?: Skipped, more: IDataObject = {}): IDataObject {
	const texts = row.parts.filter(isText);
	const recipients = texts.map(recipientOf);
	const [first, ...others] = recipients;
	const isForOne = first !== undefined && others.length === 0;
	return {
		...(isForOne ? first : { accepted: skip === undefined, ...whomOf(run, row) }),
		result: resultOfRow(run, row, skip),
		...(isOnlyChecked(row) ? { ...withoutOutcome(more), onlyChecked: true } : more),
		...(skip && skippedFields(row, skip)),
		...(others.length > 0 && { recipients }),
	};
}

/** Nobody was asked, so there is no outcome. */
function withoutOutcome(json: IDataObject): IDataObject {
	const more = { ...json };
	delete more.outcome;
	return more;
}

const isOnlyChecked = ({ parts }: Row): boolean =>
	parts.some(({ fate }) => fate?.kind === 'accepted') && !parts.some(({ fate }) => isSent(fate));

function recipientOf({ to, fate }: ItemText): IDataObject {
	const accepted = fate?.kind === 'accepted';
	const duplicateOf = fate?.kind === 'skipped' ? fate.duplicateOf : undefined;
	return {
		accepted,
		...('phone' in to ? { phone: to.phone } : { contactList: to.list }),
		result: fate && resultOf(fate),
		...(accepted && 'phone' in to && to.externalId !== undefined && { externalId: to.externalId }),
		...(accepted && fate.onlyChecked !== undefined && { onlyChecked: true }),
		...(duplicateOf !== undefined && { duplicateOf }),
	};
}

/** One sentence about an item, with the warnings about its text. */
function resultOfRow(run: Run, row: Row, skip: Skipped | undefined): string {
	if (skip && row.parts.length === 1) return resultOf(skip);
	const fates = row.parts.flatMap(({ fate }) => fate ?? []);
	const results = [...new Set(fates.map(resultOf))];
	const accepted = fates.flatMap((fate) => (fate.kind === 'accepted' ? fate : []));
	const sent = fates.filter(isSent).length;
	const head = results.length === 1 ? results[0] : `Accepted for ${sent} of ${fates.length}`;
	if (accepted.length === 0) return String(head);
	const note =
		run.rehearsal === undefined || accepted.every(({ onlyChecked }) => onlyChecked === SAMPLE)
			? head
			: rehearsalNote(run.rehearsal, sent, accepted.length - sent);
	const warnings = new Set([
		...(run.rehearsal === undefined ? [] : sizeNotes(run.sizes, row.parts.filter(isText))),
		...(row.item?.warnings ?? []),
		...accepted.flatMap(({ warning }) => warning ?? []),
	]);
	return warnings.size === 0 ? String(note) : `${note}, with a warning: ${[...warnings].join(' ')}`;
}

function skippedFields({ item }: Row, { opensAt, duplicateOf }: Skipped): IDataObject {
	const key = (duplicateOf ?? opensAt) === undefined ? item?.key : undefined;
	return {
		skipped: true,
		...(opensAt !== undefined && { held: true, opensAt: formatInstant(opensAt) }),
		...(key !== undefined && { idempotencyKey: key }),
	};
}
