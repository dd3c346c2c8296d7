import { createServer } from 'node:http';
import { listening } from '../listening.mts';

/** Collects workflows' reports about every event they handled, with the execution: the effect outside n8n. */
export interface Collector {
	url: string;
	/** The executions that handled each event. */
	seen: Map<string, string[]>;
	lastAt: () => number;
	close: () => void;
}

export async function startCollector(): Promise<Collector> {
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
