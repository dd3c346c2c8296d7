import type { FastifyInstance } from 'fastify';

/** Local host names, which no name server resolves. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/;

/**
 * Refuses requests from web pages in a browser on this machine: under a foreign host name that points here (DNS rebinding), or
 * from a form or script, which names its origin.
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
