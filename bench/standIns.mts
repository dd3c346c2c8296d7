import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';

/** Loaded into n8n, it sends the requests of n8n's Twilio node to us. */
const hook = new URL('redirectTwilio.mjs', import.meta.url).href;

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

/**
 * A server in place of Twilio, as far as n8n's node can tell, and of the source of recipients: `?items=N` gives N people, which
 * HTTP Request turns into items, so that n8n has nothing to compute.
 */
export async function startStandIns(latencyMs: number) {
	let [executions, texted] = [0, 0];
	const server = fastify({ forceCloseConnections: true });
	server.addContentTypeParser('*', (_request, payload, done) => {
		payload.resume().on('end', () => done(null));
	});
	server.get<{ Querystring: { items: string } }>('/', ({ query }) =>
		people(Number(query.items), ++executions),
	);
	server.post('*', async (_request, reply) => {
		texted += 1;
		await sleep(latencyMs);
		return await reply.code(201).send({ sid: 'SM0000', status: 'queued', error_code: null });
	});
	const url = await server.listen({ host: '127.0.0.1', port: 0 });
	return {
		url,
		env: { NODE_OPTIONS: `--import=${hook}`, TWILIO: url },
		texted: () => texted,
		reset: () => (texted = 0),
		close: () => server.close(),
	};
}
