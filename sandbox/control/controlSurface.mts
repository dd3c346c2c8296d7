import type { FastifyInstance } from 'fastify';
import { CONTROL_ROUTES } from './controlRoutes.mts';
import type { Controls } from './controls.mts';
import { NothingCame } from './waitForMessage.mts';

/** The control surface over HTTP: `/sandbox` lists its routes. */
export function controlSurface(controls: Controls) {
	// eslint-disable-next-line @typescript-eslint/require-await -- a plugin must be async or take a callback
	return async (server: FastifyInstance): Promise<void> => {
		server.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => {
			done(null, {});
		});
		server.setErrorHandler((error: Error, _request, reply) =>
			reply.code(error instanceof NothingCame ? 408 : 400).send({ error: error.message }),
		);
		server.get('/sandbox', () =>
			CONTROL_ROUTES.map(({ method, path, meaning }) => ({ method, path, meaning })),
		);
		for (const { method, path, run, needs } of CONTROL_ROUTES) {
			server.route({
				method,
				url: path,
				handler: async (request) => {
					const params = Object.values(request.params as Record<string, string>);
					const body = (request.body ?? {}) as Record<string, unknown>;
					const absent = needs.find((field) => body[field] === undefined);
					if (absent !== undefined) throw new Error(`"${absent}" is missing.`);
					const query = request.query as Record<string, string>;
					return (await run(controls, { body, query, param: params[0] ?? '' })) ?? { ok: true };
				},
			});
		}
	};
}
