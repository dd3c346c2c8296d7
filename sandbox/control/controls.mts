import { writeTime } from '../israelTime.mts';
import { accounts } from '../drawer/accounts.mts';
import { thread, threads, type ThreadFilter } from '../drawer/threads.mts';
import { FEEDS, type Feed } from '../dialects.mts';
import type { Push, PushAddress } from '../feeds.mts';
import { conversation, handsetReply, handsets, optOut, type HandsetAction } from '../handset.mts';
import { MAGIC_PHONES, MAGIC_WORDS } from '../magic.mts';
import { senderKey } from '../newAccount.mts';
import { samePhone } from '../phone.mts';
import { repeatPush } from '../pushes.mts';
import type { LoggedRequest } from '../requestLog.mts';
import { ROOTS } from '../roots/roots.mts';
import { SEEDED } from '../seed.mts';
import { FAULT_KINDS, type FaultKind } from '../wire/faultKinds.mts';
import type { FaultSpec } from '../wire/faults.mts';
import { accountOf, resetWorld, type World } from '../world.mts';
import { findMessages, type MessageFilter } from './messageFilter.mts';
import { waitForMessage } from './waitForMessage.mts';

const DEMO = SEEDED.account.username;

const faultKinds = Object.entries<FaultKind>(FAULT_KINDS).map(
	([kind, { name, meaning, common = false, phase }]) => ({ kind, name, meaning, common, phase }),
);

export interface ClockView {
	now: number;
	iso: string;
	frozen: boolean;
	/** The time of the next job: a report, a scheduled campaign, a retried push. */
	next: number | undefined;
}

function addressOf(world: World, id: number): PushAddress {
	const address = world.feeds.addresses.get(id);
	if (address === undefined) throw new Error(`There is no push address ${id}.`);
	return address;
}

function clockView({ clock }: World): ClockView {
	const now = clock.now();
	return { now, iso: writeTime(now, 'iso'), frozen: clock.frozen, next: clock.next };
}

/** Everything that the real service lacks: the functions of `/sandbox/` and the `Sandbox` object. */
export function createControls(world: World) {
	const { clock, feeds, faults } = world;
	const changed = () => {
		const view = clockView(world);
		world.events.emit('clock', view);
		return view;
	};
	return {
		reset: () => resetWorld(world),

		registerPush: (wanted: { feed: Feed; url: string; username?: string }): PushAddress => {
			const { feed, url, username = DEMO } = wanted;
			if (!FEEDS.includes(feed)) throw new Error(`No feed is called "${String(feed)}".`);
			const address = feeds.register(feed, url, accountOf(world, username).username);
			world.events.emit('feed', address);
			return address;
		},
		pushAddresses: (): PushAddress[] => [...feeds.addresses.values()],
		removePush: (id: number): void => {
			const address = addressOf(world, id);
			feeds.addresses.delete(id);
			world.events.emit('feed', { ...address, state: 'removed' });
		},
		/** Restarts a stopped feed, as the provider's support does. Dropped pushes stay dropped. */
		restartPush: (id: number): PushAddress => {
			const address = addressOf(world, id);
			address.state = 'active';
			address.reason = undefined;
			world.events.emit('feed', address);
			return address;
		},
		pushLog: (filter: { feed?: Feed; addressId?: number; latest?: number } = {}): Push[] =>
			feeds.pushes
				.filter(
					({ feed, addressId }) =>
						(filter.feed ?? feed) === feed && (filter.addressId ?? addressId) === addressId,
				)
				.slice(-(filter.latest ?? Infinity)),
		repeatPush: (id: number): Push => repeatPush(world, id),

		clock: () => clockView(world),
		freezeClock: () => {
			clock.freeze();
			return changed();
		},
		runClock: () => {
			clock.resume();
			return changed();
		},
		/** Resolves when all jobs of that time have run, including pushes and their answers. */
		advanceClock: async (ms: number): Promise<ClockView> => {
			if (!(ms >= 0)) throw new Error(`Not a time to pass: ${ms} ms.`);
			await clock.advance(ms);
			return changed();
		},
		setClock: async (to: string | number | Date): Promise<ClockView> => {
			const time = new Date(to).getTime();
			if (Number.isNaN(time)) throw new Error(`Not a moment: ${String(to)}`);
			await clock.set(time);
			return changed();
		},
		settle: () => clock.settle(),

		handsetReply: (reply: HandsetAction & { text: string; dest?: string }) =>
			handsetReply(world, reply),
		optOut: (action: HandsetAction) => optOut(world, action),
		handsets: () => handsets(world),
		conversation: (phone: string) => conversation(world, phone),
		threads: (filter?: ThreadFilter) => threads(world, filter),
		thread: (phone: string, filter?: { latest?: number }) => thread(world, phone, filter?.latest),
		lastOtp: (phone: string): string | undefined => world.state.lastCodes.get(samePhone(phone)),
		/** Replaces following the link, or making the call (specification, Sender verification). */
		verifySender: ({ number, username = DEMO }: { number: string; username?: string }) => {
			const sender = accountOf(world, username).senders.get(senderKey(number));
			if (sender === undefined) throw new Error(`${number} was never submitted for verification.`);
			sender.state = 'verified';
			sender.updatedAt = clock.now();
			world.events.emit('sender', { ...sender, username });
			return sender;
		},
		accounts: () => accounts(world),
		accountView: (username: string = DEMO) => {
			const { name, parent, credits, agorot, mail, senders, blocked } = accountOf(world, username);
			return {
				username,
				name,
				parent,
				credits,
				money: agorot / 100,
				mail,
				senders: [...senders.values()],
				blocked: [...blocked.values()],
			};
		},

		messages: (filter?: MessageFilter) => findMessages(world, filter),
		waitForMessage: (filter?: MessageFilter, timeoutMs?: number) =>
			waitForMessage(world, filter, timeoutMs),
		counters: () => world.counters.view(),
		timesSent: (phone: string, text: string): number =>
			world.counters.timesSent(samePhone(phone), text),
		requests: (filter: { root?: string } = {}): LoggedRequest[] => world.requests.list(filter.root),

		addFault: (spec: FaultSpec) => faults.add(spec),
		faults: () => faults.all(),
		faultChoices: () => ({ kinds: faultKinds, roots: [...ROOTS.keys()] }),
		magic: () => ({ phones: MAGIC_PHONES, words: MAGIC_WORDS }),
		removeFault: (id: number): void => {
			if (!faults.remove(id)) throw new Error(`There is no fault ${id}.`);
		},
		clearFaults: () => faults.clear(),
		setLatency: (ms: number): void => {
			world.latencyMs = ms;
		},
	};
}

export type Controls = ReturnType<typeof createControls>;
