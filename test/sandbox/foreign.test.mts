// A page of the internet, in a browser on this machine, may neither read nor change anything here.
import { request } from 'node:http';
import { askControls } from './askControls.mts';
import { useSandbox } from './useSandbox.mts';

const sandbox = useSandbox();
const { get } = askControls(sandbox);

/** The status of a request with headers that only a browser, or nobody, sends. */
async function statusOf(method: string, path: string, headers: Record<string, string>) {
	return await new Promise<number | undefined>((resolve, reject) => {
		const url = new URL(path, sandbox().baseUrl);
		const asked = request(url, { method, headers, setHost: headers.host === undefined });
		asked.on('response', (response) => {
			resolve(response.statusCode);
			response.destroy();
		});
		asked.on('error', reject);
		asked.end();
	});
}

const PATHS = [
	['GET', '/'],
	['GET', '/page/main.mjs'],
	['GET', '/sandbox/events'],
	['GET', '/sandbox'],
	['GET', '/sandbox/accounts'],
	['POST', '/sandbox/reset'],
	['POST', '/sandbox/push-addresses'],
	['POST', '/api'],
	['GET', '/nowhere'],
] as const;

const port = () => new URL(sandbox().baseUrl).port;

describe.each(PATHS)('%s %s', (method, path) => {
	test.each([
		['evil.example'],
		['evil.example:PORT'],
		['127.0.0.1.evil.example:PORT'],
		['localhost.evil.example'],
		['evil.localhost:PORT'],
		['0.0.0.0:PORT'],
		['192.168.0.1:PORT'],
		[''],
	])('is refused to the host %j', async (host) => {
		expect(await statusOf(method, path, { host: host.replace('PORT', port()) })).toBe(403);
	});

	test.each([
		['https://evil.example'],
		['http://evil.example:PORT'],
		['http://127.0.0.1'],
		['http://127.0.0.1:1'],
		['http://localhost:PORT'],
		['https://127.0.0.1:PORT'],
		['null'],
	])('is refused to a page of %s', async (origin) => {
		expect(await statusOf(method, path, { origin: origin.replace('PORT', port()) })).toBe(403);
	});

	test.each([
		[{}],
		[{ host: 'localhost:PORT' }],
		[{ host: 'LOCALHOST:PORT', origin: 'http://localhost:PORT' }],
		[{ host: '127.0.0.2:PORT' }],
		[{ host: '[::1]:PORT', origin: 'http://[::1]:PORT' }],
		[{ origin: 'http://127.0.0.1:PORT' }],
	] as Array<[Record<string, string>]>)('is not to %j', async (headers) => {
		const named = Object.fromEntries(
			Object.entries(headers).map(([name, value]) => [name, value.replace('PORT', port())]),
		);
		expect(await statusOf(method, path, named)).not.toBe(403);
	});
});

test('changes nothing when it refuses a request', async () => {
	const form = { origin: 'https://evil.example', 'content-type': 'text/plain' };
	sandbox().handsetReply({ phone: '0501234567', text: 'Hi' });
	await statusOf('POST', '/sandbox/reset', form);
	expect(await get('/handsets')).toHaveLength(1);
});
