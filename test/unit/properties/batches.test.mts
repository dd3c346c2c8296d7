import { fc } from '../../fuzz.mts';
import type { Call } from '../../../nodes/TextMe/operation';
import { batchesOf } from '../batchOperation.mts';

interface Entry {
	/** The item, and the index among its entries. */
	id: string;
	weight: number;
	settings: string;
	home: string;
}

const LIMIT = 10;

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
