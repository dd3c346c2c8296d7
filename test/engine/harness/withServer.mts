import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Runs a test against an HTTP server of its own, and ends that with all its connections. */
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
