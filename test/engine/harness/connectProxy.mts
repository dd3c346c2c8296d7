import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { listening } from '../../listening.mts';
import { renamed } from '../../renamed.mts';
import { selfSigned } from '../../selfSigned.mts';
import type { BrokenWay } from '../faults/brokenNetwork.mts';

export interface ProxyAnswer {
	says: string;
	/** What the proxy does with the connection after its answer. */
	then: 'close' | 'reset' | 'wait';
}

const DOMAIN = 'gateway.test';
/** Node's own. All test files of a worker share `tls`. */
const connectSecurely = tls.connect;

/** The gateways by host name, each with what the proxy answers instead of opening a tunnel. */
const routes = new Map<string, { gateway: URL; answer?: ProxyAnswer }>();
const sockets = new Set<Socket>();

/** A proxy with a host name per gateway, over TLS as in reality. Makes this process use it, and trust the gateways behind it. */
async function startProxy() {
	const folder = await mkdtemp(join(tmpdir(), 'textme-proxy-'));
	const { key, certificate } = await selfSigned(folder, [`*.${DOMAIN}`]);
	const cert = await readFile(certificate);
	const secureContext = tls.createSecureContext({ key: await readFile(key), cert });
	await rm(folder, { recursive: true });

	async function open(socket: Socket, { hostname, port }: URL): Promise<void> {
		// The sandbox accepts only loopback host names.
		const gateway = connect(await renamed(Number(port)), hostname);
		socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
		const secured = new tls.TLSSocket(socket, { isServer: true, secureContext });
		secured.on('error', () => gateway.destroy());
		gateway.on('error', () => secured.destroy());
		secured.pipe(gateway).pipe(secured);
	}

	const server = createServer((socket) => {
		sockets.add(socket);
		socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
		socket.once('data', (asked) => {
			const name = /^CONNECT ([^:]+):443 /.exec(String(asked))?.[1] ?? '';
			const route = routes.get(name);
			if (!route) socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
			else if (route.answer) answer(socket, route.answer);
			else void open(socket, route.gateway);
		});
	});
	process.env.HTTPS_PROXY = await listening(server);
	tls.connect = ((options: tls.ConnectionOptions) =>
		connectSecurely({ ...options, ca: cert })) as typeof tls.connect;
	return server;
}

function answer(socket: Socket, { says, then }: ProxyAnswer): void {
	socket.write(says, () => {
		if (then === 'close') socket.end();
		if (then === 'reset') socket.resetAndDestroy();
	});
}

let started: ReturnType<typeof startProxy> | undefined;

/** A way to a gateway through a proxy that answers so instead of opening a tunnel, until `mend`. */
export async function brokenProxy(answer: ProxyAnswer, gateway: string): Promise<BrokenWay> {
	await (started ??= startProxy());
	const route: { gateway: URL; answer?: ProxyAnswer } = { gateway: new URL(gateway), answer };
	const name = `g${routes.size}.${DOMAIN}`;
	routes.set(name, route);
	return {
		baseUrl: `https://${name}`,
		mend: () => void delete route.answer,
		close: () => undefined,
	};
}

afterAll(async () => {
	delete process.env.HTTPS_PROXY;
	tls.connect = connectSecurely;
	for (const socket of sockets) socket.destroy();
	(await started)?.close();
});
