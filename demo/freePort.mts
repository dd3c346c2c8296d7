import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** A free loopback port. (get-port does the same, but jest cannot load it: it is ESM only.) */
export async function freePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	server.close();
	await once(server, 'close');
	return port;
}
