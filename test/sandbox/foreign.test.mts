// A web page in a browser on this machine may neither read nor change anything here.
import { request } from 'node:http';
import { useSandbox } from './useSandbox.mts';

const sandbox = useSandbox();

/** The status of a request with unusual headers. PORT is the sandbox's. */
async function statusOf(method: string, path: string, headers: Record<string, string>) {
	const url = new URL(path, sandbox().baseUrl);
	const named = Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name, value.replace('PORT', url.port)]),
	);
	return await new Promise<number | undefined>((resolve, reject) => {
		const asked = request(url, { method, headers: named, setHost: named.host === undefined });
		asked.on('response', (response) => {
			resolve(response.statusCode);
			response.destroy();
		});
		asked.on('error', reject);
		asked.end();
	});
}

describe.each([
	['GET', '/'],
	['GET', '/sandbox/events'],
	['POST', '/sandbox/reset'],
	['POST', '/api'],
])('%s %s', (method, path) => {
	test.each([
		[{ host: 'evil.example:PORT' }],
		[{ host: 'evil.localhost:PORT' }],
		[{ host: '0.0.0.0:PORT' }],
		[{ host: '' }],
		[{ origin: 'http://evil.example:PORT' }],
		[{ origin: 'https://127.0.0.1:PORT' }],
		[{ origin: 'null' }],
	] as Array<[Record<string, string>]>)('is refused to a page of %j', async (headers) => {
		expect(await statusOf(method, path, headers)).toBe(403);
	});

	test.each([
		[{}],
		[{ host: 'LOCALHOST:PORT', origin: 'http://localhost:PORT' }],
		[{ host: '[::1]:PORT', origin: 'http://[::1]:PORT' }],
		[{ origin: 'http://127.0.0.1:PORT' }],
	] as Array<[Record<string, string>]>)('is open to a page of %j', async (headers) => {
		expect(await statusOf(method, path, headers)).not.toBe(403);
	});
});

test('changes nothing when it refuses a request', async () => {
	sandbox().handsetReply({ phone: '0501234567', text: 'Hi' });
	await statusOf('POST', '/sandbox/reset', { origin: 'https://evil.example' });
	expect(sandbox().conversation('0501234567')).toHaveLength(1);
});
