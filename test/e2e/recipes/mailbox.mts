import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** Replaces the mail server of the recipe's user. */
export interface Mailbox {
	/** For n8n's SMTP credential. */
	smtp: { host: string; port: number; secure: boolean; disableStartTls: boolean };
	/** Mails so far. */
	mails: Mail[];
}

export interface Mail {
	to: string;
	subject: string;
	html: string;
}

/** Runs until the process ends. */
export async function startMailbox(): Promise<Mailbox> {
	const mails: Mail[] = [];
	const server = createServer((socket) => converse(socket, (mail) => mails.push(mail)));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	server.unref();
	const { port } = server.address() as AddressInfo;
	return {
		smtp: { host: '127.0.0.1', port, secure: false, disableStartTls: true },
		mails,
	};
}

/** The part of SMTP (RFC 5321) needed to receive a mail. */
function converse(socket: Socket, take: (mail: Mail) => void): void {
	let mail: string[] | undefined;
	const say = (reply: string) => socket.write(`${reply}\r\n`);
	say('220 ready');
	createInterface(socket).on('line', (line) => {
		if (mail && line === '.') {
			take(readMail(mail.join('\n')));
			mail = undefined;
			say('250 taken');
		} else if (mail) {
			mail.push(line.replace(/^\./, ''));
		} else if (line === 'DATA') {
			mail = [];
			say('354 go on');
		} else {
			say(line === 'QUIT' ? '221 bye' : '250 fine');
		}
	});
	socket.on('error', () => socket.destroy());
}

/** A mail of one part, quoted-printable or plain (RFC 2045), as n8n sends HTML. */
function readMail(text: string): Mail {
	const end = text.indexOf('\n\n');
	const [head, body] = [text.slice(0, end), text.slice(end + 2)];
	const header = (name: string) =>
		new RegExp(`^${name}: (.*)$`, 'im').exec(head.replace(/\n\s+/g, ' '))?.[1] ?? '';
	const mail = { to: header('To'), subject: header('Subject') };
	if (header('Content-Transfer-Encoding') === '7bit') return { ...mail, html: body };
	if (header('Content-Transfer-Encoding') !== 'quoted-printable') throw new Error(head);
	const escaped = body.replaceAll('=\n', '').replaceAll('%', '%25').replaceAll('=', '%');
	return { ...mail, html: decodeURIComponent(escaped) };
}
