import type { INodeExecutionData } from 'n8n-workflow';

import type { GatewayTree } from '../../../gateway/values/tree';
import type { GatewayReply } from '../../../gateway/replies/answer';
import type { Call, Exchange, Operation } from '../operation';
import { withoutUsedKeys } from './keys';
import { makeRequests } from './makeRequests';
import { gather } from './batch';
import type { Batch, Share } from './batch';
import type { Row } from './row';
import type { Run, Runnable } from './run';
import { isLimited, noteSent, withinLimits } from './limits';

/** Carries out a call: items → requests → outputs. */
export function runnableCall<Value extends object, Entry, Settings>(
	operation: Operation,
	own: Call<Value, Entry, Settings>,
): Runnable {
	/** What was read of the items of running executions. */
	const known = new WeakMap<Row, { value: Value; entries: Entry[] }>();
	const sharesOf = (rows: readonly Row[]): Array<Share<Entry, Settings>> =>
		rows.flatMap((row) => {
			const { item, parts } = row;
			const { value, entries } = known.get(row) ?? {};
			if (!item || !value || !entries) return [];
			return entries.map((entry, n) => {
				// Without `settings`, all entries have none.
				const settings = own.settings?.(value, entry) as Settings;
				return { item, entry, settings, parts: parts.slice(n, n + 1) };
			});
		});
	return {
		...operation,
		read(row, parameters) {
			const value = own.read(parameters);
			// Without `entries`, an item has one, its value.
			const entries = own.entries?.(value) ?? [value as unknown as Entry];
			known.set(row, { value, entries });
			return { parts: entries.map(() => ({ itemIndex: row.itemIndex })) };
		},
		async carryOut(run) {
			const open = run.rows.flatMap(({ item, parts }) => (item ? parts : []));
			const unused = await withoutUsedKeys(run, open, (own) => (isLimited(run) ? own : []));
			const allowed = new Set(withinLimits(run, unused));
			const shares = sharesOf(run.rows).filter(({ parts: [part] }) => part && allowed.has(part));
			try {
				await makeRequests(run, callRequests(run, own, shares), { accept });
			} finally {
				noteSent(run, new Map());
			}
		},
		output(_, row) {
			const { itemIndex, item, parts } = row;
			const accepted = parts.flatMap(({ fate }) => (fate?.kind === 'accepted' ? fate : []));
			const perReply = [...new Set(accepted.map(({ pieces }) => pieces))];
			const { value } = known.get(row) ?? {};
			if (!own.merge || !value || !item?.common.simplify || perReply.length === 0) {
				return withWarnings(perReply.flat(), [...(item?.warnings ?? [])]);
			}
			const outputs = perReply.map((ofReply) => ofReply.map(({ json }) => json));
			return own.merge(outputs, value).map((json) => ({ json, pairedItem: { item: itemIndex } }));
		},
		messages(row) {
			const { value } = known.get(row) ?? {};
			return (value && own.messages?.(value)) ?? 0;
		},
	};
}

export function callRequests<Value extends object, Entry, Settings>(
	run: Run,
	own: Call<Value, Entry, Settings>,
	shares: ReadonlyArray<Share<Entry, Settings>>,
): Array<Batch<Entry, Settings>> {
	const { root, body, limit, weight, together } = own;
	const exchange: Exchange<Entry, Settings> = {
		...own,
		content: (entries, settings) => ({
			root: typeof root === 'string' ? root : root(entries),
			// An operation without `body` has one entry for each request, its body.
			body: () => body?.(entries, settings) ?? (entries[0] as GatewayTree),
		}),
	};
	return gather(run, shares, exchange, {
		limit,
		weigh: (entry) => weight?.(entry) ?? 1,
		groupOf: ({ item, settings }) => JSON.stringify([item.common, settings]),
		together,
	});
}

function accept(request: Batch, reply: GatewayReply, warning?: string): void {
	const at = Date.now();
	const pieces = request.pieces(reply, at);
	for (const [n, { parts }] of request.shares.entries()) {
		const own = withWarnings(pieces[n] ?? [], warning === undefined ? [] : [warning]);
		for (const part of parts) part.fate = { kind: 'accepted', pieces: own, at, isScheduled: false };
	}
}

const withWarnings = (
	pieces: INodeExecutionData[],
	warnings: readonly string[],
): INodeExecutionData[] =>
	warnings.length === 0
		? pieces
		: pieces.map(({ json, ...piece }) => {
				const warning = [json.warning, ...warnings].filter(Boolean).join(' ');
				return { ...piece, json: { ...json, warning } };
			});
