import type { FastifyInstance } from 'fastify';

/** Names of this machine that no name server gives away. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/;

/**
 * Refuses what a page of the internet asks for in a browser on this machine: under a name of its own that leads here (DNS
 * rebinding), or as a form or script that names its origin.
 */
export function refuseForeign(server: FastifyInstance): void {
	server.addHook('onRequest', async ({ headers }, reply) => {
		const host = (headers.host ?? '').toLowerCase();
		const isOwn = headers.origin === undefined || headers.origin === `http://${host}`;
		if (LOOPBACK.test(host) && isOwn) return;
		await reply
			.code(403)
			.header('connection', 'close')
			.send({ error: 'The sandbox answers this machine and its own page only, e.g. 127.0.0.1.' });
	});
}
