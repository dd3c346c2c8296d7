import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { listening } from '../listening.mts';

/** A load balancer: uses servers in turn, and skips one that does not listen. `ports` are the servers', on loopback. */
export async function startBalancer(ports: number[]) {
	let turn = 0;

	function pass(incoming: IncomingMessage, body: Buffer, answer: ServerResponse, at: number) {
		const { method, url, headers } = incoming;
		const port = ports[at % ports.length];
		const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers });
		outgoing.on('response', (reply) => {
			answer.writeHead(reply.statusCode ?? 502, reply.headers);
			reply.pipe(answer);
			reply.on('error', () => answer.destroy());
		});
		outgoing.on('error', ({ code }: NodeJS.ErrnoException) => {
			// Only a request that no server received may go to another.
			if (code === 'ECONNREFUSED') pass(incoming, body, answer, at + 1);
			else if (answer.headersSent) answer.destroy();
			else answer.writeHead(502).end();
		});
		outgoing.end(body);
	}

	const server = createServer((incoming, answer) => {
		const chunks: Buffer[] = [];
		incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
		incoming.on('end', () => pass(incoming, Buffer.concat(chunks), answer, turn++));
	});
	return {
		url: await listening(server),
		close: () => {
			server.close();
			server.closeAllConnections();
		},
	};
}
