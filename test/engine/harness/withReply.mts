import { withServer } from './withServer.mts';

export async function withReply<T>(
	replyTo: (request: string) => string,
	work: (baseUrl: string) => Promise<T>,
): Promise<T> {
	return await withServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			response.setHeader('content-type', request.headers['content-type'] ?? 'application/json');
			response.end(replyTo(Buffer.concat(parts).toString()));
		});
	}, work);
}

/** A reply with only a status and a message. */
export const plainReply = (encoding: 'json' | 'xml', status: number, message = 'Sorry'): string =>
	encoding === 'json'
		? JSON.stringify({ status, message })
		: `<reply><status>${status}</status><message>${message}</message></reply>`;
