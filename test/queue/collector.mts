import { createServer } from 'node:http';
import { listening } from '../listening.mts';

export type Collector = Awaited<ReturnType<typeof startCollector>>;

/** Collects workflows' reports about every event they handled, with the execution: the effect outside n8n. */
export async function startCollector() {
	/** The executions that handled each event. */
	const seen = new Map<string, string[]>();
	let lastAt = Date.now();
	const server = createServer((request, response) => {
		const query = new URL(request.url ?? '/', 'http://collector').searchParams;
		const event = query.get('event') ?? '';
		seen.set(event, [...(seen.get(event) ?? []), query.get('execution') ?? '']);
		lastAt = Date.now();
		response.end('{}');
	});
	return {
		url: await listening(server),
		seen,
		lastAt: () => lastAt,
		close: () => {
			server.close();
			server.closeAllConnections();
		},
	};
}
