import fastify from 'fastify';

/**
 * Recipients with different texts of one segment. `order`, for a key, is new in every execution. `name` and `date` are for a
 * text by expression.
 */
const people = (count: number, execution: number) =>
	Array.from({ length: count }, (_, index) => ({
		order: `${execution}-${index}`,
		phone: `050${1_000_000 + index}`,
		name: `Dana Levi ${index}`,
		date: `2026-11-${10 + (index % 20)}T14:30:00+02:00`,
		text: `Hello number ${index}, your order ${700_000 + index} is on its way and arrives today between 14:00 and 16:00.`,
	}));

/** Answers `?items=N` with N people, which HTTP Request turns into items, so that n8n has nothing to compute. */
export async function startPeopleServer() {
	let executions = 0;
	const server = fastify();
	server.get<{ Querystring: { items: string } }>('/', ({ query }) =>
		people(Number(query.items), ++executions),
	);
	return { url: await server.listen({ host: '127.0.0.1', port: 0 }), close: () => server.close() };
}
