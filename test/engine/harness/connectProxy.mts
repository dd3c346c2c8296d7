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
	says?: string;
	/** What the proxy does with the connection after its answer. */
	then: 'close' | 'reset' | 'wait';
}

interface Route {
	gateway: URL;
	/** Without an answer, the tunnel opens. */
	answer?: ProxyAnswer;
}

const DOMAIN = 'gateway.test';
/** Node's own. All test files of a worker share `tls`. */
const connectSecurely = tls.connect;

/** A proxy with a host name per gateway, over TLS as in reality. A test can set the answer for each. */
class ConnectProxy {
	private readonly routes = new Map<string, Route>();
	private readonly sockets = new Set<Socket>();
	address = '';

	private constructor(
		private readonly secureContext: tls.SecureContext,
		private readonly server = createServer((socket) => this.serve(socket)),
	) {}

	/** Makes this process use the proxy, and trust the gateways behind it. */
	static async start(): Promise<ConnectProxy> {
		const folder = await mkdtemp(join(tmpdir(), 'textme-proxy-'));
		const { key, certificate } = await selfSigned(folder, [`*.${DOMAIN}`]);
		const cert = await readFile(certificate);
		const proxy = new ConnectProxy(tls.createSecureContext({ key: await readFile(key), cert }));
		await rm(folder, { recursive: true });
		proxy.address = await listening(proxy.server);
		process.env.HTTPS_PROXY = proxy.address;
		tls.connect = ((options: tls.ConnectionOptions) =>
			connectSecurely({ ...options, ca: cert })) as typeof tls.connect;
		return proxy;
	}

	/** Adds a gateway and returns its address. With an `answer`, no tunnel opens until `mend`. */
	lead(gateway: string, answer?: ProxyAnswer): { baseUrl: string; mend: () => void } {
		const route: Route = { gateway: new URL(gateway), answer };
		const name = `g${this.routes.size}.${DOMAIN}`;
		this.routes.set(name, route);
		return { baseUrl: `https://${name}`, mend: () => delete route.answer };
	}

	async close(): Promise<void> {
		delete process.env.HTTPS_PROXY;
		tls.connect = connectSecurely;
		for (const socket of this.sockets) socket.destroy();
		await new Promise((resolve) => this.server.close(resolve));
	}

	private serve(socket: Socket): void {
		this.sockets.add(socket);
		socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
		socket.once('data', (asked) => {
			const name = /^CONNECT ([^:]+):443 /.exec(String(asked))?.[1] ?? '';
			const route = this.routes.get(name);
			if (!route) socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
			else if (route.answer) answer(socket, route.answer);
			else void this.open(socket, route.gateway);
		});
	}

	private async open(socket: Socket, { hostname, port }: URL): Promise<void> {
		// The sandbox accepts only loopback host names.
		const gateway = connect(await renamed(Number(port)), hostname);
		socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
		const { secureContext } = this;
		const secured = new tls.TLSSocket(socket, { isServer: true, secureContext });
		secured.on('error', () => gateway.destroy());
		gateway.on('error', () => secured.destroy());
		secured.pipe(gateway).pipe(secured);
	}
}

function answer(socket: Socket, { says = '', then }: ProxyAnswer): void {
	socket.write(says, () => {
		if (then === 'close') socket.end();
		if (then === 'reset') socket.resetAndDestroy();
	});
}

let started: Promise<ConnectProxy> | undefined;

/** A way to a gateway through a proxy that answers so instead. */
export async function brokenProxy(answer: ProxyAnswer, gateway: string): Promise<BrokenWay> {
	const proxy = await (started ??= ConnectProxy.start());
	return { ...proxy.lead(gateway, answer), close: () => undefined };
}

afterAll(async () => await (await started)?.close());
