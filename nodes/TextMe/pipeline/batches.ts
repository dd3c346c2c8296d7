import type { INode } from 'n8n-workflow';

import { checkRequest } from '../../../gateway/codec';
import type { GatewayTree, ReplyTree } from '../../../gateway/tree';
import type { NodeError } from '../../shared/nodeError';
import { asNodeError } from '../../shared/nodeError';
import type { CommonSettings } from '../fields/commonOptions';
import type { BatchOperation } from '../operation';
import type { Member, Prepared, PreparedEntry } from './prepare';

/** One request and its input items. The body is built once, on first use. */
export class Batch {
	private built: GatewayTree | undefined;
	private listed: unknown[] | undefined;

	constructor(
		readonly operation: BatchOperation,
		readonly common: CommonSettings,
		readonly settings: unknown,
		readonly members: Member[],
		/** Returned with the result of every item. */
		public warning?: string,
	) {}

	get entries(): unknown[] {
		return (this.listed ??= this.members.map(({ entry }) => entry));
	}

	get root(): string {
		return this.operation.rootFor?.(this.entries) ?? this.operation.root;
	}

	get body(): GatewayTree {
		return (this.built ??= this.operation.batchBody(this.entries, this.settings));
	}

	/** The arguments for `callGateway`. */
	get request() {
		const { root, body, secrets, onlyItemIndex, common } = this;
		return {
			root,
			body,
			secrets,
			itemIndex: onlyItemIndex,
			externalIds: () => this.externalIds(),
			...common,
		};
	}

	/** Whether the test address checks the batch before it is sent. */
	get checksFirst(): boolean {
		return (
			this.operation.checksFirst === true && this.common.checkFirst && !this.common.validateOnly
		);
	}

	/** Whether the batch stays unsent after another batch with an unknown outcome. */
	get stopsOnDoubt(): boolean {
		return this.operation.checksFirst === true && this.common.stopOnDoubt;
	}

	/** Whether any item is sent under an idempotency key. A batch that is only validated uses no keys. */
	get usesKeys(): boolean {
		return (
			!this.common.validateOnly &&
			this.members.some(({ idempotencyKey }) => idempotencyKey !== undefined)
		);
	}

	sharesFault(status: number, culprit: Member, other: Member): boolean {
		return this.operation.sharesFault?.(status, culprit.entry, other.entry) ?? false;
	}

	/** Turns the cause of a failure into an error of the node. */
	errorOf(node: INode, cause: unknown): NodeError {
		return asNodeError(node, cause, this.onlyItemIndex ?? 0);
	}

	/** The item to name in an error; `undefined` when the batch has several. */
	get onlyItemIndex(): number | undefined {
		return this.members.length === 1 ? this.members[0]?.itemIndex : undefined;
	}

	/** The same request for fewer items. The same object, with its body, when no item is left out. */
	only(members: Member[]): Batch {
		if (members.length === this.members.length) return this;
		return new Batch(this.operation, this.common, this.settings, members, this.warning);
	}

	/** The two halves to try after a refusal that one item may have caused; none after other refusals, or for a single item. */
	halvesAfter(status: number | undefined): Batch[] {
		const { members, operation } = this;
		if (members.length < 2 || !operation.refusedForOne?.includes(status ?? NaN)) return [];
		const middle = members.length >> 1;
		return [this.only(members.slice(0, middle)), this.only(members.slice(middle))];
	}

	/** The IDs for looking up a send. */
	externalIds(members = this.members): string[] | undefined {
		const { operation } = this;
		if (!operation.entryExternalIds) return undefined;
		const ids: string[] = [];
		for (const { entry } of members) {
			for (const id of operation.entryExternalIds(entry)) ids.push(id);
		}
		return ids;
	}

	/** The secrets to mask in the request and its reply; `undefined` when the operation has none. */
	get secrets(): ((reply?: ReplyTree) => string[]) | undefined {
		const { operation, entries } = this;
		if (!operation.batchSecrets) return undefined;
		return (reply) => operation.batchSecrets?.(entries, reply) ?? [];
	}
}

/**
 * Gathers prepared items into batches, in the order of the items. Items with the same settings share a request, up to the
 * limit of the operation. `refused` holds the errors of items that cannot be written into a request, by item index.
 */
export function batchItems({ operation, entries }: Prepared): {
	batches: Batch[];
	refused: Map<number, Error>;
} {
	const refused = new Map<number, Error>();
	const batches = gather(operation, entries).flatMap((batch) =>
		withoutUnsendable(batch, entries, refused),
	);
	return { batches, refused };
}

interface OpenBatch {
	members: Member[];
	weight: number;
}

function gather(operation: BatchOperation, entries: PreparedEntry[]): Batch[] {
	const batches: Batch[] = [];
	/** The latest batch with the same settings. */
	const open = new Map<string, OpenBatch>();
	/** The batch of entries that must stay together. */
	const homes = new Map<string, OpenBatch>();
	let last: PreparedEntry | undefined;
	let group = '';
	let latest: OpenBatch | undefined;
	for (const entry of entries) {
		const { member, common, settings } = entry;
		const weight = operation.weight?.(member.entry) ?? 1;
		// Without expressions the settings of all items are the very same objects.
		if (last?.common !== common || last.settings !== settings) {
			group = JSON.stringify([common, settings]);
			latest = open.get(group);
		}
		last = entry;
		const home = operation.together && JSON.stringify([group, operation.together(member.entry)]);
		const fits = latest && latest.weight + weight <= operation.limit;
		let joined = (home && homes.get(home)) ?? (fits ? latest : undefined);
		if (joined) {
			joined.members.push(member);
			joined.weight += weight;
		} else {
			joined = latest = { members: [member], weight };
			open.set(group, joined);
			batches.push(new Batch(operation, common, settings, joined.members));
		}
		if (home !== undefined) homes.set(home, joined);
	}
	return batches;
}

/**
 * A batch without the items whose characters or names cannot be sent. Items are checked one by one only when the check of
 * the whole batch fails.
 */
function withoutUnsendable(
	batch: Batch,
	entries: PreparedEntry[],
	refused: Map<number, Error>,
): Batch[] {
	if (!unsendable(batch)) return [batch];
	const own = new Set(batch.members);
	for (const { member, parameters } of entries) {
		const reason = own.has(member) && unsendable(batch.only([member]));
		if (!reason) continue;
		refused.set(member.itemIndex, parameters.refusalAbout('The request', reason.message));
	}
	const members = batch.members.filter(({ itemIndex }) => !refused.has(itemIndex));
	return members.length === 0 ? [] : [batch.only(members)];
}

function unsendable(batch: Batch): Error | undefined {
	try {
		checkRequest(batch.root, batch.body);
		return undefined;
	} catch (error) {
		return error as Error;
	}
}
