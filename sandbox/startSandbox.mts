import { EventEmitter } from 'node:events';
import { fastify } from 'fastify';
import { Clock } from './clock.mts';
import { createControls, type Controls } from './control/controls.mts';
import { controlSurface } from './control/controlSurface.mts';
import { Counters } from './counters.mts';
import { eventStream } from './drawer/eventStream.mts';
import { pageRoutes } from './drawer/pageRoutes.mts';
import { Feeds } from './feeds.mts';
import { refuseForeign } from './foreign.mts';
import { FormPoster } from './formPoster.mts';
import { RequestLog } from './requestLog.mts';
import { SEEDED, seededState } from './seed.mts';
import { settingsFrom, type SandboxOptions } from './settings.mts';
import { ShortLinks, shortLinkRoutes } from './shortLinks.mts';
import { apiRoutes } from './wire/apiRoutes.mts';
import { Faults } from './wire/faults.mts';
import type { SandboxEvents, World } from './world.mts';

type Seeded = typeof SEEDED;

/** A running stand-in for the service: address, seeded accounts, and controls. */
export interface Sandbox extends Controls, Seeded {
	/** Without `/api`. */
	baseUrl: string;
	events: EventEmitter<SandboxEvents>;
	close: () => Promise<void>;
}

const LOOPBACK = '127.0.0.1';
const LARGEST_BODY = 100 * 2 ** 20;

function createWorld(options: SandboxOptions): World {
	const settings = settingsFrom(options);
	const clock = new Clock(settings.startAt, settings.clock);
	// Every waiting call adds a listener; Node would warn at eleven.
	const events = new EventEmitter<SandboxEvents>().setMaxListeners(0);
	return {
		settings,
		clock,
		events,
		counters: new Counters(),
		faults: new Faults(() => events.emit('faults')),
		feeds: new Feeds(settings.dialect),
		poster: new FormPoster(),
		requests: new RequestLog(settings.requestLogSize),
		shortLinks: new ShortLinks(),
		state: seededState(clock.now()),
		latencyMs: settings.latencyMs,
	};
}

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const world = createWorld(options);
	const controls = createControls(world);
	const server = fastify({ bodyLimit: LARGEST_BODY, forceCloseConnections: true });
	refuseForeign(server);
	await server.register(apiRoutes(world));
	await server.register(controlSurface(controls));
	await server.register(eventStream(world.events));
	await server.register(pageRoutes());
	await server.register(shortLinkRoutes(world.shortLinks));
	const baseUrl = await server.listen({ host: LOOPBACK, port: options.port ?? 0 });
	world.shortLinks.base = baseUrl;
	return {
		...SEEDED,
		...controls,
		baseUrl,
		events: world.events,
		close: async () => {
			world.events.emit('closing');
			world.clock.stop();
			world.feeds.clear();
			await server.close();
			world.poster.close();
		},
	};
}
