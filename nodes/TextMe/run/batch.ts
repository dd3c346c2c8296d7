import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { rowOf } from '../../../gateway/replies/status';
import { rawReply } from '../../../gateway/wire/decode';
import { maskText, maskValue } from '../../../gateway/wire/credential';
import type { GatewayReply } from '../../../gateway/replies/answer';
import type { GatewayCall, Written } from '../../connection/request';
import { write } from '../../connection/request';
import type { NodeError } from '../../output/nodeError';
import { asNodeError, nodeError, NOTHING_SENT, statusOf } from '../../output/nodeError';
import { otherFields } from '../../output/replies';
import { ofItem } from '../../output/sentence';
import type { Entries, Exchange } from '../operation';
import type { CommonSettings } from '../options/common';
import type { Item, Part, Run } from './run';
import { fail } from './run';

/** An item's part of a request: of a send, a message and its texts; of a call, an entry. */
export interface Share<Entry = unknown, Settings = unknown> {
	readonly item: Item;
	readonly entry: Entry;
	/** The same for all entries of a request. */
	readonly settings: Settings;
	readonly parts: readonly Part[];
}

/** One request. Its body is written once and given away with the call: a run of 10,000 items would fill the memory. */
export class Batch<Entry = unknown, Settings = unknown> {
	readonly entries: Entries<Entry>;
	readonly common: CommonSettings;
	readonly settings: Settings;
	/** The item to name in an error; `undefined` if the request has several. */
	readonly onlyItemIndex: number | undefined;
	private readonly content: ReturnType<Exchange<Entry, Settings>['content']>;
	private bytes: Written | undefined;

	constructor(
		readonly run: Run,
		readonly shares: ReadonlyArray<Share<Entry, Settings>>,
		private readonly exchange: Exchange<Entry, Settings>,
	) {
		const [first, ...others] = shares as Entries<Share<Entry, Settings>>;
		const { item, settings } = first;
		this.entries = [first.entry, ...others.map(({ entry }) => entry)];
		this.common = item.common;
		this.settings = settings;
		const isOfOne = others.every((share) => share.item.itemIndex === item.itemIndex);
		this.onlyItemIndex = isOfOne ? item.itemIndex : undefined;
		this.content = exchange.content(this.entries, settings);
	}

	get parts(): Part[] {
		return this.shares.flatMap(({ parts }) => parts);
	}

	/** The call, once: it takes the body along. */
	call(): GatewayCall {
		const { run, onlyItemIndex: itemIndex, common, entries, exchange, shares } = this;
		const { secrets } = exchange;
		const written = run.account && this.written;
		this.bytes = undefined;
		return {
			...this.content,
			written,
			...{ effect: run.operation.effect, account: run.account, itemIndex, ...common },
			externalIds: () => this.externalIds(shares),
			secrets: secrets && ((reply) => entries.flatMap((entry) => secrets(entry, reply))),
		};
	}

	/** @throws InputError for characters or names that cannot be sent */
	get written(): Written {
		const { onBehalfOf } = this.common;
		return (this.bytes ??= write(this.run.account ?? NOBODY, { ...this.content, onBehalfOf }));
	}

	errorOf(cause: unknown): NodeError {
		const { run, onlyItemIndex, shares } = this;
		const error = asNodeError(run.node, cause, onlyItemIndex);
		const about = rowOf(statusOf(error))?.about;
		if (run.operation.isSend && shares.length > 1 && about !== undefined) {
			error.description = `${error.description} ${ONE_BY_ONE}`;
		}
		return error;
	}

	/** The same request with fewer shares; with all of them, the same object, so that its body is not written again. */
	only(shares: ReadonlyArray<Share<Entry, Settings>>): Batch<Entry, Settings> {
		return shares.length === this.shares.length ? this : this.of(shares);
	}

	/** The request in place of this one, whose body is given up. */
	of(shares: ReadonlyArray<Share<Entry, Settings>>): Batch<Entry, Settings> {
		this.bytes = undefined;
		return new Batch(this.run, shares, this.exchange);
	}

	/** Of some shares; undefined for a call. */
	externalIds(shares: ReadonlyArray<Share<Entry, Settings>>): string[] | undefined {
		return this.exchange.externalIds?.(shares.map(({ entry }) => entry));
	}

	/**
	 * Notes that the service took what has no fate yet.
	 * @param notes of the reply, which name no recipient
	 */
	accept(reply: GatewayReply, at = Date.now(), isScheduled = false, notes: string[] = []): void {
		const warning = this.exchange.warning?.(reply, this.entries);
		if (warning) this.warn(warning);
		const isOpen = ({ parts }: Share) => parts.some(({ fate }) => !fate);
		const first = Math.max(0, this.shares.findIndex(isOpen));
		const all = this.pieces(reply, Date.now(), first);
		if (notes.length > 0 && all[first]?.[0]) all[first][0].json.notes = notes;
		for (const [n, { parts }] of this.shares.entries()) {
			const pieces = all[n] ?? [];
			for (const part of parts) {
				part.fate ??= { kind: 'accepted', pieces, warning, at, isScheduled };
			}
		}
	}

	private warn(warning: string): void {
		const { run, onlyItemIndex: item } = this;
		const message = item === undefined || run.rows.length === 1 ? warning : ofItem(warning, item);
		run.context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
	}

	/**
	 * The output items of each share, in order.
	 * @param first the share that shows what is said of all
	 */
	pieces(reply: GatewayReply, at = Date.now(), first = 0): INodeExecutionData[][] {
		const { exchange, common, entries, settings, onlyItemIndex } = this;
		const simplified = common.simplify
			? exchange.outputs?.(reply, entries, settings, at)
			: undefined;
		if (!simplified) {
			// The reply belongs to all items together.
			const items = this.shares.map(({ item }) => ({ item: item.itemIndex }));
			const pairedItem = onlyItemIndex === undefined ? items : items[0];
			const raw = { json: rawOutput(reply), pairedItem };
			return this.shares.map((_, n) => (n === first ? [raw] : []));
		}
		const pieces = this.shares.map(({ item: { itemIndex } }, n) =>
			[simplified[n] ?? []].flat().map((json) => ({ json, pairedItem: { item: itemIndex } })),
		);
		const other = otherFields(reply, this.run.operation.replyFields);
		const [piece] = pieces[first] ?? [];
		if (piece && other) piece.json.other = other;
		return pieces;
	}
}

function rawOutput({ text, secrets }: GatewayReply): IDataObject {
	const raw = maskValue(rawReply(text), secrets);
	return typeof raw === 'object' && raw !== null ? { ...raw } : { reply: maskText(text, secrets) };
}

// Assumption: refusedAsAWhole
const ONE_BY_ONE =
	'Nothing of this request was sent, and one text of it may be the reason. SMS, Send makes one request for each item: it sends the others, and says which one is refused.';

/** Stands in for a credential that cannot be read: the request itself then raises the error. */
const NOBODY = { username: '', encoding: 'json' } as const;

/** Gathers shares into requests, in the order of the items, up to a limit. Items that cannot be written fail. */
export function gather<Entry, Settings>(
	run: Run,
	shares: ReadonlyArray<Share<Entry, Settings>>,
	exchange: Exchange<Entry, Settings>,
): Array<Batch<Entry, Settings>> {
	const { limit } = exchange;
	interface Open {
		shares: Array<Share<Entry, Settings>>;
		weight: number;
	}
	const requests: Array<Open['shares']> = [];
	const open = new Map<string, Open>();
	/** The request of entries that must stay together. */
	const homes = new Map<string, Open>();
	for (const share of shares) {
		if (limit === undefined) {
			requests.push([share]);
			continue;
		}
		const { item, entry, settings } = share;
		const weight = exchange.weight?.(entry) ?? 1;
		const group = JSON.stringify([item.common, settings, exchange.apart?.(entry)]);
		const home = exchange.together && JSON.stringify([group, exchange.together(entry)]);
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
	return requests.flatMap((own) => writable(new Batch(run, own, exchange)));
}

/** Removes the items with characters or names that cannot be sent. Writes items one by one only if the whole request fails. */
function writable<E, S>(request: Batch<E, S>): Array<Batch<E, S>> {
	if (!whyUnwritable(request)) return [request];
	const { run } = request;
	const left = request.shares.filter((share) => {
		const meaning = whyUnwritable(request.only([share]));
		if (!meaning) return true;
		const failure = { meaning, hint: NOTHING_SENT };
		fail(run, share.parts, nodeError(run.node, failure, share.item.itemIndex));
		return false;
	});
	return left.length === 0 ? [] : [request.only(left)];
}

function whyUnwritable(request: Batch): string | undefined {
	try {
		void request.written;
		return undefined;
	} catch (error) {
		return `The request ${(error as Error).message}`;
	}
}
