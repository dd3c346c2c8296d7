import { merged, schemaOf } from '../engine/harness/outputSchema.mts';

const schemaOfAll = (values: unknown[]) => values.map(schemaOf).reduce(merged);

test('lists the fields of all values, and which of them every value has', () => {
	expect(
		schemaOfAll([
			{ a: 1, b: { c: 'x' } },
			{ b: { d: true }, e: undefined },
		]),
	).toEqual({
		type: 'object',
		properties: {
			a: { type: 'number' },
			b: {
				type: 'object',
				properties: { c: { type: 'string' }, d: { type: 'boolean' } },
				required: [],
			},
		},
		required: ['b'],
	});
});

test.each([
	['of lists, what their entries have in common', [[], [{ a: 1 }], [{ b: 2 }]], ['a', 'b']],
	['a list that was empty says nothing about its entries', [[]], undefined],
])('merges the schemas %s', (_, values, fields) => {
	const { type, items } = schemaOfAll(values);
	expect(type).toBe('array');
	expect(items && Object.keys(items.properties ?? {})).toEqual(fields);
});

test('takes the first of two types, unless there was no value', () => {
	expect(schemaOfAll([null, '1', 1])).toEqual({ type: 'string' });
	expect(schemaOfAll([{ a: null }, { a: 1 }]).properties).toEqual({ a: { type: 'number' } });
});
