import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { listening } from '../listening.mts';

/** A load balancer: uses servers in turn, and skips one that does not listen. `ports` are the servers', on loopback. */
export async function startBalancer(ports: number[]) {
	type Passed = [incoming: IncomingMessage, body: Buffer, answer: ServerResponse];
	function pass(passed: Passed, [port, ...others]: number[]) {
		const [{ method, url, headers }, body, answer] = passed;
		const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers });
		outgoing.on('response', (reply) => {
			answer.writeHead(reply.statusCode ?? 502, reply.headers);
			reply.pipe(answer);
			reply.on('error', () => answer.destroy());
		});
		outgoing.on('error', ({ code }: NodeJS.ErrnoException) => {
			// Only a request that no server received may go to another.
			if (code === 'ECONNREFUSED' && others.length > 0) pass(passed, others);
			else if (answer.headersSent) answer.destroy();
			else answer.writeHead(502).end();
		});
		outgoing.end(body);
	}

	const server = createServer((incoming, answer) => {
		const chunks: Buffer[] = [];
		incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
		incoming.on('end', () => {
			ports.push(ports.shift()!);
			pass([incoming, Buffer.concat(chunks), answer], ports);
		});
	});
	return {
		url: await listening(server),
		close: () => {
			server.close();
			server.closeAllConnections();
		},
	};
}
