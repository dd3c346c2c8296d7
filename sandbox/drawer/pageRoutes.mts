import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { FastifyInstance } from 'fastify';

const FOLDER = new URL('page/', import.meta.url);

const ICON = new URL('../../icons/textme.svg', import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
	'.html': 'text/html; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.mjs': 'text/javascript; charset=utf-8',
	'.svg': 'image/svg+xml',
};

/** Message texts may be hostile. With this policy, injected code cannot run, load or send anything. */
const HEADERS: Readonly<Record<string, string>> = {
	'content-security-policy': [
		"default-src 'none'",
		"script-src 'self'",
		"style-src 'self'",
		"img-src 'self'",
		"connect-src 'self'",
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
	].join('; '),
	'cross-origin-opener-policy': 'same-origin',
	'cross-origin-resource-policy': 'same-origin',
	'referrer-policy': 'no-referrer',
	'x-content-type-options': 'nosniff',
	'cache-control': 'no-cache',
};

/** The sandbox's page at `/`, and its files under `/page/`. */
export function pageRoutes() {
	// eslint-disable-next-line @typescript-eslint/require-await -- a plugin must be async or take a callback
	return async (server: FastifyInstance): Promise<void> => {
		const serve = (path: string, file: URL) =>
			server.get(path, async (_request, reply) => {
				await reply
					.headers({ ...HEADERS, 'content-type': TYPES[extname(file.pathname)] })
					.send(await readFile(file));
			});
		// One route per file, so that no request's path is ever opened.
		for (const file of readdirSync(FOLDER)) {
			serve(file === 'index.html' ? '/' : `/page/${file}`, new URL(file, FOLDER));
		}
		serve('/page/icon.svg', ICON);
	};
}
