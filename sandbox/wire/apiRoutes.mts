import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { World } from '../world.mts';
import { exchange } from './exchange.mts';
import { faultKind } from './faultKinds.mts';

/** The root's name from the first bytes, for a request that is cut off. */
function peekRoot(start: string): string | undefined {
	return /^\s*\{\s*"([^"]+)"/.exec(start)?.[1] ?? /<([A-Za-z_][\w.-]*)/.exec(start)?.[1];
}

/** Undefined if a fault cut the connection. */
async function readBody(world: World, payload: IncomingMessage): Promise<Buffer | undefined> {
	const chunks: Buffer[] = [];
	for await (const chunk of payload as AsyncIterable<Buffer>) {
		if (chunks.length === 0) {
			const root = peekRoot(chunk.toString('utf8', 0, 1_000));
			const fault = world.faults.take({ root, username: undefined }, true);
			if (fault !== undefined) {
				payload.socket.resetAndDestroy();
				return undefined;
			}
		}
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

/** The service itself. Reads every body itself, with any content type. */
export function apiRoutes(world: World) {
	// eslint-disable-next-line @typescript-eslint/require-await -- a plugin must be async or take a callback
	return async (server: FastifyInstance): Promise<void> => {
		server.removeAllContentTypeParsers();
		server.addContentTypeParser('*', (_request, payload: IncomingMessage, done) => {
			done(null, payload);
		});
		server.post('/api', async (request, reply) => {
			// From here on we write the socket ourselves: faults need more than a framework allows.
			reply.hijack();
			const { raw } = reply;
			try {
				const body = await readBody(world, request.raw);
				if (body === undefined) return;
				const { answer, fault } = await exchange(world, {
					headers: request.headers,
					body: body.toString(),
				});
				if (raw.destroyed) return;
				const wire = faultKind(fault).wire;
				if (fault !== undefined && wire !== undefined) {
					await wire(raw, answer, fault);
				} else {
					raw.writeHead(answer.status, {
						...answer.headers,
						'content-length': answer.body.length,
					});
					raw.end(answer.body);
				}
			} catch (error) {
				// The caller hung up, or the sandbox has a bug. Answers 500 if the connection is still open.
				if (!raw.destroyed && !request.raw.aborted) {
					raw.writeHead(500, { 'content-type': 'text/plain' });
					raw.end(`sandbox error: ${String(error)}`);
				}
			}
		});
	};
}
