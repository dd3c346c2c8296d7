import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { mark, PROCESS_ID } from '../../memory/slots';
import { isWorker } from '../../n8n/insides';
import { MarkList } from '../../n8n/markList';
import type { NodeError } from '../../output/nodeError';
import { notSent } from '../../output/nodeError';
import { nameOf } from '../../texts/text';
import type { Batch } from './batch';
import type { Item, Part, Row, Run } from './run';
import { fail, hasSent, isText } from './run';

/** The mark of an item's idempotency key, which belongs to an account. */
function keyOf({ account }: Run, item: Item | undefined): string | undefined {
	if (item?.key === undefined) return undefined;
	const { baseUrl, username } = account ?? {};
	return mark('key', JSON.stringify([item.key, baseUrl, item.common.onBehalfOf ?? username]));
}

/** The same, if it is to be claimed: of an item with several numbers, an earlier try may have sent some under its key. */
const openKeyOf = (run: Run, item: Item): string | undefined =>
	hasSent(run.rows[item.itemIndex] as Row) ? undefined : keyOf(run, item);

/**
 * Leaves out what its key keeps back. Of the items with one key, the first goes. What was sent before under its key is left out
 * already here if the claim would notice it too late.
 * @param inTime of the parts left, those that count for a limit, or keep others with the same words back
 */
export async function withoutUsedKeys<P extends Part>(
	run: Run,
	parts: P[],
	inTime: (parts: P[]) => readonly P[],
): Promise<P[]> {
	const own = withoutSharedKeys(run, parts);
	const keys = new Map<P, string>();
	// An item with several numbers has one key, and goes as a whole.
	const items = new Set(inTime(own).map(({ itemIndex }) => itemIndex));
	for (const part of own) {
		const item = items.has(part.itemIndex) ? run.rows[part.itemIndex]?.item : undefined;
		const key = item && openKeyOf(run, item);
		if (key !== undefined) keys.set(part, key);
	}
	await settle(run, keys, async (marks) => await MarkList.of(run.context).find(marks));
	return own.filter(({ fate }) => !fate);
}

function withoutSharedKeys<P extends Part>(run: Run, parts: P[]): P[] {
	const firsts = new Map<string, P>();
	return parts.filter((part) => {
		const { itemIndex } = part;
		const item = run.rows[itemIndex]?.item;
		const key = keyOf(run, item);
		if (key === undefined) return true;
		const first = firsts.get(key) ?? part;
		firsts.set(key, first);
		if (first.itemIndex === itemIndex) return true;
		const whose = isText(first) ? `, to ${nameOf(first.to)},` : '';
		const reason = `item ${first.itemIndex} of this run${whose} has the key "${item?.key}"`;
		part.fate = { kind: 'skipped', why: 'sharedKey', reason };
		return false;
	});
}

/** Gives the parts whose keys `ask` knows their fate. What n8n's database cannot say is not sent. */
async function settle(
	run: Run,
	keys: ReadonlyMap<Part, string>,
	ask: (keys: string[]) => Promise<Set<string>>,
): Promise<void> {
	try {
		const used = await ask([...new Set(keys.values())]);
		for (const [part, key] of keys) {
			if (used.has(key)) part.fate = { kind: 'skipped', why: 'sentBefore' };
		}
	} catch (error) {
		for (const part of keys.keys()) fail(run, [part], notNoted(run, part, error as Error));
	}
}

const notNoted = ({ node }: Run, { itemIndex }: Part, { message }: Error): NodeError =>
	notSent(node, `Not sent, because n8n's database failed to store the key: ${message}`, {
		itemIndex,
		description:
			"Run the item again. If it is then 'sent before', the key was stored after all: find out with Report, Get by Date whether the person was texted, and if not, use another key.",
		retryable: true,
	});

/** How many keys to claim together: few, because they stay used if n8n is killed. */
const AT_ONCE = { items: 20, requests: 4 };

/** Makes requests in groups. Claims the keys of a group right before, and frees those under which nothing was sent. */
export async function underKeys<E, S>(
	run: Run,
	requests: Array<Batch<E, S>>,
	make: (requests: Array<Batch<E, S>>) => Promise<void>,
): Promise<void> {
	for (let at = 0; at < requests.length && !run.stop;) {
		const group: typeof requests = [];
		let items = 0;
		for (; items < AT_ONCE.items || group.length % AT_ONCE.requests > 0; at++) {
			const request = requests[at];
			if (!request) break;
			group.push(request);
			items += request.shares.length;
		}
		const free = await claimed(run, group);
		try {
			await make(free);
		} finally {
			await freeUnsent(run, free);
		}
	}
}

/** Claims the keys of requests. Returns the requests without the items whose keys were used before. */
async function claimed<E, S>(run: Run, requests: Array<Batch<E, S>>): Promise<Array<Batch<E, S>>> {
	const keys = new Map<Part, string>();
	for (const { item, parts } of requests.flatMap(({ shares }) => shares)) {
		const key = openKeyOf(run, item);
		if (key !== undefined) for (const part of parts) keys.set(part, key);
	}
	await settle(run, keys, async (own) => await claim(run.context, own));
	return requests.flatMap((request) => {
		const left = request.shares.filter(({ parts }) => parts.some(({ fate }) => !fate));
		return left.length > 0 ? request.only(left) : [];
	});
}

/** If n8n's database fails, the keys stay used: what was sent comes out. */
async function freeUnsent(run: Run, requests: readonly Batch[]): Promise<void> {
	const items = requests.flatMap(({ shares }) => shares.map(({ item }) => item));
	const keys = items.flatMap((item) => openKeyOf(run, item) ?? []);
	await MarkList.of(run.context)
		.forget(keys)
		.catch(() => undefined);
}

/** Milliseconds until no other process can undo a mark any more. */
const SETTLED_MS = 2000;
let claims = 0;

/**
 * Marks keys as used. Returns those that were used before. This process writes n8n's list in turn, so what it does not find is
 * ours. Workers of queue mode may undo each other's writes, so there a claim has a mark of its own and looks again, when
 * competing writes are over: with its mark, the keys are ours; a key without it is another worker's; neither: claim again.
 */
export async function claim(context: IExecuteFunctions, keys: string[]): Promise<Set<string>> {
	const list = MarkList.of(context);
	if (!isWorker(context)) return await list.record(keys);
	const own = mark('claim', PROCESS_ID, ++claims);
	const used = new Set<string>();
	for (;;) {
		const open = keys.filter((key) => !used.has(key));
		if (open.length === 0) return used;
		const known = await list.record([...open, own]);
		if (known.has(own)) return used;
		for (const key of known) used.add(key);
		await sleep(SETTLED_MS);
	}
}
