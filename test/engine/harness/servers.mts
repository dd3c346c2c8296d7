import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { text as bodyOf } from 'node:stream/consumers';
import type { Sandbox } from '../../../sandbox/startSandbox.mts';
import { listening } from '../../listening.mts';

/** Runs a test against its own HTTP server, and then closes it with all connections. */
export async function withServer<T>(
	listener: RequestListener,
	work: (baseUrl: string) => Promise<T>,
): Promise<T> {
	const server = createServer(listener);
	try {
		return await work(await listening(server));
	} finally {
		server.closeAllConnections();
		server.close();
	}
}

export async function withReply<T>(
	replyTo: (request: string) => string,
	work: (baseUrl: string) => Promise<T>,
): Promise<T> {
	return await withServer((request, response) => {
		void bodyOf(request).then((body) => {
			response.setHeader('content-type', request.headers['content-type'] ?? 'application/json');
			response.end(replyTo(body));
		});
	}, work);
}

export interface OwnAnswer {
	httpStatus?: number;
	text: string;
	contentType?: string;
}

/** Answers a request, or returns nothing to leave it to the sandbox. */
export type Answers = (
	request: { url: string; body: string },
	forward: (url?: string) => Promise<OwnAnswer>,
) => OwnAnswer | undefined | Promise<OwnAnswer | undefined>;

/** Runs a test with a gateway that answers some requests itself and forwards the others to the sandbox. */
export async function behindGateway<T>(
	sandbox: Sandbox,
	answers: Answers,
	work: (baseUrl: string) => Promise<T>,
): Promise<T> {
	const respond = async (request: IncomingMessage): Promise<OwnAnswer> => {
		const [url = '', body] = [request.url, await bodyOf(request)];
		const forward = async (to = url): Promise<OwnAnswer> => {
			const { authorization = '', 'content-type': contentType = '' } = request.headers;
			const reply = await fetch(`${sandbox.baseUrl}${to}`, {
				method: 'POST',
				headers: { authorization, 'content-type': contentType },
				body,
			});
			return {
				httpStatus: reply.status,
				text: await reply.text(),
				contentType: reply.headers.get('content-type') ?? undefined,
			};
		};
		return (await answers({ url, body }, forward)) ?? (await forward());
	};
	return await withServer((request, response) => {
		void respond(request).then(({ httpStatus = 200, text, contentType }) => {
			response.writeHead(httpStatus, contentType ? { 'content-type': contentType } : {});
			response.end(text);
		});
	}, work);
}
