import fastify from 'fastify';

/** Messages in one request (specification, Limits). */
const LIMIT = 2_500;

/**
 * Recipients with a text of their own, each of one segment. `order` is for a key: new in every execution. `name` and `date` are
 * for a text by expression.
 */
export const people = (count: number, execution = 0) =>
	Array.from({ length: count }, (_, index) => ({
		order: `${execution}-${index}`,
		phone: `050${1_000_000 + index}`,
		name: `Dana Levi ${index}`,
		date: `2026-11-${10 + (index % 20)}T14:30:00+02:00`,
		text: `Hello number ${index}, your order ${700_000 + index} is on its way and arrives today between 14:00 and 16:00.`,
	}));

/** The bodies that Send Bulk sends for these people, in order. */
export const bodies = (everybody: ReturnType<typeof people>, username: string): string[] =>
	Array.from({ length: Math.ceil(everybody.length / LIMIT) }, (_, batch) => {
		const sms = everybody
			.slice(batch * LIMIT, (batch + 1) * LIMIT)
			.map(({ order, phone, text }) => ({
				source: 'TextMe',
				destinations: { phone: [{ $: { id: `n8n-3f9a2c-1042-${order}` }, _: phone }] },
				message: text,
			}));
		const campaign_name = 'n8n-3f9a2c-1042-0';
		return JSON.stringify({ bulk: { user: { username }, messages: { sms }, campaign_name } });
	});

/** Answers `?items=N` with N people, which the HTTP Request node turns into items, so that n8n has nothing to compute. */
export async function startPeopleServer() {
	let executions = 0;
	const server = fastify();
	server.get<{ Querystring: { items: string } }>('/', ({ query }) =>
		people(Number(query.items), ++executions),
	);
	return { url: await server.listen({ host: '127.0.0.1', port: 0 }), close: () => server.close() };
}
