import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedPush {
	method: string | undefined;
	contentType: string | undefined;
	raw: string;
	fields: Record<string, string>;
}

/** A customer's URL: stores what arrives and answers as told; default 200. */
export class PushReceiver {
	readonly received: ReceivedPush[] = [];
	/** Answers for the next requests, in order; then 200. */
	answers: (number | 'never' | 'reset')[] = [];
	private server: Server | undefined;

	async start(): Promise<string> {
		const server = createServer((request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				const raw = Buffer.concat(chunks).toString('latin1');
				const { method, headers } = request;
				this.received.push({
					method,
					contentType: headers['content-type'],
					raw,
					fields: Object.fromEntries(new URLSearchParams(raw)),
				});
				const answer = this.answers.shift() ?? 200;
				if (answer === 'never') return;
				if (answer === 'reset') request.socket.resetAndDestroy();
				else response.writeHead(answer, { location: '/elsewhere' }).end();
			});
		});
		this.server = server;
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return `http://127.0.0.1:${(server.address() as AddressInfo).port}/push`;
	}

	async close(): Promise<void> {
		this.server?.closeAllConnections();
		await new Promise((resolve) => this.server?.close(resolve));
	}
}

/** A new receiver per test, and its address. */
export function usePushReceiver() {
	let receiver = new PushReceiver();
	let url = '';
	beforeEach(async () => {
		receiver = new PushReceiver();
		url = await receiver.start();
	});
	afterEach(() => receiver.close());
	return { receiver: () => receiver, url: () => url };
}
