import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { KeyState } from '../../memory/keyMemory';
import { KeyMemory } from '../../memory/keyMemory';
import type { Mistake, Outcome, Skip } from '../../planning/runFigures';
import { mistakesText, rowOf, skippedOutput } from '../../planning/runFigures';
import type { NodeError, Texted } from '../../shared/nodeError';
import {
	failedItem,
	isNodeError,
	NOTHING_SENT,
	outcomeOf,
	withoutPasswords,
	notSent,
	withProgress,
} from '../../shared/nodeError';
import { personFirst } from '../../shared/replies';
import { toolCall } from '../agent/permission';
import type { Batch, Member } from './batches';
import { keysOf } from './batches';
import type { Run } from './execute';

/** The outcome of an item in an earlier try of the same run. */
type JournalEntry =
	| { output: INodeExecutionData[] }
	| { message: string; description: string; details: Record<string, unknown> };

/**
 * The key of a run's journal in the node's context. n8n runs a whole node again with "Retry On Fail", and when a person
 * retries a failed execution, both times with the same run index. For a tool, each call is a run of its own, even a repeated
 * one, so the journal is named after the call.
 */
export const journalKey = (context: IExecuteFunctions, isTool: boolean): string =>
	`journal${isTool ? toolCall(context) : context.getWorkflowDataProxy(0).$runIndex}`;

/** When the first try of a run began (milliseconds since 1970), if it left a journal. A retry keeps its times. */
export const firstBegan = (context: IExecuteFunctions, key: string): number | undefined =>
	(context.getContext('node') as Record<string, number | undefined>)[beganKey(key)];

const beganKey = (key: string) => `${key}Began`;

/**
 * The outcome of each input item: its results, or its failure. Every stage notes its outcomes here, once. The ledger turns
 * them into the output and into the journal, so that a retry sends no item again, and uses or releases the idempotency keys.
 */
export class Ledger {
	/** The results of each item: a list for every request that held a part of the item. */
	private readonly results: INodeExecutionData[][][] = [];

	/** How many items have results. */
	private accepted = 0;

	/** Whether every item has a mistake, so that none would get through. */
	private isShared = false;

	private readonly failures = new Map<number, INodeExecutionData>();

	/** Why items were skipped. */
	private readonly skips = new Map<number, Skip>();

	/** Results of sends that are not in the journal yet. The journal is written only when a retry may need it. */
	private sent: Array<Map<number, INodeExecutionData[]>> = [];

	private readonly store: Record<string, unknown>;

	private readonly journal: Record<string, JournalEntry>;

	private keys: KeyMemory | undefined;

	constructor(
		private readonly run: Omit<Run, 'ledger'>,
		/** `undefined` for a run that may be repeated as a whole, and without an execution. */
		private readonly journalKey?: string,
	) {
		this.store = journalKey === undefined ? {} : run.context.getContext('node');
		this.journal = (this.store[journalKey ?? ''] ?? {}) as Record<string, JournalEntry>;
	}

	/** Takes the outcomes of an earlier try from the journal. Returns the items that it has carried out. */
	restore(): Set<number> {
		const { node, isTool } = this.run;
		const done = new Set(Object.keys(this.journal).map(Number));
		for (const itemIndex of done) {
			const entry = this.journal[itemIndex] as JournalEntry;
			if ('output' in entry) {
				this.accept(new Map([[itemIndex, isTool ? sentBefore(entry.output) : entry.output]]));
			} else {
				const { message, description, details } = entry;
				const error = new NodeOperationError(node, message, { itemIndex, description });
				Object.assign(error.context, details);
				this.fail(itemIndex, error);
			}
		}
		return done;
	}

	/** Notes the result of one item; `isSent` as for `accept`. */
	acceptItem(itemIndex: number, json: IDataObject, isSent = false): void {
		this.accept(new Map([[itemIndex, [{ json, pairedItem: { item: itemIndex } }]]]), isSent);
	}

	/** Notes the results of one request. `isSent` keeps a retry from sending its items again. */
	accept(output: Map<number, INodeExecutionData[]>, isSent = false): void {
		for (const [itemIndex, pieces] of output) {
			const before = this.results[itemIndex];
			if (before) {
				before.push(pieces);
			} else {
				this.results[itemIndex] = [pieces];
				this.accepted++;
			}
		}
		if (isSent) this.sent.push(output);
	}

	/** Notes an item that failed, or stops the run when the node is set to stop. */
	fail(itemIndex: number, error: NodeError, externalIds?: string[]): void {
		// The wait for delivery looks up an unknown outcome later.
		const isLookedUp = this.run.waitsForDelivery && outcomeOf(error) === 'unknown';
		if (!this.run.goesOn && !isLookedUp) throw withoutPasswords(error, this.run.operation.fields);
		const phone = this.run.operation.effect === 'send' ? this.phoneOf(itemIndex) : undefined;
		this.failures.set(itemIndex, failedItem(error, itemIndex, externalIds, phone));
	}

	/** The mistakes in items, all at once. Without "Continue", they stop the run in one error. */
	failAll(mistakes: Array<{ itemIndex: number; error: NodeError }>): void {
		const [first, ...others] = mistakes.map(({ itemIndex, error }): Mistake => {
			return { row: this.rowOf(itemIndex), message: error.message };
		});
		if (first && !this.run.goesOn) {
			const { node, items, operation } = this.run;
			const [{ error }] = mistakes as [(typeof mistakes)[0]];
			const message = mistakesText([first, ...others], items.length);
			this.isShared = mistakes.length === items.length;
			if (message !== error.message) {
				throw withoutPasswords(
					new NodeOperationError(node, message, { description: NOTHING_SENT }),
					operation.fields,
				);
			}
		}
		for (const { itemIndex, error } of mistakes) this.fail(itemIndex, error);
	}

	/** The number of an item as it was given, even if it is invalid; without a field for it, the numbers it goes to. */
	private phoneOf(itemIndex: number): string {
		const item = this.run.items[itemIndex];
		return this.givenPhone(itemIndex) ?? (item ? this.recipientsOf(item).phones.join() : '');
	}

	private givenPhone(itemIndex: number): string | undefined {
		const { operation } = this.run;
		const field = operation.fields.find(({ name }) => name === 'phones' || name === 'phone');
		if (!field) return undefined;
		try {
			return String(this.run.given(field.name, itemIndex) ?? '').trim();
		} catch {
			return '';
		}
	}

	private rowOf(itemIndex: number): number {
		return rowOf(this.run.context.getInputData()[itemIndex]?.json, itemIndex);
	}

	/** Notes that all items of a batch failed, each with its own external IDs. */
	failBatch(batch: Batch, error: NodeError): void {
		for (const member of batch.members) {
			this.fail(member.itemIndex, error, batch.externalIds([member]));
		}
	}

	/** Like `failBatch`, after the request was made. Refused items free their keys; doubtful items are not sent again. */
	async failRequest(batch: Batch, error: NodeError): Promise<void> {
		if (outcomeOf(error) === 'rejected') {
			await this.keys?.release(keysOf(batch.members));
		} else {
			for (const member of batch.members) {
				const details = { ...error.context, externalIds: batch.externalIds([member]) };
				this.journal[member.itemIndex] = {
					message: error.message,
					description: error.description ?? '',
					details: { ...details, itemIndex: member.itemIndex },
				};
			}
		}
		this.keepJournal();
		this.failBatch(batch, error);
	}

	/** Like `failRequest`, for a batch that its check may have sent: its keys count as used. */
	async failCheck(batch: Batch, error: NodeError): Promise<void> {
		if (keysOf(batch.members).length > 0) await this.claimAndUse(batch);
		await this.failRequest(batch, error);
	}

	/** Notes that the service texted nobody in a batch, which is no failure. The keys stay free for a later day. */
	async skip({ members }: Batch, why: Skip): Promise<void> {
		await this.keys?.release(keysOf(members));
		for (const member of members) this.skipItem(member, why, keyPart(member));
	}

	/** Notes that nobody is texted for an item, and why. */
	skipItem({ itemIndex }: Pick<Member, 'itemIndex'>, why: Skip, more: IDataObject = {}): void {
		this.skips.set(itemIndex, why);
		const skipped = { ...skippedOutput(why), phone: this.phoneOf(itemIndex), ...more };
		this.acceptItem(itemIndex, personFirst(skipped));
	}

	/** Why an item was skipped. */
	whySkipped(itemIndex: number): Skip | undefined {
		return this.skips.get(itemIndex);
	}

	/** Whether an item was sent or may have been: it was neither refused nor skipped. */
	mayHaveSent(itemIndex: number): boolean {
		if (this.failures.has(itemIndex)) return !this.isRefused(itemIndex);
		const pieces = this.results[itemIndex]?.flat() ?? [];
		return pieces.some(({ json }) => json.skipped !== true);
	}

	get hasFailures(): boolean {
		return this.failures.size > 0;
	}

	private get hasEntries(): boolean {
		return Object.keys(this.journal).length > 0;
	}

	/** Whether an item failed, and it is certain that nothing was sent for it. */
	isRefused(itemIndex: number): boolean {
		return this.detailsOf(itemIndex).outcome === 'rejected';
	}

	/** The status with which the service refused an item. */
	statusOf(itemIndex: number): unknown {
		return this.detailsOf(itemIndex).status;
	}

	private detailsOf(itemIndex: number): IDataObject {
		return (this.failures.get(itemIndex)?.json.details ?? {}) as IDataObject;
	}

	/** Whether any item has an unknown outcome. */
	get hasDoubts(): boolean {
		return Object.values(this.journal).some((entry) => 'message' in entry);
	}

	/** The keys of these items that were used before. None of the keys stays claimed. */
	async usedKeys(members: Member[]): Promise<Set<string>> {
		const keys = keysOf(members);
		return keys.length === 0 ? new Set() : await this.keyMemory.usedBefore(keys);
	}

	/** Claims the keys of all batches at once, because a claim takes two seconds, for one key or for many. */
	async claimKeys(batches: Batch[]): Promise<void> {
		const keys = keysOf(batches.flatMap(({ members }) => members));
		if (keys.length > 0) await this.keyMemory.claim(keys);
	}

	/** Uses up the keys of a batch, right before its request. Returns the items that may be sent. */
	async useKeys(batch: Batch): Promise<Member[]> {
		const states = await this.claimAndUse(batch);
		const used = [...states].flatMap(([key, state]) => (state === 'used' ? [key] : []));
		const scheduled = used.length > 0 ? await this.keyMemory.scheduledOf(used) : new Set();
		return batch.members.filter((member) => {
			const key = member.key ?? '';
			const state = states.get(key) ?? 'ours';
			if (state === 'used') {
				const reason = scheduled.has(key) ? { reason: SCHEDULED_BEFORE } : {};
				this.skipItem(member, 'sentBefore', { ...reason, ...keyPart(member) });
			}
			if (state === 'unsure') this.fail(member.itemIndex, unsureKey(this.run.node, member));
			return state === 'ours';
		});
	}

	/** Notes that a batch is scheduled: it may be cancelled, and its keys stay used. */
	async noteSchedule({ members }: Batch): Promise<void> {
		const keys = keysOf(members);
		const isScheduled = ({ outgoing }: Member) => outgoing?.timing !== undefined;
		if (keys.length > 0 && members.some(isScheduled)) await this.keyMemory.noteSchedule(keys);
	}

	private async claimAndUse(batch: Batch): Promise<Map<string, KeyState>> {
		await this.claimKeys([batch]);
		return await this.keyMemory.use(keysOf(batch.members));
	}

	/** Created on first use, because most runs have no keys. */
	private get keyMemory(): KeyMemory {
		return (this.keys ??= new KeyMemory(this.run.context));
	}

	/** Releases the claimed keys under which nothing was sent. */
	async releaseUnusedKeys(): Promise<void> {
		await this.keys?.releaseUnused();
	}

	/** Writes the journal, because n8n may run the node again. */
	keepJournal(): void {
		if (this.journalKey === undefined || (this.sent.length === 0 && !this.hasEntries)) return;
		for (const itemIndex of this.sent.flatMap((output) => [...output.keys()])) {
			this.journal[itemIndex] = { output: this.results[itemIndex]?.flat() ?? [] };
		}
		this.sent = [];
		this.store[this.journalKey] = this.journal;
		this.store[beganKey(this.journalKey)] = this.run.began;
	}

	/** Ends the run with an error: writes the journal, and adds the outcome of the other items to the error. */
	stop(error: unknown): unknown {
		this.keepJournal();
		if (!isNodeError(error)) return error;
		const doubtful = Object.values(this.journal).flatMap((entry) =>
			'message' in entry && entry.message !== error.message
				? [(entry.details.externalIds as string[] | undefined) ?? []]
				: [],
		);
		return withProgress(error, {
			items: this.run.items.length,
			accepted: this.accepted - this.skips.size,
			texted: this.run.operation.effect === 'send' ? this.texted : undefined,
			doubtful,
			isShared: this.isShared,
		});
	}

	/** Who was texted for the items that have results. */
	private get texted(): Texted {
		const texted: Texted = { phones: new Set(), lists: new Set(), hasKeys: true };
		for (const [itemIndex, item] of this.run.items.entries()) {
			if (!item || !this.results[itemIndex] || this.skips.has(itemIndex)) continue;
			if (item.common.validateOnly) continue;
			const { phones, lists } = this.recipientsOf(item);
			for (const phone of phones) texted.phones.add(phone);
			for (const list of lists) texted.lists.add(list);
			texted.hasKeys &&= item.key !== undefined;
		}
		return texted;
	}

	/** The numbers and contact lists that an item of a send goes to. */
	private recipientsOf({ itemIndex, outgoing }: Member): {
		phones: string[];
		lists: readonly string[];
	} {
		const { people, lists } = outgoing ?? {};
		const phones = people?.map(({ phone }) => phone) ?? [this.givenPhone(itemIndex) ?? ''];
		return { phones, lists: lists ?? [] };
	}

	/** The rows of the items in their sheet, by outcome. */
	get figures(): Partial<Record<Outcome, number[]>> {
		const figures: Partial<Record<Outcome, number[]>> = {};
		for (let itemIndex = 0; itemIndex < this.run.items.length; itemIndex++) {
			const outcome = this.outcomeOf(itemIndex);
			if (outcome) (figures[outcome] ??= []).push(this.rowOf(itemIndex));
		}
		return figures;
	}

	private outcomeOf(itemIndex: number): Outcome | undefined {
		const failure = this.failures.get(itemIndex);
		if (failure) return kindOf(failure.json);
		const [first] = this.results[itemIndex] ?? [];
		if (!first) return undefined;
		const skip = this.skips.get(itemIndex);
		if (skip) return skip;
		if (first[0]?.json.valid === true) return 'valid';
		return this.run.operation.waiting ? 'asked' : 'accepted';
	}

	/** Deletes the journal, once n8n has no reason to run the node again. */
	deleteJournal(): void {
		if (this.journalKey === undefined) return;
		delete this.store[this.journalKey];
		delete this.store[beganKey(this.journalKey)];
	}

	/**
	 * The output in the order of the input items. An item fails when any of its parts failed; `merge` joins the parts of the
	 * other items.
	 */
	inOrder(
		merge?: (outputs: IDataObject[][], itemIndex: number) => IDataObject[],
	): INodeExecutionData[] {
		const output: INodeExecutionData[] = [];
		for (let itemIndex = 0; itemIndex < this.run.items.length; itemIndex++) {
			const failure = this.failures.get(itemIndex);
			const parts = this.results[itemIndex] ?? [];
			if (failure) {
				output.push(failure);
			} else if (merge && parts.length > 0) {
				const outputs = parts.map((part) => part.map(({ json }) => json));
				for (const json of merge(outputs, itemIndex)) {
					output.push({ json, pairedItem: { item: itemIndex } });
				}
			} else {
				for (const part of parts) for (const piece of part) output.push(piece);
			}
		}
		return output;
	}
}

/** Returns the first result again when a model sends an item a second time. */
const sentBefore = (output: INodeExecutionData[]): INodeExecutionData[] =>
	output.map((item) => ({
		...item,
		json: { ...item.json, note: 'Sent before in this run. Nothing was sent again.' },
	}));

const SCHEDULED_BEFORE =
	'This was scheduled before under this idempotency key, and perhaps cancelled. To send it again, use another key.';

const keyPart = ({ key: idempotencyKey }: Member): IDataObject =>
	idempotencyKey === undefined ? {} : { idempotencyKey };

const WRONG_NUMBER = /^'Phone Numbers?' |\(status 9\)/;

/** The kind of a failure, from the output of its item. */
function kindOf({ error, details }: IDataObject): Outcome {
	const { outcome, status, httpStatus } = (details ?? {}) as IDataObject;
	if (outcome === 'unknown') return 'unknown';
	if (WRONG_NUMBER.test(String(error))) return 'wrongNumber';
	return status === undefined && httpStatus === undefined ? 'mistake' : 'refused';
}

const unsureKey = (node: INode, { itemIndex, key }: Member): NodeError =>
	notSent(
		node,
		`Not sent, because n8n's database took more than two seconds to note 'Idempotency Key' "${key}" [item ${itemIndex}]`,
		{
			itemIndex,
			description:
				'Another execution may have sent this item, so the key stays used. Check with Report, Get by Date whether the person was texted. If not, run the item again under another key.',
		},
	);
