import { mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { listening } from '../../listening.mts';
import { selfSigned } from '../../selfSigned.mts';

/** A test's internet: some host names, each served by a local port. */
export interface LocalInternet {
	/** A proxy to these hosts, over TLS as in reality. Refuses all other names. */
	proxy: string;
	env: Record<string, string>;
}

/** Runs until the process ends. `names` maps host names to ports of plain HTTP servers. */
export async function startLocalInternet(
	folder: string,
	names: Record<string, number>,
): Promise<LocalInternet> {
	await mkdir(folder, { recursive: true });
	const { key, certificate } = await selfSigned(folder, Object.keys(names));
	const secureContext = createSecureContext({
		key: await readFile(key),
		cert: await readFile(certificate),
	});
	const server = createServer((_, response) => response.writeHead(403).end());
	server.on('connect', ({ url }, client) => {
		client.on('error', () => client.destroy());
		const name = url?.replace(/:443$/, '') ?? '';
		const port = names[name];
		if (port === undefined) {
			client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
			return;
		}
		client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
		const secured = new TLSSocket(client, { isServer: true, secureContext });
		const standIn = connect(port, '127.0.0.1');
		secured.on('error', () => standIn.destroy());
		standIn.on('error', () => secured.destroy());
		secured.pipe(standIn).pipe(secured);
	});
	const proxy = await listening(server);
	server.unref();
	return {
		proxy,
		env: { HTTPS_PROXY: proxy, NO_PROXY: '127.0.0.1,localhost', NODE_EXTRA_CA_CERTS: certificate },
	};
}
