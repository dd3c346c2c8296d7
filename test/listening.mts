import type { AddressInfo, Server } from 'node:net';

/** Opens a server at a port of this machine, a free one by default, and returns its address. */
export async function listening(
	server: Pick<Server, 'listen' | 'address' | 'once'>,
	port = 0,
): Promise<string> {
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject).listen(port, '127.0.0.1', resolve);
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
