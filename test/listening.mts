import type { AddressInfo, Server } from 'node:net';

/** Opens a server at a free port of this machine, and returns its address. */
export async function listening(server: Pick<Server, 'listen' | 'address'>): Promise<string> {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
