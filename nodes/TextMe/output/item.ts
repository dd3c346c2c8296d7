import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { rawReply } from '../../../gateway/wire/decode';
import { maskText, maskValue } from '../../../gateway/wire/mask';
import { formatInstant } from '../../../gateway/values/dates';
import { skippedOutput } from '../../output/sentence';
import type { GatewayReply } from '../../connection/call';
import { failedItem } from '../../output/nodeError';
import { otherFields, ofOnePerson, SEND_REPLY } from '../../output/replies';
import type { SomeCall } from '../operation';
import { isSent } from '../run/fate';
import type { Fate, Skipped } from '../run/fate';
import { Request } from '../run/sharedRequest';
import { failureOf, isText, skipOf } from '../run/row';
import type { ItemText, Row } from '../run/row';
import type { Run } from '../run/run';
import { rehearsalNote, sizeNotes, replacedNumberNote } from '../../texts/rehearsal';
import { sharesOf } from '../run/textRequests';
import { whomOf } from './whom';

/** The output items of each share of a request, in order. */
export function piecesOf(
	request: Request,
	reply: GatewayReply,
	at = Date.now(),
): INodeExecutionData[][] {
	const { run, shares, common } = request;
	const simplified = common.simplify ? simplifiedOf(request, reply, at) : undefined;
	if (!simplified) {
		// The reply belongs to all items together.
		const items = request.items.map(({ itemIndex }) => ({ item: itemIndex }));
		const pairedItem = request.onlyItemIndex === undefined ? items : items[0];
		const raw = { json: rawOutput(reply), pairedItem };
		return shares.map((_, n) => (n === 0 ? [raw] : []));
	}
	const pieces = shares.map(({ item: { itemIndex } }, n) =>
		[simplified[n] ?? []].flat().map((json) => ({ json, pairedItem: { item: itemIndex } })),
	);
	const { kind, replyFields = kind === 'send' ? SEND_REPLY : undefined } = run.operation;
	const other = otherFields(reply, replyFields);
	const [first] = pieces[0] ?? [];
	if (first && other) first.json.other = other;
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

/** The output of texts that are sent to nobody, in the form of sent ones. */
function unsentPieces(run: Run, texts: readonly ItemText[]): INodeExecutionData[] {
	const pieces = piecesOf(new Request(run, sharesOf(run, texts)), NOTHING_SENT).flat();
	for (const { json } of pieces) {
		json.onlyChecked = true;
		// Nobody was asked, so there is no outcome.
		delete json.outcome;
	}
	return pieces;
}

function rawOutput({ text, secrets }: GatewayReply): IDataObject {
	const raw = maskValue(rawReply(text), secrets);
	return typeof raw === 'object' && raw !== null ? { ...raw } : { reply: maskText(text, secrets) };
}

export function addWarning(
	pieces: INodeExecutionData[],
	...warnings: Array<string | undefined>
): void {
	const more = warnings.filter(Boolean).join(' ');
	if (more === '') return;
	for (const { json } of pieces) {
		// Each try makes the output again, so it may have the warning already.
		if (!String(json.warning ?? '').includes(more)) {
			json.warning = json.warning ? `${json.warning} ${more}` : more;
		}
	}
}

/** Says in an item's output that it was rehearsed, and who would have got it. */
function markRehearsal(
	{ rehearsal: phone = '', sizes }: Run,
	pieces: INodeExecutionData[],
	texts: readonly ItemText[],
): void {
	const left = texts.filter(({ fate }) => !isSent(fate)).map(({ to }) => to);
	const notSent = new Set(left.map((to) => ('phone' in to ? to.phone : '')));
	for (const { json } of pieces) {
		for (const person of (json.recipients ?? []) as IDataObject[]) {
			if (notSent.has(String(person.phone))) person.onlyChecked = true;
		}
	}
	const lists = texts.flatMap(({ to }) => ('list' in to ? to.list : []));
	const note = rehearsalNote(phone, texts.length - left.length, left.length);
	addWarning(pieces, note, ...sizeNotes(sizes, lists));
}

/** For a request that texts nobody: says that the rehearsal's phone replaced the number. */
export function noteReplacedNumber(pieces: INodeExecutionData[], phone: string): void {
	for (const { json } of pieces) json.rehearsal = true;
	addWarning(pieces, replacedNumberNote(phone));
}

/** Whether the output is the unchanged reply. */
export const isRaw = ({ operation, rows }: Run): boolean =>
	!operation.outputs || rows.some(({ item }) => item?.common.simplify === false);

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
	const failure = failureOf(row);
	if (failure) {
		const { error, externalIds } = failure;
		const isSend = run.operation.effect === 'send';
		return [
			failedItem(error, itemIndex, whomOf(run, row), { isSend, isTool: run.isTool, externalIds }),
		];
	}
	const skip = skipOf(row);
	if (skip?.why === 'sample') {
		const pieces = unsentPieces(run, row.parts.filter(isText));
		addWarning(pieces, skippedOutput('sample').reason);
		return pieces;
	}
	if (skip) return [skippedItem(run, row, skip)];
	const perReply = outputPerReply(run, row);
	addWarning(perReply.flat(), ...(item?.warnings ?? []));
	const left = leftOut(row, perReply.length > 0);
	if (left) for (const { json } of perReply.flat()) addLeftOut(json, left);
	const { merge } = run.operation as SomeCall;
	if (!merge || !item?.common.simplify || perReply.length === 0) return perReply.flat();
	const outputs = perReply.map((pieces) => pieces.map(({ json }) => json));
	return merge(outputs, item.value).map((json) => ({ json, pairedItem: { item: itemIndex } }));
}

/** A list of output items per reply of a call. A send has one list, joined from its replies. */
function outputPerReply(run: Run, { itemIndex, parts }: Row): INodeExecutionData[][] {
	const accepted = parts.flatMap(({ fate }) => (fate?.kind === 'accepted' ? fate : []));
	if (run.operation.kind !== 'send')
		return accepted.flatMap(({ pieces }) => (pieces ? [pieces] : []));
	const texts = parts.filter(isText).filter(({ fate }) => fate?.kind === 'accepted');
	const answers = [...new Set(accepted.flatMap(({ answer }) => answer ?? []))];
	// A rehearsal may have reached its limit before the request for the others.
	const unsent = texts.filter(({ fate }) => fate?.kind === 'accepted' && !fate.answer);
	const pieces = joined([
		...answers.flatMap((answer) => answer.for(itemIndex)),
		...(unsent.length > 0 ? unsentPieces(run, unsent) : []),
	]);
	for (const { warning } of answers) addWarning(pieces, warning);
	if (run.rehearsal !== undefined) markRehearsal(run, pieces, texts);
	return [pieces];
}

/**
 * One output for an item whose recipients got their text in several requests: a text that waited for another item goes out
 * later.
 */
function joined(pieces: INodeExecutionData[]): INodeExecutionData[] {
	const [first, ...others] = pieces;
	if (!first || others.length === 0 || first.json.accepted !== true) return pieces;
	const later = others.flatMap(({ json: { shipmentId, scheduledFor, ...json } }) => {
		const when = scheduledFor !== undefined && { scheduledFor };
		return peopleOf(json).map((person) => ({ ...person, shipmentId, ...when }));
	});
	const json: IDataObject = { ...first.json, recipients: [...peopleOf(first.json), ...later] };
	delete json.phone;
	delete json.externalId;
	for (const field of ['contactLists', 'rejected']) {
		const all = pieces.flatMap((piece) => (piece.json[field] ?? []) as IDataObject[]);
		if (all.length > 0) json[field] = all;
	}
	return [{ ...first, json }];
}

const peopleOf = ({ recipients, phone, externalId }: IDataObject): IDataObject[] =>
	(recipients as IDataObject[] | undefined) ?? [{ phone, externalId }];

function skippedItem(run: Run, row: Row, skip: Skipped): INodeExecutionData {
	const { why, reason, opensAt, duplicateOf } = skip;
	const { parts, item, itemIndex } = row;
	const key = (duplicateOf ?? opensAt) === undefined ? item?.key : undefined;
	const json = ofOnePerson({
		...skippedOutput(why),
		...whomOf(run, row),
		...(reason && { reason }),
		...(opensAt !== undefined && { held: true, opensAt: formatInstant(opensAt) }),
		...(key !== undefined && { idempotencyKey: key }),
		...(duplicateOf !== undefined && { duplicateOf }),
		...(parts.length > 1 &&
			leftOut(
				row,
				parts.some(({ fate }) => fate?.kind === 'skipped' && fate.why !== why),
			)),
	});
	return { json, pairedItem: { item: itemIndex } };
}

/**
 * The output fields for recipients who were left out: duplicates of other items, and refused ones.
 * @param isBesideOthers whether other recipients of the item got it
 */
function leftOut({ parts }: Row, isBesideOthers: boolean): IDataObject | undefined {
	const duplicates: IDataObject[] = [];
	const rejected: IDataObject[] = [];
	for (const { fate, to } of parts.filter(isText)) {
		const skip = fate?.kind === 'skipped' ? fate : undefined;
		const isDuplicate = skip?.why === 'duplicate' || !isBesideOthers;
		const first = skip?.duplicateOf;
		const reason = isBesideOthers ? whyRejected(fate) : undefined;
		const name = 'phone' in to ? { phone: to.phone } : { contactList: to.list };
		if (isDuplicate && first !== undefined) duplicates.push({ ...name, duplicateOf: first });
		else if (reason !== undefined) rejected.push({ ...name, reason });
	}
	if (duplicates.length + rejected.length === 0) return undefined;
	return { ...(duplicates.length > 0 && { duplicates }), ...(rejected.length > 0 && { rejected }) };
}

function whyRejected(fate: Fate | undefined): string | undefined {
	if (fate?.kind === 'refused') return fate.error.message;
	return fate?.kind === 'skipped' ? (fate.reason ?? skippedOutput(fate.why).reason) : undefined;
}

/** Adds to the numbers that the reply itself rejects. */
function addLeftOut(json: IDataObject, { rejected = [], ...left }: IDataObject): void {
	const all = [json.rejected ?? [], rejected].flat() as IDataObject[];
	Object.assign(json, left, all.length > 0 && { rejected: all });
}
