import type { EventEmitter } from 'node:events';
import type { Clock } from './clock.mts';
import type { Counters } from './counters.mts';
import type { Feeds } from './feeds.mts';
import type { FormPoster } from './formPoster.mts';
import type { LoggedRequest, RequestLog } from './requestLog.mts';
import { seededState } from './seed.mts';
import type { Settings } from './settings.mts';
import type { ShortLinks } from './shortLinks.mts';
import type {
	Account,
	Block,
	Campaign,
	IncomingMessage,
	Message,
	Sender,
	State,
} from './state.mts';
import type { Faults } from './wire/faults.mts';

/** The sandbox's events, for its page and waiting calls. */
export interface SandboxEvents {
	/** A message was accepted, or its state changed. */
	message: [Message];
	campaign: [Campaign];
	incoming: [IncomingMessage];
	block: [Block & { username: string; blocked: boolean }];
	sender: [Sender & { username: string }];
	feed: [{ id: number; state: string }];
	push: [{ id: number; state: string }];
	request: [LoggedRequest];
	clock: [{ now: number }];
	/** A fault was added, used up or removed. */
	faults: [];
	reset: [];
	/** Ends waiting calls. */
	closing: [];
}

export interface World {
	readonly settings: Settings;
	readonly clock: Clock;
	readonly events: EventEmitter<SandboxEvents>;
	readonly counters: Counters;
	readonly faults: Faults;
	readonly feeds: Feeds;
	readonly poster: FormPoster;
	readonly requests: RequestLog;
	readonly shortLinks: ShortLinks;
	state: State;
	latencyMs: number;
}

export function accountOf(world: World, username: string): Account {
	const account = world.state.accounts.get(username);
	if (account === undefined) throw new Error(`The sandbox has no account "${username}".`);
	return account;
}

/** Resets the world to its start. Only listeners, port and settings stay. */
export function resetWorld(world: World): void {
	world.clock.restart();
	world.state = seededState(world.clock.now());
	world.counters.clear();
	world.faults.clear();
	world.feeds.clear();
	world.requests.clear();
	world.latencyMs = world.settings.latencyMs;
	world.events.emit('reset');
}
