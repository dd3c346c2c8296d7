import { resources } from '../../nodes/TextMe/operations';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const listings = resources.flatMap(({ value: resource, operations }) =>
	operations
		.filter(({ fields }) => fields.some(({ name }) => name === 'returnAll'))
		.map(({ value: operation }) => ({ resource, operation })),
);
const records = Array.from({ length: 60 }, (_, n) => ({
	...{ id: `${n}`, external_id: `order-${n}`, phone: `05011110${10 + n}`, message: 'Hi' },
}));

test.each(listings)('$resource $operation lists as many as the limit', async (call) => {
	const count = async (values: object, given: object[] = records) => {
		const reply = JSON.stringify({ status: 0, message: '', transactions: given });
		const { items, error } = await fixture.runWithReply(reply, { ...call, ...values });
		expect(error).toBeUndefined();
		return items.length;
	};
	expect(await count({})).toBe(50);
	expect(await count({ returnAll: false, limit: 2 })).toBe(2);
	expect(await count({ returnAll: true })).toBe(60);
	expect(await count({ returnAll: true }, [])).toBe(0);
});

test('there are so many listings', () => expect(listings).toHaveLength(6));
