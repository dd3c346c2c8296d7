import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { maskText, maskValue } from '../../../gateway/mask';
import { rawReply } from '../../../gateway/decode';
import type { GatewayTree, ReplyTree } from '../../../gateway/tree';
import type { CommonSettings } from '../fields/commonOptions';
import type { BatchOperation } from '../operation';
import type { GatewayReply } from '../../shared/request';

/** What one input item has in a request. */
export interface Member {
	itemIndex: number;
	entry: unknown;
	/** Chosen by the user: what carries a key that was used before is not sent again. */
	idempotencyKey: string | undefined;
}

/** One request and the input items it is for. Its body is built when it is first asked for. */
export class PlannedCall {
	private built: GatewayTree | undefined;

	constructor(
		private readonly operation: BatchOperation,
		readonly common: CommonSettings,
		private readonly settings: unknown,
		readonly members: Member[],
	) {}

	get root(): string {
		return this.operation.rootFor?.(this.entries) ?? this.operation.root;
	}

	get body(): GatewayTree {
		return (this.built ??= this.operation.batchBody(this.entries, this.settings));
	}

	/** What the request helper needs of it. */
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

	/** Whether to run it past the test address before it goes out. */
	get checksFirst(): boolean {
		return (
			this.operation.checksFirst === true && this.common.checkFirst && !this.common.validateOnly
		);
	}

	/** Whether it stays unsent after a batch whose outcome is unknown. */
	get stopsOnDoubt(): boolean {
		return this.operation.checksFirst === true && this.common.stopOnDoubt;
	}

	sharesFault(status: number, culprit: Member, other: Member): boolean {
		return this.operation.sharesFault?.(status, culprit.entry, other.entry) ?? false;
	}

	/** The item to name in an error, when it can only be about one. */
	get onlyItemIndex(): number | undefined {
		return this.members.length === 1 ? this.members[0]?.itemIndex : undefined;
	}

	/** The same request for fewer items. */
	only(members: Member[]): PlannedCall {
		if (members.length === this.members.length) return this;
		return new PlannedCall(this.operation, this.common, this.settings, members);
	}

	/** Smaller requests to try instead after a refusal that may be about a single item; none when that is of no use. */
	after(status: number | undefined): PlannedCall[] {
		const { members, operation } = this;
		if (members.length < 2 || !operation.refusedForOne?.includes(status ?? NaN)) return [];
		const middle = members.length >> 1;
		return [this.only(members.slice(0, middle)), this.only(members.slice(middle))];
	}

	/** The ids by which a send can be looked up. */
	externalIds(members = this.members): string[] | undefined {
		const { operation } = this;
		if (!operation.entryExternalIds) return undefined;
		return members.flatMap(({ entry }) => operation.entryExternalIds?.(entry) ?? []);
	}

	/** What must not come out of the request or its reply; `undefined` when there is nothing of the kind. */
	get secrets(): ((reply?: ReplyTree) => string[]) | undefined {
		const { operation, entries } = this;
		if (!operation.batchSecrets) return undefined;
		return (reply) => operation.batchSecrets?.(entries, reply) ?? [];
	}

	/** What comes out for each item. */
	output(reply: GatewayReply): Map<number, INodeExecutionData[]> {
		const output = new Map<number, INodeExecutionData[]>();
		const untouched = this.untouched(reply);
		if (untouched) {
			const origins = this.members.map(({ itemIndex }) => ({ item: itemIndex }));
			const pairedItem = origins.length === 1 ? origins[0] : origins;
			this.members.forEach(({ itemIndex }) => output.set(itemIndex, []));
			output.get(this.members[0]?.itemIndex ?? 0)?.push({ json: untouched, pairedItem });
			return output;
		}
		const outputs = this.common.validateOnly
			? this.members.map(() => ({ valid: true, validatedOnly: true, message: reply.message }))
			: (this.operation.outputs?.(reply, this.entries, this.settings) ?? []);
		this.members.forEach(({ itemIndex }, index) => {
			const pieces = outputs[index] ?? [];
			const ofItem = output.get(itemIndex) ?? [];
			for (const json of Array.isArray(pieces) ? pieces : [pieces]) {
				ofItem.push({ json, pairedItem: { item: itemIndex } });
			}
			output.set(itemIndex, ofItem);
		});
		return output;
	}

	private get entries(): unknown[] {
		return this.members.map(({ entry }) => entry);
	}

	/** The reply as it came, when that is what is wanted: it belongs to all items together. */
	private untouched({ text, secrets }: GatewayReply): IDataObject | undefined {
		const { simplify, validateOnly } = this.common;
		if (simplify && this.operation.outputs) return undefined;
		const raw = maskValue(rawReply(text), secrets);
		return {
			...(typeof raw === 'object' && raw !== null ? raw : { reply: maskText(text, secrets) }),
			...(validateOnly ? { validatedOnly: true } : {}),
		};
	}
}
