import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const hook = new URL('redirectVendors.mjs', import.meta.url).href;

/** Accepts text messages like Twilio, as far as n8n's Twilio node can tell. */
export async function startVendorStub({ latencyMs = 0 } = {}) {
	let requests = 0;
	const server = createServer((request, response) => {
		request.resume().on('end', () => {
			requests += 1;
			void sleep(latencyMs).then(() => {
				response.writeHead(201, { 'content-type': 'application/json' });
				response.end(JSON.stringify({ sid: 'SM0000', status: 'queued', error_code: null }));
			});
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		/** The environment that points n8n's nodes to this stub. */
		env: { NODE_OPTIONS: `--import=${hook}`, VENDOR_STUB: `http://127.0.0.1:${port}` },
		requests: () => requests,
		reset: () => (requests = 0),
		close: () =>
			new Promise<void>((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
