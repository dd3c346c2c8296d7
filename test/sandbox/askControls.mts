import type { Sandbox } from '../../sandbox/startSandbox.mts';

/** The control surface over HTTP. */
export function askControls(sandbox: () => Sandbox) {
	async function ask(method: string, path: string, body?: unknown) {
		const response = await fetch(`${sandbox().baseUrl}/sandbox${path}`, {
			method,
			...(body === undefined
				? {}
				: { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
		});
		return { http: response.status, body: await response.json() };
	}
	const get = async (path: string) => (await ask('GET', path)).body;
	const tell = async (path: string, body?: unknown) =>
		(await ask('POST', path, body)).body as Record<string, unknown>;

	return { ask, get, tell };
}
