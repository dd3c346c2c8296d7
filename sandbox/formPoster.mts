import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { PushWire } from './dialects.mts';

// Few kept-alive connections: ten thousand reports must not open ten thousand sockets.
const POOL = { keepAlive: true, maxSockets: 16 };

export class FormPoster {
	private readonly plain = { send: httpRequest, agent: new HttpAgent(POOL) };
	private readonly secure = { send: httpsRequest, agent: new HttpsAgent(POOL) };

	private closed = false;

	/** Resolves with the HTTP status, or with the error if there was none. Does not follow redirects. */
	post(url: string, wire: PushWire, timeoutMs: number): Promise<number | string> {
		if (!/^https?:/.test(url) || !URL.canParse(url)) return Promise.resolve('not a URL');
		const address = new URL(url);
		if (wire.method === 'GET') address.search += `${address.search === '' ? '' : '&'}${wire.body}`;
		return this.attempt(address, wire, timeoutMs);
	}

	close(): void {
		this.closed = true;
		this.plain.agent.destroy();
		this.secure.agent.destroy();
	}

	private attempt(url: URL, wire: PushWire, timeoutMs: number): Promise<number | string> {
		const { method, contentType } = wire;
		const body = method === 'GET' ? '' : wire.body;
		const { send, agent } = url.protocol === 'https:' ? this.secure : this.plain;
		return new Promise((resolve) => {
			const request = send(url, {
				method,
				agent,
				headers: {
					// No charset, as the service sends it (gateway-api 12).
					...(method === 'POST' ? { 'content-type': contentType } : {}),
					'content-length': Buffer.byteLength(body),
				},
			});
			// Starts when a connection is free: waiting in our own queue must not count as the receiver's delay.
			let deadline: NodeJS.Timeout | undefined;
			request.on('socket', () => {
				deadline = setTimeout(() => request.destroy(new Error('timeout')), timeoutMs);
			});
			request.on('response', (response) => {
				clearTimeout(deadline);
				response.on('error', () => undefined);
				response.resume();
				resolve(response.statusCode ?? 'no status');
			});
			request.on('error', (error: NodeJS.ErrnoException) => {
				clearTimeout(deadline);
				// The receiver closed an idle connection just before this request, which is not its answer.
				const stale = !this.closed && request.reusedSocket && error.code === 'ECONNRESET';
				resolve(stale ? this.attempt(url, wire, timeoutMs) : (error.code ?? error.message));
			});
			request.end(body);
		});
	}
}
