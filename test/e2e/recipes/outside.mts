import { createServer as createHttp } from 'node:http';
import { createServer as createTcp } from 'node:net';
import { json } from 'node:stream/consumers';
import { createInterface } from 'node:readline';
import { listening } from '../../listening.mts';

/** Stands in for the CRM, the shop and the mail server that recipes use. Runs until the process ends. */
export interface Outside {
	url: string;
	/** The bodies of requests that were answered with 200, by path. */
	received: (path: string) => unknown[];
	/** Answers the first requests to a path with 503. */
	fail: (path: string, times: number) => void;
	/** n8n's credential for the mail server. */
	smtp: { host: string; port: number; secure: boolean; disableStartTls: boolean };
	/** Received mails, without the soft line breaks of quoted-printable (RFC 2045). */
	mails: string[];
}

export async function startOutside(): Promise<Outside> {
	const posts: Array<{ path?: string; body: unknown }> = [];
	const failures = new Map<string, number>();
	const web = createHttp((request, response) => {
		void json(request).then((body) => {
			const { url: path = '' } = request;
			const left = failures.get(path) ?? 0;
			failures.set(path, left - 1);
			if (left <= 0) posts.push({ path, body });
			response.writeHead(left > 0 ? 503 : 200, { connection: 'close' }).end();
		});
	});
	const mails: string[] = [];
	// The part of SMTP (RFC 5321) that a client needs to send a mail.
	const post = createTcp((socket) => {
		let mail: string[] | undefined;
		const say = (reply: string) => socket.write(`${reply}\r\n`);
		say('220 ready');
		createInterface(socket).on('line', (line) => {
			if (mail && line !== '.') return void mail.push(line);
			if (mail) mails.push(mail.join('\n').replaceAll('=\n', ''));
			mail = line === 'DATA' ? [] : undefined;
			say(mail ? '354 go on' : line === 'QUIT' ? '221 bye' : '250 fine');
		});
		socket.on('error', () => socket.destroy());
	});
	const [url, mailServer] = [await listening(web), await listening(post)];
	for (const server of [web, post]) server.unref();
	const smtp = {
		...{ host: '127.0.0.1', port: Number(new URL(mailServer).port) },
		...{ secure: false, disableStartTls: true },
	};
	return {
		url,
		received: (path) => posts.filter((one) => one.path === path).map(({ body }) => body),
		fail: (path, times) => failures.set(path, times),
		...{ smtp, mails },
	};
}
