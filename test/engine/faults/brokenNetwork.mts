import dns from 'node:dns';
import { connect, createServer, type Server, type Socket } from 'node:net';
import tls from 'node:tls';
import { listening } from '../../listening.mts';

/** What goes wrong before a request is under way. */
export interface Breakage {
	network: 'noHost' | 'refused' | 'noTls' | 'noSharedCipher' | 'cutHandshake' | 'silentHandshake';
}

export interface BrokenWay {
	baseUrl: string;
	/** From now on, requests get through. */
	mend: () => Promise<void> | void;
	close: () => Promise<void> | void;
}

/** A server whose `close` also closes its connections. */
async function serve(server: Server, port?: number) {
	const sockets = new Set<Socket>();
	server.on('connection', (socket) => {
		sockets.add(socket.on('error', () => undefined));
	});
	return {
		address: await listening(server, port),
		close: async () => {
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** One at a time: the process has only one name service. */
function noHost(gateway: URL): BrokenWay {
	const lookup = jest.spyOn(dns, 'lookup').mockImplementation(((
		hostname: string,
		_: unknown,
		done: (error: Error) => void,
	) => {
		const error = new Error(`getaddrinfo ENOTFOUND ${hostname}`);
		const known = { code: 'ENOTFOUND', errno: -3008, syscall: 'getaddrinfo', hostname };
		process.nextTick(done, Object.assign(error, known));
	}) as typeof dns.lookup);
	return {
		baseUrl: `http://localhost:${gateway.port}`,
		mend: () => lookup.mockRestore(),
		close: () => lookup.mockRestore(),
	};
}

const taken = new Set<number>();

/** A free port below 32768: systems give out higher ones by themselves. */
async function unusedPort(): Promise<number> {
	for (;;) {
		const port = 10_000 + Math.floor(Math.random() * 22_000);
		if (taken.has(port)) continue;
		taken.add(port);
		const server = await serve(createServer(), port).catch(() => undefined);
		await server?.close();
		if (server) return port;
	}
}

/** A closed port that leads to the gateway after `mend`. */
async function refused(gateway: URL): Promise<BrokenWay> {
	const port = await unusedPort();
	let forwarder: { close: () => Promise<void> } | undefined;
	return {
		baseUrl: `http://127.0.0.1:${port}`,
		mend: async () => {
			const forward = createServer((socket) => {
				const onward = connect(Number(gateway.port), gateway.hostname);
				socket.pipe(onward).pipe(socket);
				onward.on('error', () => socket.destroy());
			});
			forwarder = await serve(forward, port);
		},
		close: async () => await forwarder?.close(),
	};
}

/** A server with which no connection becomes secure. */
async function insecure(server: Server): Promise<BrokenWay> {
	const { address, close } = await serve(server);
	return {
		baseUrl: address.replace('http', 'https'),
		mend: () => Promise.reject(new Error('A server without a certificate cannot be mended')),
		close,
	};
}

const WAYS: Record<Breakage['network'], (gateway: URL) => Promise<BrokenWay> | BrokenWay> = {
	noHost,
	refused,
	noTls: (gateway) =>
		insecure(createServer((socket) => socket.pipe(connect(Number(gateway.port))).pipe(socket))),
	// Without a certificate, the handshake must fail.
	noSharedCipher: () => insecure(tls.createServer({})),
	cutHandshake: () =>
		insecure(createServer((socket) => socket.once('data', () => socket.resetAndDestroy()))),
	silentHandshake: () => insecure(createServer((socket) => void socket.resume())),
};

export const broken = async ({ network }: Breakage, gateway: string): Promise<BrokenWay> =>
	await WAYS[network](new URL(gateway));
