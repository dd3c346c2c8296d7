import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { listening } from '../listening.mts';

/** A customer's URL, new for each test of a file: remembers what arrives, and answers as told, 200 until then. */
export function usePushReceiver() {
	let server: Server;
	const receiver = {
		url: '',
		received: [] as Array<{ contentType?: string; fields: Record<string, string> }>,
		/** Answers for the next requests, in order; afterwards 200. */
		answers: [] as Array<number | 'reset'>,
	};
	beforeEach(async () => {
		Object.assign(receiver, { received: [], answers: [] });
		server = createServer((request, response) => {
			void text(request).then((body) => {
				const fields = Object.fromEntries(new URLSearchParams(body));
				receiver.received.push({ contentType: request.headers['content-type'], fields });
				const answer = receiver.answers.shift() ?? 200;
				if (answer === 'reset') request.socket.resetAndDestroy();
				else response.writeHead(answer, { location: '/elsewhere' }).end();
			});
		});
		receiver.url = `${await listening(server)}/push`;
	});
	afterEach(async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	});
	return receiver;
}
