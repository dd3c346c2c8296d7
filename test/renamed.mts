import { createServer, request } from 'node:http';
import { listening } from './listening.mts';

/** A port that forwards to a loopback server and accepts any host name. Runs until the process ends. */
export async function renamed(port: number): Promise<number> {
	const server = createServer((asked, response) => {
		const headers = { ...asked.headers, host: `127.0.0.1:${port}` };
		const onward = request({ port, method: asked.method, path: asked.url, headers }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
		});
		asked.pipe(onward);
	});
	const { port: own } = new URL(await listening(server));
	server.unref();
	return Number(own);
}
