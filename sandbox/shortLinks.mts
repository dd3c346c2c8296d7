import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

const CODE_LENGTH = 8;

// Assumption: sandboxForms
/** Links that the service has shortened. An address always gets the same short link, whose form is a guess. */
export class ShortLinks {
	/** The sandbox's address, set when it listens. */
	base = '';

	private readonly addresses = new Map<string, string>();

	shorten(address: string): string {
		const code = createHash('sha256').update(address).digest('base64url').slice(0, CODE_LENGTH);
		this.addresses.set(code, address);
		return `${this.base}/s/${code}`;
	}

	addressOf(code: string): string | undefined {
		return this.addresses.get(code);
	}
}

/** Redirects to the full address with the same method and body. */
export function shortLinkRoutes(links: ShortLinks) {
	// eslint-disable-next-line @typescript-eslint/require-await -- a plugin must be async or take a callback
	return async (server: FastifyInstance): Promise<void> => {
		// Ignores the body: the redirect makes the browser send it again.
		server.addContentTypeParser('*', (_request, payload, done) => {
			payload.resume();
			done(null);
		});
		server.all<{ Params: { code: string } }>('/s/:code', async (request, reply) => {
			const address = links.addressOf(request.params.code);
			if (address === undefined) await reply.code(404).send('There is no such short link.');
			else await reply.redirect(address, 307);
		});
	};
}
