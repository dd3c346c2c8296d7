import fastify from 'fastify';
import { sandboxCredential } from '../demo/sandboxCredential.mts';
import { startSandbox } from '../sandbox/startSandbox.mts';

export type Services = Awaited<ReturnType<typeof startServices>>;

/**
 * Recipients with a text of their own, each of one segment. `order` is for a key: new in every execution. `name` and `date` are
 * for a text by expression.
 */
const people = (count: number, execution: number) =>
	Array.from({ length: count }, (_, index) => ({
		order: `${execution}-${index}`,
		phone: `050${1_000_000 + index}`,
		name: `Dana Levi ${index}`,
		date: `2026-11-${10 + (index % 20)}T14:30:00+02:00`,
		text: `Hello number ${index}, your order ${700_000 + index} is on its way and arrives today between 14:00 and 16:00.`,
	}));

/** Everything n8n talks to during the benchmark. */
export async function startServices(latencyMs: number) {
	// Its clock stands still, so that it makes no deliveries while others are measured.
	const sandbox = await startSandbox({ latencyMs, requestLogSize: 1 });
	// Answers `?items=N` with N people, which the HTTP Request node turns into items, so that n8n has nothing to compute.
	let executions = 0;
	const server = fastify();
	server.get<{ Querystring: { items: string } }>('/', ({ query }) =>
		people(Number(query.items), ++executions),
	);
	return {
		sandbox,
		peopleUrl: await server.listen({ host: '127.0.0.1', port: 0 }),
		credentials: {
			textMeApi: sandboxCredential(sandbox),
			httpHeaderAuth: { name: 'Authorization', value: `Bearer ${sandbox.account.token}` },
		},
		/** Since the sandbox's last reset: the people who were texted, and the requests. */
		counts: () => {
			const { messages, requests } = sandbox.counters();
			return {
				texted: messages,
				requests: Object.values(requests).reduce((sum, one) => sum + one, 0),
			};
		},
		close: async () => {
			await server.close();
			await sandbox.close();
		},
	};
}
