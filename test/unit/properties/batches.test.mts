import { fc } from '../../fuzz.mts';
import type { INode } from 'n8n-workflow';
import type { Call } from '../../../nodes/TextMe/operation';
import type { Batch } from '../../../nodes/TextMe/run/batch';
import { callRequests } from '../../../nodes/TextMe/run/calls';
import type { Run } from '../../../nodes/TextMe/run/run';

interface Entry {
	/** The item, and the index among its entries. */
	id: string;
	weight: number;
	settings: string;
	home: string;
}

const LIMIT = 10;

const common = { concurrentRequests: 1, simplify: true, timeoutSeconds: 1 };

/** The requests of an operation for many items that exists only in tests. */
function batchesOf(
	own: Partial<Call<object, Entry, string>>,
	items: Entry[][],
): Array<Batch<Entry, string>> {
	const operation: Call<object, Entry, string> = {
		...{ name: 'Batch', value: 'batch', action: 'Batch', description: '', tool: undefined },
		...{ root: 'batch', effect: 'write', fields: [], limit: 10, read: () => ({}), ...own },
	};
	const run = {
		node: { name: 'TextMe' } as INode,
		operation,
		account: { username: 'demo', token: '', baseUrl: '', encoding: 'json' },
	} as unknown as Run;
	const shares = items.flatMap((entries, itemIndex) =>
		entries.map((entry) => {
			const settings = own.settings?.({}, entry) as string;
			return { item: { itemIndex, common }, entry, settings, parts: [{ itemIndex }] };
		}),
	);
	return callRequests(run, operation, shares);
}

const operation = (keepsTogether: boolean): Partial<Call<object, Entry, string>> => ({
	limit: LIMIT,
	weight: ({ weight }) => weight,
	settings: (_, { settings }) => settings,
	body: () => ({}),
	...(keepsTogether ? { together: ({ home }: Entry) => home } : {}),
});

const items = fc.array(
	fc.array(
		fc.record({
			weight: fc.integer({ min: 0, max: LIMIT + 2 }),
			settings: fc.constantFrom('now', 'later'),
			home: fc.constantFrom('a', 'b', 'c', 'd'),
		}),
		{ maxLength: 4 },
	),
	{ maxLength: 12 },
);

test.each([false, true])('every entry goes into exactly one request; together: %s', (together) => {
	fc.assert(
		fc.property(items, (sketches) => {
			const entries = sketches.map((ofItem, item) =>
				ofItem.map((entry, index) => ({ ...entry, id: `${item}.${index}` })),
			);
			const calls = batchesOf(operation(together), entries);
			const inCalls = calls.map(({ shares }) => shares.map(({ entry }) => entry));
			const all = entries.flat();
			expect(
				inCalls
					.flat()
					.map(({ id }) => id)
					.sort(),
			).toEqual(all.map(({ id }) => id).sort());
			const homes = new Map<string, number>();
			inCalls.forEach((ofCall, call) => {
				expect(new Set(ofCall.map(({ settings }) => settings)).size).toBe(1);
				const places = ofCall.map((entry) => all.indexOf(all.find(({ id }) => id === entry.id)!));
				expect(places).toEqual([...places].sort((a, b) => a - b));
				const weight = ofCall.reduce((sum, entry) => sum + entry.weight, 0);
				if (!together && ofCall.length > 1) expect(weight).toBeLessThanOrEqual(LIMIT);
				if (!together) return;
				for (const { settings, home } of ofCall) {
					const key = `${settings} ${home}`;
					expect(homes.get(key) ?? call).toBe(call);
					homes.set(key, call);
				}
			});
		}),
	);
});
