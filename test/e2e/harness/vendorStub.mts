import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The sender that every service refuses. */
export const REFUSED_SENDER = 'Nobody';

/** Takes text messages like Twilio and seven, as far as n8n's nodes for them notice. */
export interface VendorStub {
	/** The environment that leads n8n's nodes to this stub. */
	env: Record<string, string>;
	requests: () => number;
	/** How often `text` went to `phone`. */
	timesSent: (phone: string, text: string) => number;
	reset: () => void;
	close: () => Promise<void>;
}

const hook = new URL('redirectVendors.mjs', import.meta.url).href;

export async function startVendorStub({ latencyMs = 0 } = {}): Promise<VendorStub> {
	let requests = 0;
	const sent = new Map<string, number>();

	const accept = (phone: string, text: string) => {
		const key = JSON.stringify([phone, text]);
		sent.set(key, (sent.get(key) ?? 0) + 1);
	};
	const answer = async (request: IncomingMessage, response: ServerResponse) => {
		const form = new URLSearchParams(await textOf(request));
		requests += 1;
		const isTwilio = request.url?.includes('/Messages.json');
		const [from, to, text] = (isTwilio ? ['From', 'To', 'Body'] : ['from', 'to', 'text']).map(
			(name) => form.get(name) ?? '',
		) as [string, string, string];
		if (latencyMs > 0) await sleep(latencyMs);
		const isRefused = from === REFUSED_SENDER;
		if (!isRefused) accept(to, text);
		const { status, body } = (isTwilio ? twilio : seven)(isRefused, to, text);
		response.writeHead(status, { 'content-type': 'application/json' });
		response.end(JSON.stringify(body));
	};
	const server = createServer((request, response) => void answer(request, response));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		env: { NODE_OPTIONS: `--import=${hook}`, VENDOR_STUB: `http://127.0.0.1:${port}` },
		requests: () => requests,
		timesSent: (phone, text) => sent.get(JSON.stringify([phone, text])) ?? 0,
		reset: () => {
			requests = 0;
			sent.clear();
		},
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

async function textOf(request: IncomingMessage): Promise<string> {
	let text = '';
	for await (const chunk of request.setEncoding('utf8')) text += chunk;
	return text;
}

function twilio(isRefused: boolean, to: string, text: string) {
	if (isRefused) {
		const message = `The 'From' number ${REFUSED_SENDER} is not a valid phone number`;
		return { status: 400, body: { code: 21212, message, status: 400 } };
	}
	return {
		status: 201,
		body: { sid: 'SM0000', status: 'queued', to, body: text, error_code: null },
	};
}

function seven(isRefused: boolean, to: string, text: string) {
	if (isRefused) return { status: 200, body: { success: '201' } };
	return {
		status: 200,
		body: { success: '100', messages: [{ recipient: to, text, success: true }] },
	};
}
