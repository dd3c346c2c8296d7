import { createServer, type RequestListener } from 'node:http';

import { listening } from '../../listening.mts';

/** Runs a test against its own HTTP server, and then closes it with all connections. */
export async function withServer<T>(
	listener: RequestListener,
	work: (baseUrl: string) => Promise<T>,
): Promise<T> {
	const server = createServer(listener);
	try {
		return await work(await listening(server));
	} finally {
		server.closeAllConnections();
		server.close();
	}
}
