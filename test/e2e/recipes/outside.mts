import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Replaces the services that recipes report to: a CRM, a chat. */
export interface Outside {
	url: string;
	/** Accepted posts to a path. */
	received: (path: string) => unknown[];
	/** Answers the next requests to a path with an error. */
	fail: (path: string, times: number) => void;
	close: () => void;
}

async function jsonOf(request: IncomingMessage): Promise<unknown> {
	let text = '';
	for await (const chunk of request.setEncoding('utf8')) text += chunk;
	return JSON.parse(text);
}

export async function startOutside(): Promise<Outside> {
	const received = new Map<string, unknown[]>();
	const failures = new Map<string, number>();
	const server = createServer((request, response) => {
		void jsonOf(request).then((body) => {
			const path = request.url ?? '';
			const left = failures.get(path) ?? 0;
			failures.set(path, left - 1);
			if (left <= 0) received.set(path, [...(received.get(path) ?? []), body]);
			response.writeHead(left > 0 ? 503 : 200).end();
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		received: (path) => received.get(path) ?? [],
		fail: (path, times) => failures.set(path, times),
		close: () => {
			server.close();
			server.closeAllConnections();
		},
	};
}
