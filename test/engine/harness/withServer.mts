import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Runs a test against its own HTTP server, and then closes it with all connections. */
export async function withServer<T>(
	listener: RequestListener,
	work: (baseUrl: string) => Promise<T>,
): Promise<T> {
	const server = createServer(listener);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	try {
		return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
	} finally {
		server.closeAllConnections();
		server.close();
	}
}
