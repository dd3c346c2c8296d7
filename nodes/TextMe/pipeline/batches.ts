import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { rawReply } from '../../../gateway/codec';
import { maskText, maskValue } from '../../../gateway/mask';
import type { GatewayTree, ReplyTree } from '../../../gateway/tree';
import type { NodeError } from '../../shared/nodeError';
import { asNodeError, refusedItem, statusOf } from '../../shared/nodeError';
import { otherFields } from '../../shared/replies';
import type { GatewayReply, Written } from '../../shared/request';
import { write } from '../../shared/request';
import type { CommonSettings, SendCare } from '../options/common';
import type { Outgoing, Repeat } from '../options/message';
import type { SendTime } from '../options/sendOptions';
import type { BatchOperation, ItemOperation, Operation } from '../operation';
import type { Run } from './execute';

/** An input item, read and checked, and its part in a request. A long item of a read has further parts. */
export interface Member {
	itemIndex: number;
	/** What the operation read. */
	value: object;
	/** When a message goes out. */
	when?: SendTime;
	common: CommonSettings;
	/** Only for sends. */
	care?: SendCare;
	/** Chosen by the user: nothing is sent twice under the same key. */
	key?: string;
	/** Whether an earlier try of the run has carried it out. */
	isDone: boolean;
	/** Undefined for an item with nothing to request. */
	entry: unknown;
	/** Shared by all entries of a request. */
	settings: unknown;
	/** The texts and calls of a send. */
	outgoing?: Outgoing;
	/** The keys of items that are left out as duplicates of this one. A copy with another entry shares them. */
	keysOfDuplicates?: string[];
	/** The recipients of this item that are left out. */
	duplicates?: Duplicate[];
}

/** The idempotency keys that items use up, those of their duplicates included. */
export const keysOf = (members: Member[]): string[] =>
	members.flatMap(({ key = [], keysOfDuplicates = [] }) => keysOfDuplicates.concat(key));

/** A recipient that is left out, because `first` sends the same text to it. */
export type Duplicate = Repeat<Member>;

/** One request and its input items. Its root and its bytes are made once, on first use. */
export class Batch {
	readonly operation: Operation;
	readonly common: CommonSettings;
	readonly settings: unknown;
	readonly entries: unknown[];
	/** The item to name in an error; `undefined` when the batch has several. */
	readonly onlyItemIndex: number | undefined;

	/** Whether any item is sent under an idempotency key. A batch that is only validated or rehearsed uses no keys. */
	readonly usesKeys: boolean;

	private element: string | undefined;
	private bytes: Written | undefined;

	constructor(
		readonly run: Run,
		readonly members: Member[],
		/** Returned with the result of every item. */
		public warning?: string,
	) {
		const [first] = members as [Member];
		this.operation = run.operation;
		this.common = first.common;
		this.settings = first.settings;
		this.entries = members.map(({ entry }) => entry);
		const isReal = !this.common.validateOnly && run.rehearsal === undefined;
		this.usesKeys = isReal && members.some(({ key }) => key !== undefined);
		this.onlyItemIndex = members.length === 1 ? first.itemIndex : undefined;
	}

	get root(): string {
		return (this.element ??= rootOf(this.operation, this.entries));
	}

	/** Made anew each time, and not kept: a run of 10,000 items would hold all of its bodies until it ends. */
	readonly body = (): GatewayTree => bodyOf(this.operation, this.entries, this.settings);

	/** The arguments for `callGateway`. */
	get request() {
		const { root, body, written, secrets, onlyItemIndex: itemIndex, common } = this;
		const account = this.run.account;
		const externalIds = () => this.externalIds();
		return { root, body, written, account, secrets, itemIndex, externalIds, ...common };
	}

	/** @throws InputError for what cannot be written */
	get written(): Written {
		const { root, body, common } = this;
		const account = this.run.account ?? NOBODY;
		return (this.bytes ??= write(account, { root, body, onBehalfOf: common.onBehalfOf }));
	}

	/** Turns the cause of a failure into an error of the node. */
	errorOf(cause: unknown): NodeError {
		const error = asNodeError(this.run.node, cause, this.onlyItemIndex ?? 0);
		const about = this.operation.about?.(statusOf(error) ?? NaN, this.entries[0] as never);
		if (about) error.description = `${about} ${error.description}`;
		return error;
	}

	/** The same request for fewer items. The same object, with its body, when no item is left out. */
	only(members: Member[]): Batch {
		if (members.length === this.members.length) return this;
		return new Batch(this.run, members, this.warning);
	}

	/** The IDs for looking up a send. */
	externalIds(members = this.members): string[] | undefined {
		const { operation } = this;
		if (!operation.externalIds) return undefined;
		const ids: string[] = [];
		for (const { entry } of members) {
			for (const id of operation.externalIds(entry as never)) ids.push(id);
		}
		return ids;
	}

	/** The secrets to mask in the request and its reply; `undefined` when the operation has none. */
	get secrets(): ((reply?: ReplyTree) => string[]) | undefined {
		const { operation, common } = this;
		if (!operation.secrets) return undefined;
		return (reply) =>
			this.members.flatMap(
				({ entry }) => operation.secrets?.(entry as never, reply, common.validateOnly) ?? [],
			);
	}
}

/** Replaces the account if the credential cannot be read: the request itself then raises the error. */
const NOBODY = { username: '', encoding: 'json' } as const;

function rootOf({ root, ...operation }: Operation, entries: unknown[]): string {
	if (typeof root === 'string') return root;
	return root(('batchBody' in operation ? entries : entries[0]) as never);
}

function bodyOf(operation: Operation, entries: unknown[], settings: unknown): GatewayTree {
	if ('batchBody' in operation) return operation.batchBody(entries, settings);
	const [value] = entries as [object];
	return operation.body?.(value) ?? (value as GatewayTree);
}

/**
 * Gathers the members of a run into batches, in the order of the items. Items with the same settings share a request, up to
 * the limit of the operation. Items that cannot be written into a request fail.
 */
export const batchItems = (run: Run, members: Member[]): Batch[] =>
	gathered(run.operation, members).flatMap((together) => writable(new Batch(run, together)));

interface OpenBatch {
	members: Member[];
	weight: number;
}

function gathered(operation: Operation, members: Member[]): Member[][] {
	if (!('batchBody' in operation)) return members.map((member) => [member]);
	const { weight: weigh, together, limit } = operation as BatchOperation<object, unknown>;
	const batches: Member[][] = [];
	/** The latest batch with the same settings. */
	const open = new Map<string, OpenBatch>();
	/** The batch of entries that must stay together. */
	const homes = new Map<string, OpenBatch>();
	let last: Member | undefined;
	let group = '';
	let latest: OpenBatch | undefined;
	for (const member of members) {
		const { common, care, settings, entry } = member;
		const weight = weigh?.(entry) ?? 1;
		// Without expressions the settings of all items are the very same objects.
		if (last?.common !== common || last.settings !== settings || last.care !== care) {
			const { checkFirst, stopOnDoubt } = care ?? {};
			group = JSON.stringify([common, settings, checkFirst, stopOnDoubt]);
			latest = open.get(group);
		}
		last = member;
		const home = together && JSON.stringify([group, together(entry)]);
		const fits = latest && latest.weight + weight <= limit;
		let joined = (home && homes.get(home)) ?? (fits ? latest : undefined);
		if (joined) {
			joined.members.push(member);
			joined.weight += weight;
		} else {
			joined = latest = { members: [member], weight };
			open.set(group, joined);
			batches.push(joined.members);
		}
		if (home !== undefined) homes.set(home, joined);
	}
	return batches;
}

/**
 * A batch without the items whose characters or names cannot be sent. Items are written one by one only when the batch as a
 * whole cannot be written.
 */
function writable(batch: Batch): Batch[] {
	if (!whyUnwritable(batch)) return [batch];
	const { node, ledger } = batch.run;
	const members = batch.members.filter((member) => {
		const reason = whyUnwritable(batch.only([member]));
		if (reason) ledger.fail(member.itemIndex, refusedItem(node, member.itemIndex, reason));
		return !reason;
	});
	return members.length === 0 ? [] : [batch.only(members)];
}

function whyUnwritable(batch: Batch): string | undefined {
	try {
		void batch.written;
		return undefined;
	} catch (error) {
		return `The request ${(error as Error).message}`;
	}
}

/** Adds the parts of an item in requests to `parts`. The item itself is the first one. */
export function addParts(operation: Operation, item: Member, parts: Member[]): void {
	const { value } = item;
	const isBatch = 'batchBody' in operation;
	let next: Member | undefined = item;
	for (const entry of (isBatch && operation.entries?.(value)) || [value]) {
		const part: Member = next ?? { ...item };
		next = undefined;
		part.entry = entry;
		part.settings = isBatch ? operation.settings?.(value, entry) : undefined;
		part.outgoing = operation.outgoing?.(entry as never, part.settings as never);
		parts.push(part);
	}
}

/** A member with a smaller entry, or one that goes out at another time. */
export function changed(
	operation: Operation,
	member: Member,
	{ entry, settings }: Pick<Member, 'entry' | 'settings'>,
): Member {
	const outgoing = operation.outgoing?.(entry as never, settings as never);
	return { ...member, entry, settings, outgoing };
}

/** The output of each item of a batch, made from the reply. */
export function outputsOf(batch: Batch, reply: GatewayReply): Map<number, INodeExecutionData[]> {
	const { operation, common, members } = batch;
	const outputs = new Map<number, INodeExecutionData[]>();
	const simplified = common.simplify ? shaped(batch, reply) : undefined;
	if (!simplified) {
		// The reply belongs to all items together.
		const items = members.map(({ itemIndex }) => ({ item: itemIndex }));
		const pairedItem = items.length === 1 ? items[0] : items;
		members.forEach(({ itemIndex }) => outputs.set(itemIndex, []));
		outputs.get(members[0]?.itemIndex ?? 0)?.push({ json: rawOutput(batch, reply), pairedItem });
		return outputs;
	}
	for (const [index, { itemIndex, duplicates }] of members.entries()) {
		const made = simplified[index] ?? [];
		const pieces = (Array.isArray(made) ? made : [made]).map((json) => {
			if (duplicates) Object.assign(json, duplicatesOutput(duplicates));
			return { json, pairedItem: { item: itemIndex } };
		});
		const ofItem = outputs.get(itemIndex);
		if (ofItem) for (const piece of pieces) ofItem.push(piece);
		else outputs.set(itemIndex, pieces);
	}
	const other = otherFields(reply, operation.replyFields);
	const [first] = outputs.get(members[0]?.itemIndex ?? 0) ?? [];
	if (first && other) first.json.other = other;
	return outputs;
}

/** The simplified output of every entry; undefined for an operation that has none. */
function shaped(
	{ operation, common, members, entries, settings }: Batch,
	reply: GatewayReply,
): Array<IDataObject | IDataObject[]> | undefined {
	const { output, outputs } = operation as Partial<ItemOperation & BatchOperation>;
	if (!output && !outputs) return undefined;
	if (common.validateOnly) return members.map(() => ({ valid: true, validatedOnly: true }));
	if (outputs) return outputs(reply, entries as object[], settings);
	return entries.map((value) => output?.(reply, value as object) ?? []);
}

/** The raw reply, with its secrets masked. */
function rawOutput({ common }: Batch, { text, secrets }: GatewayReply): IDataObject {
	const raw = maskValue(rawReply(text), secrets);
	return {
		...(typeof raw === 'object' && raw !== null ? raw : { reply: maskText(text, secrets) }),
		...(common.validateOnly ? { validatedOnly: true } : {}),
	};
}

/** The output fields about recipients that were left out. */
export const duplicatesOutput = (duplicates: Duplicate[]): IDataObject => ({
	duplicates: duplicates.map(({ first, ...recipient }) => ({
		...recipient,
		duplicateOf: first.itemIndex,
	})),
});
