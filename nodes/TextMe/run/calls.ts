import type { INodeExecutionData } from 'n8n-workflow';

import type { GatewayTree } from '../../../gateway/values/tree';
import type { Call, Operation } from '../operation';
import { withoutUsedKeys } from './keys';
import { makeRequests } from './makeRequests';
import { gather } from './batch';
import type { Batch, Share } from './batch';
import type { Run, Runnable } from './run';
import { underLimits } from './limits';

/** Carries out a call: items → requests → outputs. */
export const runnableCall = (operation: Operation, own: Call): Runnable => ({
	...operation,
	read({ itemIndex }, parameters) {
		const value = own.read(parameters);
		// Without `entries`, an item has one, its value.
		const entries = own.entries?.(value) ?? [value];
		return { call: { value, entries }, parts: entries.map(() => ({ itemIndex })) };
	},
	async carryOut(run) {
		const send = async () => await makeRequests(run, callRequests(run, own, sharesOf(run, own)));
		if (own.effect !== 'send') return await send();
		const open = run.rows.flatMap(({ item, parts }) => (item ? parts : []));
		const unused = run.hasKeys
			? await withoutUsedKeys(run, open, (parts) => (run.hasLimits ? parts : []))
			: open;
		await underLimits(run, unused, send);
	},
	output(_, { itemIndex, item, parts }) {
		const accepted = parts.flatMap(({ fate }) => (fate?.kind === 'accepted' ? fate : []));
		const replies = [...new Map(accepted.map((fate) => [fate.pieces, fate])).values()];
		if (!own.merge || !item?.call || !item.common.simplify || replies.length === 0) {
			return replies.flatMap(({ pieces, warning = '' }) =>
				pieces.map((piece) => withWarning(piece, [warning, ...(item?.warnings ?? [])])),
			);
		}
		const outputs = replies.map(({ pieces }) => pieces.map(({ json }) => json));
		return own
			.merge(outputs, item.call.value)
			.map((json) => ({ json, pairedItem: { item: itemIndex } }));
	},
	messages: ({ item }) => (item?.call && own.messages?.(item.call.value)) ?? 0,
});

/** What is still open of the items. */
const sharesOf = ({ rows }: Run, own: Call): Share[] =>
	rows.flatMap(({ item, parts }) => {
		if (!item?.call) return [];
		const { value, entries } = item.call;
		return parts.flatMap((part, n) => {
			const entry = entries[n];
			if (part.fate) return [];
			return { item, entry, settings: own.settings?.(value, entry), parts: [part] };
		});
	});

export const callRequests = <Value extends object, Entry, Settings>(
	run: Run,
	own: Call<Value, Entry, Settings>,
	shares: ReadonlyArray<Share<Entry, Settings>>,
): Array<Batch<Entry, Settings>> =>
	gather<Entry, Settings>(run, shares, {
		...own,
		content: (entries, settings) => ({
			root: typeof own.root === 'string' ? own.root : own.root(entries),
			// An operation without `body` has one entry for each request, its body.
			body: () => own.body?.(entries, settings) ?? (entries[0] as GatewayTree),
		}),
	});

function withWarning(piece: INodeExecutionData, warnings: Iterable<string>): INodeExecutionData {
	const warning = [piece.json.warning, ...warnings].filter(Boolean).join(' ');
	return warning === '' ? piece : { ...piece, json: { ...piece.json, warning } };
}
