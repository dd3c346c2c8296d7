import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A free loopback port, below those that systems give to outgoing connections: n8n needs seconds to open it, and would end if
 * somebody else had it by then.
 */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = randomInt(10_000, 32_000);
		const server = createServer().listen(port, '127.0.0.1');
		const isFree = await once(server, 'listening').then(
			() => true,
			() => false,
		);
		if (!isFree) continue;
		server.close();
		await once(server, 'close');
		return port;
	}
}
