import type { INodeExecutionData } from 'n8n-workflow';

import { groupBy } from '../../../gateway/values/lists';
import { batchRoot, externalIdsIn, sendBody, sendRoot } from '../../../gateway/texts/messages';
import type { Message, Messages, SendSettings } from '../../../gateway/texts/messages';
import { rowOf } from '../../../gateway/replies/status';
import type { GatewayTree, ReplyTree } from '../../../gateway/values/tree';
import type { GatewayCall, Written } from '../../connection/call';
import type { NodeError } from '../../output/nodeError';
import { asNodeError, refusedItem, statusOf } from '../../output/nodeError';
import { write } from '../../connection/request';
import type { CommonSettings } from '../options/common';
import type { SomeCall, Entries } from '../operation';
import type { Part } from './fate';
import type { Item } from './row';
import { fail } from './run';
import type { Run } from './run';

/** An item's part of a request: a message and its texts, or an entry. */
export interface Share {
	readonly item: Item;
	/** As the user gave it, before a rehearsal replaces it. */
	readonly entry: unknown;
	/** The same for all entries of a request. */
	readonly settings: unknown;
	readonly parts: readonly Part[];
}

/** One request. Its body is written once and freed after the request, because a run of 10,000 items would fill the memory. */
export class Request {
	readonly entries: Entries<unknown>;
	readonly common: CommonSettings;
	readonly settings: unknown;
	/** The item to name in an error; `undefined` if the request has several. */
	readonly onlyItemIndex: number | undefined;
	private bytes: Written | undefined;

	constructor(
		readonly run: Run,
		readonly shares: readonly Share[],
	) {
		const [{ item, settings }] = shares as [Share];
		this.entries = shares.map(({ entry }) => entry) as unknown as Entries<unknown>;
		this.common = item.common;
		this.settings = settings;
		const isOfOne = shares.every((share) => share.item.itemIndex === item.itemIndex);
		this.onlyItemIndex = isOfOne ? item.itemIndex : undefined;
	}

	get parts(): Part[] {
		return this.shares.flatMap(({ parts }) => parts);
	}

	get items(): Item[] {
		return this.shares.map(({ item }) => item);
	}

	get call(): GatewayCall {
		const { run, secrets, onlyItemIndex: itemIndex, common } = this;
		const { effect } = run.operation;
		const externalIds = () => this.externalIds();
		const { root, body } = this.content();
		const written = run.account && this.written;
		return {
			...{ root, body, written, effect, account: run.account },
			...{ secrets, itemIndex, externalIds, ...common },
		};
	}

	private content(): { root: string; body: () => GatewayTree } {
		const { entries, settings } = this;
		const { operation } = this.run;
		if (operation.kind === 'send') {
			const messages = entries as unknown as Messages;
			const root = operation.limit === undefined ? sendRoot(messages) : batchRoot(messages);
			return { root, body: () => sendBody(messages, settings as SendSettings, root) };
		}
		const { root, body } = operation as SomeCall;
		return {
			root: typeof root === 'string' ? root : root(entries),
			body: () => body?.(entries, settings) ?? (entries[0] as GatewayTree),
		};
	}

	/** @throws InputError for characters or names that cannot be sent */
	get written(): Written {
		const { onBehalfOf } = this.common;
		const account = this.run.account ?? NOBODY;
		return (this.bytes ??= write(account, { ...this.content(), onBehalfOf }));
	}

	forget(): void {
		this.bytes = undefined;
	}

	errorOf(cause: unknown): NodeError {
		const { run, onlyItemIndex, shares } = this;
		const error = asNodeError(run.node, cause, onlyItemIndex);
		const { about, says } = rowOf(statusOf(error)) ?? {};
		if (run.operation.kind === 'send' && shares.length > 1 && about !== undefined) {
			error.description = `${error.description} ${ONE_BY_ONE}`;
		}
		if (run.rehearsal !== undefined && says === 'blocked') {
			error.description = `${run.rehearsal}, the phone of the rehearsal, is on the blocklist. ${error.description}`;
		}
		return error;
	}

	/** The same request with fewer shares; with all of them, the same object, so that its body is not written again. */
	only(shares: readonly Share[]): Request {
		return shares.length === this.shares.length ? this : new Request(this.run, shares);
	}

	/** The external IDs of a send, to look it up; undefined for other operations. */
	externalIds(shares = this.shares): string[] | undefined {
		if (this.run.operation.kind !== 'send') return undefined;
		return externalIdsIn(shares.map(({ entry }) => entry as Message));
	}

	/** The secrets to mask in the request and its reply; `undefined` if the operation has none. */
	private get secrets(): ((reply?: ReplyTree) => string[]) | undefined {
		const secrets = this.run.operation.secrets as
			| ((entry: unknown, reply?: ReplyTree) => string[])
			| undefined;
		return secrets && ((reply) => this.entries.flatMap((entry) => secrets(entry, reply)));
	}
}

// Assumption: refusedAsAWhole
const ONE_BY_ONE =
	'Nothing of this request was sent, and one text of it may be the reason. SMS, Send makes one request for each item: it sends the others, and says which one is refused.';

/** Stands in for a credential that cannot be read: the request itself then raises the error. */
const NOBODY = { username: '', encoding: 'json' } as const;

interface Open {
	shares: Share[];
	weight: number;
}

interface Gathering {
	limit: number | undefined;
	weigh(entry: unknown): number;
	/** Only shares of the same group can share a request. */
	groupOf(share: Share): string;
	/** A fast test whether two shares are certainly in the same group. */
	isSame(one: Share, other: Share): boolean;
	together?(entry: unknown): string;
}

/** Gathers shares into requests, in the order of the items, up to a limit. Items that cannot be written fail. */
export function gather(run: Run, shares: readonly Share[], how: Gathering): Request[] {
	const all =
		how.limit === undefined ? shares.map((share) => [share]) : gathered(shares, how, how.limit);
	return all.flatMap((own) => writable(new Request(run, own)));
}

function gathered(shares: readonly Share[], how: Gathering, limit: number): Share[][] {
	const requests: Share[][] = [];
	const open = new Map<string, Open>();
	/** The request of entries that must stay together. */
	const homes = new Map<string, Open>();
	let last: Share | undefined;
	let group = '';
	for (const share of shares) {
		const weight = how.weigh(share.entry);
		// Without expressions, all items have the same settings object.
		if (!last || !how.isSame(last, share)) group = how.groupOf(share);
		last = share;
		const home = how.together && JSON.stringify([group, how.together(share.entry)]);
		const latest = open.get(group);
		const fits = latest && latest.weight + weight <= limit;
		let joined = (home && homes.get(home)) ?? (fits ? latest : undefined);
		if (joined) {
			joined.shares.push(share);
			joined.weight += weight;
		} else {
			joined = { shares: [share], weight };
			// A share that fills a request alone leaves the previous request open.
			if (weight < limit) open.set(group, joined);
			requests.push(joined.shares);
		}
		if (home !== undefined) homes.set(home, joined);
	}
	return requests;
}

/** Removes the items with characters or names that cannot be sent. Writes items one by one only if the whole request fails. */
function writable(request: Request): Request[] {
	if (!whyUnwritable(request)) return [request];
	const { run } = request;
	const left = request.shares.filter((share) => {
		const reason = whyUnwritable(request.only([share]));
		const { itemIndex } = share.item;
		if (!reason) return true;
		fail(run, share.parts, refusedItem(run.node, itemIndex, reason));
		return false;
	});
	return left.length === 0 ? [] : [request.only(left)];
}

function whyUnwritable(request: Request): string | undefined {
	try {
		void request.written;
		return undefined;
	} catch (error) {
		return `The request ${(error as Error).message}`;
	}
}

/** Records that the service accepted a request, with the output of each share. */
export function accept({ shares }: Request, pieces: INodeExecutionData[][]): void {
	for (const [at, { parts }] of shares.entries()) {
		for (const part of parts) part.fate = { kind: 'accepted', pieces: pieces[at] };
	}
}

export const byItem = <P extends Part>(parts: readonly P[]): Map<number, [P, ...P[]]> =>
	groupBy(parts, ({ itemIndex }) => itemIndex);
