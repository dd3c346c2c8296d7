import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

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
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		seen,
		lastAt: () => lastAt,
		close: () => {
			server.close();
			server.closeAllConnections();
		},
	};
}
