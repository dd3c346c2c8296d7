import type { INode } from 'n8n-workflow';

import { checkRequest } from '../../../gateway/encode';
import type { GatewayTree, ReplyTree } from '../../../gateway/tree';
import type { NodeError } from '../../shared/nodeError';
import { asNodeError } from '../../shared/nodeError';
import type { CommonSettings } from '../fields/commonOptions';
import type { BatchOperation } from '../operation';
import type { Member, Prepared, PreparedEntry } from './prepare';

/** One request and the input items it is for. Its body is built once, when it is first asked for. */
export class Batch {
	private built: GatewayTree | undefined;
	private listed: unknown[] | undefined;

	constructor(
		readonly operation: BatchOperation,
		readonly common: CommonSettings,
		readonly settings: unknown,
		readonly members: Member[],
		/** What comes out beside the result of every item. */
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

	/** What `callGateway` needs of it. */
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

	/** Whether it is checked by the test address before it is sent. */
	get checksFirst(): boolean {
		return (
			this.operation.checksFirst === true && this.common.checkFirst && !this.common.validateOnly
		);
	}

	/** Whether it stays unsent after a batch of unknown outcome. */
	get stopsOnDoubt(): boolean {
		return this.operation.checksFirst === true && this.common.stopOnDoubt;
	}

	/** Whether any of its items is sent under an idempotency key. A batch that is only validated uses none. */
	get usesKeys(): boolean {
		return (
			!this.common.validateOnly &&
			this.members.some(({ idempotencyKey }) => idempotencyKey !== undefined)
		);
	}

	sharesFault(status: number, culprit: Member, other: Member): boolean {
		return this.operation.sharesFault?.(status, culprit.entry, other.entry) ?? false;
	}

	/** What went wrong with it, as an error of the node. */
	errorOf(node: INode, cause: unknown): NodeError {
		return asNodeError(node, cause, this.onlyItemIndex ?? 0);
	}

	/** The item to name in an error, when there is only one. */
	get onlyItemIndex(): number | undefined {
		return this.members.length === 1 ? this.members[0]?.itemIndex : undefined;
	}

	/** The same request for fewer items; the very same batch, with its body, when no item is left out. */
	only(members: Member[]): Batch {
		if (members.length === this.members.length) return this;
		return new Batch(this.operation, this.common, this.settings, members, this.warning);
	}

	/** Its two halves, to be tried after a refusal that may be about one item; none when that is of no use. */
	halvesAfter(status: number | undefined): Batch[] {
		const { members, operation } = this;
		if (members.length < 2 || !operation.refusedForOne?.includes(status ?? NaN)) return [];
		const middle = members.length >> 1;
		return [this.only(members.slice(0, middle)), this.only(members.slice(middle))];
	}

	/** The IDs by which a send can be looked up. */
	externalIds(members = this.members): string[] | undefined {
		const { operation } = this;
		if (!operation.entryExternalIds) return undefined;
		const ids: string[] = [];
		for (const { entry } of members) {
			for (const id of operation.entryExternalIds(entry)) ids.push(id);
		}
		return ids;
	}

	/** What must not come out of the request or its reply; `undefined` when there are no secrets in it. */
	get secrets(): ((reply?: ReplyTree) => string[]) | undefined {
		const { operation, entries } = this;
		if (!operation.batchSecrets) return undefined;
		return (reply) => operation.batchSecrets?.(entries, reply) ?? [];
	}
}

/**
 * Gathers what is prepared into batches, in the order of the items: items with the same settings share a request, up to the
 * limit of the operation. `refused` says by item index what cannot be written into a request.
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
 * A batch without the items that hold characters or names which cannot be sent. They are looked for one by one only when the
 * batch holds any.
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
