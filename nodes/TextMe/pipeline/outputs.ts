import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { rawReply } from '../../../gateway/decode';
import { maskText, maskValue } from '../../../gateway/mask';
import { formatInstant } from '../../../gateway/dates';
import { skippedOutput } from '../../planning/runFigures';
import type { Fate, Skipped } from '../../sending/fate';
import { rehearsalNote, sizeNotes, standsIn } from '../../sending/rehearsal';
import type { ListSizes } from '../../sending/rehearsal';
import type { Text } from '../../sending/text';
import type { GatewayReply } from '../../shared/call';
import { failedItem } from '../../shared/nodeError';
import { otherFields, personFirst } from '../../shared/replies';
import { Batch } from './batch';
import type { Noted } from './fates';
import type { Part } from './parts';
import type { Run } from './run';

// JSON is made here: of the reply when it comes, and of all fates of an item when the run ends. Nothing reads it.

/** What a reply brings for each part of its request, in their order. */
export function piecesOf(batch: Batch, reply: GatewayReply): INodeExecutionData[][] {
	const { run, parts, common } = batch;
	const simplified = common.simplify ? simplifiedOf(batch, reply) : undefined;
	if (!simplified) {
		// The reply belongs to all items together.
		const items = batch.items.map(({ itemIndex }) => ({ item: itemIndex }));
		const pairedItem = batch.onlyItemIndex === undefined ? items : items[0];
		const raw = { json: rawOutput(reply), pairedItem };
		return parts.map((_, at) => (at === 0 ? [raw] : []));
	}
	const pieces = parts.map(({ item: { itemIndex } }, at) =>
		[simplified[at] ?? []].flat().map((json) => ({ json, pairedItem: { item: itemIndex } })),
	);
	const other = otherFields(reply, run.operation.replyFields);
	const [first] = pieces[0] ?? [];
	if (first && other) first.json.other = other;
	return pieces;
}

/** In place of a reply. */
const NOTHING_SENT: GatewayReply = {
	kind: 'reply',
	status: 0,
	message: '',
	tree: { status: '0' },
	text: '{}',
	secrets: [],
};

/** What comes out for a part that goes to nobody, as if it were sent. */
export const unsentPieces = (run: Run, part: Part): INodeExecutionData[] =>
	piecesOf(new Batch(run, [part]), NOTHING_SENT)[0] ?? [];

/** Says in an output that nothing was requested. */
export function markOnlyChecked(pieces: INodeExecutionData[]): void {
	for (const { json } of pieces) {
		json.onlyChecked = true;
		// Nobody can answer.
		delete json.outcome;
	}
}

/** The simplified output of every part; undefined for an operation that has none. */
function simplifiedOf(
	batch: Batch,
	reply: GatewayReply,
): Array<IDataObject | IDataObject[]> | undefined {
	const { outputs } = batch.run.operation;
	if (!outputs) return undefined;
	return outputs(reply, batch.entries, batch.settings);
}

/** The raw reply, with its secrets masked. */
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
		// The output of an item is made again for each try.
		if (!String(json.warning ?? '').includes(more)) {
			json.warning = json.warning ? `${json.warning} ${more}` : more;
		}
	}
}

/** What became of the texts of a part in a rehearsal. */
export interface RehearsedTexts {
	phone: string;
	sent: readonly Text[];
	left: readonly Text[];
	sizes: ListSizes;
}

/** Says in the output of a part that it is rehearsed, and who would have got it. */
export function markRehearsal(
	pieces: INodeExecutionData[],
	{ phone, sent, left, sizes }: RehearsedTexts,
): void {
	const notSent = new Set(left.map(({ to }) => ('phone' in to ? to.phone : '')));
	if (sent.length === 0) markOnlyChecked(pieces);
	for (const { json } of pieces) {
		for (const person of (json.recipients ?? []) as IDataObject[]) {
			if (notSent.has(String(person.phone))) person.onlyChecked = true;
		}
	}
	addWarning(pieces, rehearsalNote(phone, sent.length, left.length), ...sizeNotes(sizes));
}

/** Says of a request that texts nobody that another phone stands in. */
export function markStandIn(pieces: INodeExecutionData[], phone: string): void {
	for (const { json } of pieces) json.rehearsal = true;
	addWarning(pieces, standsIn(phone));
}

/** The output of a run, in the order of its input items. */
export function outputOf(run: Run): INodeExecutionData[] {
	const output: INodeExecutionData[] = [];
	for (let itemIndex = 0; itemIndex < run.items.length; itemIndex++) {
		for (const piece of outputOfItem(run, itemIndex)) output.push(piece);
	}
	return output;
}

/** What comes out for an item. In a rehearsal it says so, even if it failed. */
export function outputOfItem(run: Run, itemIndex: number): INodeExecutionData[] {
	const kept = run.fates.keptOutput(itemIndex);
	if (kept) return kept;
	const output = toldFromFates(run, itemIndex);
	const isRehearsed = run.rehearsal !== undefined && run.operation.message !== undefined;
	if (isRehearsed) for (const { json } of output) json.rehearsal = true;
	return output;
}

/** The failure of an item, why it was skipped, or what the replies brought for it. */
function toldFromFates(run: Run, itemIndex: number): INodeExecutionData[] {
	const { fates, items } = run;
	const own = fates.ofItem(itemIndex);
	const failure = fates.failureOf(itemIndex);
	if (failure) {
		const { error, externalIds } = failure;
		return [failedItem(error, itemIndex, externalIds, personOf(run, itemIndex))];
	}
	const skip = fates.skipOf(itemIndex);
	const brought = own.flatMap(({ pieces }) => (pieces ? [pieces] : []));
	if (skip) return brought[0] ?? [skippedItem(run, itemIndex, skip)];
	addWarning(brought.flat(), ...(items[itemIndex]?.warnings ?? []));
	const left = leftOut(own, brought.length > 0);
	if (left) for (const { json } of brought.flat()) addLeftOut(json, left);
	const { merge } = run.operation;
	const item = items[itemIndex];
	if (!merge || !item?.common.simplify || brought.length === 0) {
		return brought.flat();
	}
	const outputs = brought.map((pieces) => pieces.map(({ json }) => json));
	return merge(outputs, item.value).map((json) => ({ json, pairedItem: { item: itemIndex } }));
}

function skippedItem(run: Run, itemIndex: number, skip: Skipped): INodeExecutionData {
	const { why, reason, phone, opensAt, key, duplicateOf } = skip;
	const own = run.fates.ofItem(itemIndex);
	const people = run.fates.textsOf(itemIndex).map(({ to }) => 'phone' in to);
	const json = personFirst({
		...skippedOutput(why, people.length === 1 && people[0]),
		phone: phone ?? personOf(run, itemIndex) ?? '',
		...(reason && { reason }),
		...(opensAt !== undefined && { held: true, opensAt: formatInstant(opensAt) }),
		...(key !== undefined && { idempotencyKey: key }),
		...(duplicateOf !== undefined && { duplicateOf }),
		...leftOut(
			own,
			own.some(({ fate }) => fate.kind === 'skipped' && fate.why !== why),
		),
	});
	return { json, pairedItem: { item: itemIndex } };
}

/**
 * The output fields about recipients that were left out: those who get the text from another item, and those refused.
 * @param isBesideOthers whether other recipients of the item got it
 */
function leftOut(own: readonly Noted[], isBesideOthers: boolean): IDataObject | undefined {
	const duplicates: IDataObject[] = [];
	const rejected: IDataObject[] = [];
	for (const { fate, texts } of own) {
		const first = fate.kind === 'skipped' ? fate.duplicateOf : undefined;
		const isDuplicate = fate.kind === 'skipped' && (fate.why === 'duplicate' || !isBesideOthers);
		const reason = isBesideOthers ? whyRejected(fate) : undefined;
		for (const { to } of texts) {
			const name = 'phone' in to ? { phone: to.phone } : { contactList: to.list };
			if (isDuplicate && first !== undefined) duplicates.push({ ...name, duplicateOf: first });
			else if (reason !== undefined) rejected.push({ ...name, reason });
		}
	}
	if (duplicates.length + rejected.length === 0) return undefined;
	return { ...(duplicates.length > 0 && { duplicates }), ...(rejected.length > 0 && { rejected }) };
}

function whyRejected(fate: Fate): string | undefined {
	if (fate.kind === 'refused') return fate.error.message;
	return fate.kind === 'skipped' ? (fate.reason ?? skippedOutput(fate.why).reason) : undefined;
}

/** Adds to the numbers that the reply itself rejects. */
function addLeftOut(json: IDataObject, { rejected = [], ...left }: IDataObject): void {
	const all = [json.rejected ?? [], rejected].flat() as IDataObject[];
	Object.assign(json, left, all.length > 0 && { rejected: all });
}

/** The number of an item as it was given, even if it is invalid; undefined for what reaches nobody. */
function personOf(run: Run, itemIndex: number): string | undefined {
	const { operation, items } = run;
	if (operation.effect !== 'send') return undefined;
	const field = operation.fields.find(({ name }) => name === 'phones' || name === 'phone');
	try {
		if (field) return String(run.given(field.name, itemIndex) ?? '').trim();
	} catch {
		return '';
	}
	const item = items[itemIndex];
	const people = item && operation.message?.(item.value).to.people;
	return people?.map(({ phone }) => phone).join() ?? '';
}
