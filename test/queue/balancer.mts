import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { listening } from '../listening.mts';

/** A load balancer: uses servers in turn, and skips one that does not listen. `ports` are the servers', on loopback. */
export async function startBalancer(ports: number[]) {
	let turn = 0;

	function pass(incoming: IncomingMessage, body: Buffer, answer: ServerResponse, tries: number) {
		const { method, url, headers } = incoming;
		const port = ports[turn++ % ports.length];
		const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers });
		outgoing.on('response', (reply) => {
			answer.writeHead(reply.statusCode ?? 502, reply.headers);
			reply.pipe(answer);
			reply.on('error', () => answer.destroy());
		});
		outgoing.on('error', ({ code }: NodeJS.ErrnoException) => {
			// Only a request that no server received may go to another.
			if (code === 'ECONNREFUSED' && tries > 1) pass(incoming, body, answer, tries - 1);
			else if (answer.headersSent) answer.destroy();
			else answer.writeHead(502).end();
		});
		outgoing.end(body);
	}

	const server = createServer((incoming, answer) => {
		const chunks: Buffer[] = [];
		incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
		incoming.on('end', () => pass(incoming, Buffer.concat(chunks), answer, ports.length));
	});
	return {
		url: await listening(server),
		close: () => {
			server.close();
			server.closeAllConnections();
		},
	};
}
