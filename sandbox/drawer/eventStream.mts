import type { EventEmitter } from 'node:events';
import type { FastifyInstance } from 'fastify';
import type { SandboxEvents } from '../world.mts';
import { Journal } from './journal.mts';

/** A reader that stops reading would fill the memory, so it is cut off. It resumes when it reads again. */
const MOST_WAITING_BYTES = 16 * 2 ** 20;
const RECONNECT_MS = 1_000;

/**
 * `GET /sandbox/events`: all events, as server-sent events. The first frame, `ready`, has `resumed`: true if all events after
 * `Last-Event-ID` follow, otherwise the reader must reload everything.
 */
export function eventStream(events: EventEmitter<SandboxEvents>) {
	const journal = new Journal(events);
	// eslint-disable-next-line @typescript-eslint/require-await -- a plugin must be async or take a callback
	return async (server: FastifyInstance): Promise<void> => {
		server.get('/sandbox/events', (request, reply) => {
			const id = request.headers['last-event-id'];
			const missed = typeof id === 'string' ? journal.after(id) : undefined;
			reply.hijack();
			const { raw } = reply;
			raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
			// If missed frames follow, each has its own ID.
			raw.write(missed === undefined ? `id: ${journal.position}\n` : '');
			const resumed = JSON.stringify({ resumed: missed !== undefined });
			raw.write(`retry: ${RECONNECT_MS}\nevent: ready\ndata: ${resumed}\n\n`);
			for (const frame of missed ?? []) raw.write(frame);
			const leave = journal.follow((frame) => {
				raw.write(frame);
				if (raw.writableLength > MOST_WAITING_BYTES) raw.destroy();
			});
			const end = () => raw.end();
			events.once('closing', end);
			raw.on('close', () => {
				leave();
				events.off('closing', end);
			});
		});
	};
}
