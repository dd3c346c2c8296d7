import { ABOUT_ONE_MESSAGE, BLOCKED } from '../../../gateway/status';
import type { GatewayTree, ReplyTree } from '../../../gateway/tree';
import type { Written } from '../../shared/call';
import type { NodeError } from '../../shared/nodeError';
import { asNodeError, refusedItem, statusOf } from '../../shared/nodeError';
import { write } from '../../shared/request';
import type { CommonSettings } from '../options/common';
import type { Entries } from '../operation';
import { fail } from './fail';
import type { Item } from './item';
import type { Part } from './parts';
import type { Run } from './run';

/** One request and its parts. Its bytes are made once, and dropped when it was made. */
export class Batch {
	readonly items: readonly Item[];
	/** The entries as the user means them. */
	readonly entries: Entries<object>;
	readonly common: CommonSettings;
	/** The item to name in an error; `undefined` when the batch has several. */
	readonly onlyItemIndex: number | undefined;

	private bytes: Written | undefined;

	constructor(
		readonly run: Run,
		readonly parts: readonly Part[],
	) {
		const [{ item }] = parts as [Part];
		this.items = parts.map((part) => part.item);
		this.entries = parts.map(({ entry }) => entry) as unknown as Entries<object>;
		this.common = item.common;
		const isOfOne = parts.every((part) => part.item.itemIndex === item.itemIndex);
		this.onlyItemIndex = isOfOne ? item.itemIndex : undefined;
	}

	get settings(): unknown {
		return this.parts[0]?.settings;
	}

	/** The arguments for `callGateway`. */
	get request() {
		const { written, secrets, onlyItemIndex: itemIndex, common, run } = this;
		const { root, body } = this.content();
		const externalIds = () => this.externalIds();
		const isRehearsed = run.rehearsal !== undefined && run.operation.message !== undefined;
		const { account } = run;
		return {
			root,
			body,
			written,
			account,
			secrets,
			itemIndex,
			externalIds,
			isRehearsed,
			...common,
		};
	}

	/** The root and the body as they go out, in a rehearsal to the one phone. */
	private content(): { root: string; body: () => GatewayTree } {
		const { root: rootOf, body: bodyOf } = this.run.operation;
		const [{ going }] = this.parts as [Part];
		const entries = going ? (this.goingEntries() as Entries<object>) : this.entries;
		const settings = going ? going.settings : this.settings;
		return {
			root: typeof rootOf === 'string' ? rootOf : rootOf(entries),
			body: () => bodyOf?.(entries, settings) ?? (entries[0] as GatewayTree),
		};
	}

	private goingEntries(): unknown {
		return this.parts.flatMap(({ going }) => going?.entries ?? []);
	}

	/** @throws InputError for what cannot be written */
	get written(): Written {
		const { onBehalfOf } = this.common;
		const account = this.run.account ?? NOBODY;
		return (this.bytes ??= write(account, { ...this.content(), onBehalfOf }));
	}

	/** Frees the bytes: a run of 10,000 items would hold all of them until it ends. */
	forget(): void {
		this.bytes = undefined;
	}

	/** Turns the cause of a failure into an error of the node. */
	errorOf(cause: unknown): NodeError {
		const { run, onlyItemIndex = 0, entries } = this;
		const error = asNodeError(run.node, cause, onlyItemIndex);
		const status = statusOf(error) ?? NaN;
		const about = run.operation.about?.(status, entries[0]);
		if (about) error.description = `${about} ${error.description}`;
		if (run.operation.message && this.parts.length > 1 && ABOUT_ONE_MESSAGE.includes(status)) {
			error.description = `${error.description} ${ONE_BY_ONE}`;
		}
		if (run.rehearsal !== undefined && status === BLOCKED) {
			error.description = `${run.rehearsal}, the phone of the rehearsal, has opted out. ${error.description}`;
		}
		return error;
	}

	/** The request in another spelling, for which a refusal may not stand: nothing of a refused request has gone out. */
	respelled(error: NodeError): Batch | undefined {
		const { respelled } = this.run.operation;
		const status = statusOf(error);
		if (!respelled || status === undefined) return undefined;
		const again = (entry: unknown) => respelled(status, entry as object);
		const [{ going, ...part }] = this.parts as [Part];
		const entry = again(part.entry);
		const own = going && { going: { ...going, entries: going.entries.map(again) } };
		return entry === undefined ? undefined : new Batch(this.run, [{ ...part, entry, ...own }]);
	}

	/** The same request for fewer parts. The same object, with its bytes, when no part is left out. */
	only(parts: readonly Part[]): Batch {
		return parts.length === this.parts.length ? this : new Batch(this.run, parts);
	}

	/** The IDs for looking up a send; undefined for an operation without any. */
	externalIds(parts = this.parts): string[] | undefined {
		const { externalIds } = this.run.operation;
		return externalIds && parts.flatMap(({ entry }) => externalIds(entry as object));
	}

	/** The secrets to mask in the request and its reply; `undefined` when the operation has none. */
	get secrets(): ((reply?: ReplyTree) => string[]) | undefined {
		const { secrets } = this.run.operation;
		return secrets && ((reply) => this.entries.flatMap((entry) => secrets(entry, reply)));
	}
}

// Assumption: refusedAsAWhole
const ONE_BY_ONE =
	'Nothing of this request was sent, and one text of it may be the reason. SMS, Send makes one request for each item: it sends the others, and says which one is refused.';

/** Replaces the account if the credential cannot be read: the request itself then raises the error. */
const NOBODY = { username: '', encoding: 'json' } as const;

interface Open {
	parts: Part[];
	weight: number;
}

/**
 * Gathers the parts of a run into batches, in the order of the items. Parts with the same settings share a request, up to the
 * limit of the operation. Items that cannot be written into a request fail.
 */
export function batchesOf(run: Run, parts: readonly Part[]): Batch[] {
	return gathered(run, parts).flatMap((together) => writable(new Batch(run, together)));
}

function gathered({ operation }: Run, parts: readonly Part[]): Part[][] {
	const { weight: weigh, together, limit } = operation;
	if (limit === undefined) return parts.map((part) => [part]);
	const batches: Part[][] = [];
	/** The latest batch with the same settings. */
	const open = new Map<string, Open>();
	/** The batch of entries that must stay together. */
	const homes = new Map<string, Open>();
	let last: Part | undefined;
	let group = '';
	for (const part of parts) {
		const weight = weigh?.(part.entry as object) ?? 1;
		// Without expressions the settings of all items are the very same objects.
		if (!last || !sharesSettings(last, part)) group = groupOf(part);
		last = part;
		const home = together && JSON.stringify([group, together(part.entry as object)]);
		const latest = open.get(group);
		const fits = latest && latest.weight + weight <= limit;
		let joined = (home && homes.get(home)) ?? (fits ? latest : undefined);
		if (joined) {
			joined.parts.push(part);
			joined.weight += weight;
		} else {
			joined = { parts: [part], weight };
			// What fills a request on its own leaves the one before it open.
			if (weight < limit) open.set(group, joined);
			batches.push(joined.parts);
		}
		if (home !== undefined) homes.set(home, joined);
	}
	return batches;
}

const sharesSettings = (one: Part, other: Part): boolean =>
	one.settings === other.settings &&
	one.item.common === other.item.common &&
	senderOf(one) === senderOf(other);

/** Texts of one sender, one account and one set of options share a request: what the service refuses concerns these alone. */
const groupOf = (part: Part): string =>
	JSON.stringify([part.item.common, part.settings, senderOf(part)]);

const senderOf = ({ texts: [text] }: Part): string | undefined => text?.message.source;

/**
 * A batch without the items whose characters or names cannot be sent. Items are written one by one only when the batch as a
 * whole cannot be written.
 */
function writable(batch: Batch): Batch[] {
	if (!whyUnwritable(batch)) return [batch];
	const { run } = batch;
	const parts = batch.parts.filter((part) => {
		const reason = whyUnwritable(batch.only([part]));
		if (reason && run.operation.standsAlone) {
			const fate = { kind: 'skipped', why: 'unanswered', reason: `${reason}.` } as const;
			run.fates.note(part.item.itemIndex, fate, part.texts);
		} else if (reason) {
			fail(run, part, refusedItem(run.node, part.item.itemIndex, reason));
		}
		return !reason;
	});
	return parts.length === 0 ? [] : [batch.only(parts)];
}

function whyUnwritable(batch: Batch): string | undefined {
	try {
		void batch.written;
		return undefined;
	} catch (error) {
		return `The request ${(error as Error).message}`;
	}
}
