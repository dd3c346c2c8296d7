import { deliveryStatus } from './deliveryStatuses.mts';
import type { Feed } from './dialects.mts';
import type { Push, PushAddress } from './feeds.mts';
import { writeTime } from './israelTime.mts';
import { carrierOf, internationalPhone } from './phone.mts';
import type { Account, Block, IncomingMessage, Message } from './state.mts';
import type { World } from './world.mts';

function finish(world: World, push: Push, state: 'delivered' | 'dropped'): void {
	const address = world.feeds.addresses.get(push.addressId);
	if (address !== undefined) {
		if (push.state === 'held') address.held--;
		address[state]++;
	}
	push.state = state;
	push.retryAt = undefined;
	world.events.emit('push', push);
}

function hold(world: World, address: PushAddress, push: Push, delay: number): void {
	if (push.state !== 'held') address.held++;
	push.state = 'held';
	push.retryAt = world.clock.now() + delay;
	world.events.emit('push', push);
	world.clock.at(push.retryAt, () => attempt(world, address, push));
}

/** "Pushing to that URL stops automatically, with no notification" (specification, Events 2). */
function stop(world: World, address: PushAddress, answer: number | string): void {
	address.state = 'stopped';
	address.reason = `answered ${answer}`;
	world.events.emit('feed', address);
}

function attempt(world: World, address: PushAddress, push: Push): void {
	const registered = () => world.feeds.addresses.get(address.id) === address;
	if (!registered() || address.state === 'stopped') {
		finish(world, push, 'dropped');
		return;
	}
	const at = world.clock.now();
	const done = world.poster.post(push.url, push, world.settings.pushTimeoutMs).then((answer) => {
		// The sandbox was reset, or the address removed, before the receiver answered.
		if (!registered()) return;
		push.attempts.push({ at, answer });
		const delay = world.settings.pushRetryDelaysMs[push.attempts.length - 1];
		if (answer === 200) {
			finish(world, push, 'delivered');
		} else if (delay === undefined) {
			stop(world, address, answer);
			finish(world, push, 'dropped');
		} else {
			hold(world, address, push, delay);
		}
	});
	world.clock.track(done);
}

function send(world: World, account: Account, feed: Feed, fields: Record<string, string>): void {
	for (const address of world.feeds.addressesFor(feed, account.username)) {
		attempt(world, address, world.feeds.add(address, fields));
	}
}

/** Pushes the same content again, like a retry after a lost answer, so a receiver sees no difference. */
export function repeatPush(world: World, id: number): Push {
	const push = world.feeds.pushes[id - 1];
	const address = push && world.feeds.addresses.get(push.addressId);
	if (push === undefined || address === undefined)
		throw new Error(`There is no push ${id} to repeat.`);
	const again = world.feeds.add(address, push.fields);
	attempt(world, address, again);
	return again;
}

/** A message without an external ID gets no reports (specification, Message destination). */
export function pushReport(world: World, account: Account, message: Message, code: number): void {
	if (message.externalId === '') return;
	const { he, en } = deliveryStatus(code);
	send(world, account, 'delivery', {
		external_id: message.externalId,
		status: String(code),
		he_message: he,
		en_message: en,
		date: writeTime(world.clock.now(), 'second'),
		phone: internationalPhone(message.phone),
		// Misspelled only in pushes (specification, Feeds).
		operaor: carrierOf(message.phone),
		shipment_id: String(message.campaignId),
	});
}

export function pushIncoming(world: World, account: Account, incoming: IncomingMessage): void {
	send(world, account, 'incoming', {
		message: incoming.message,
		date: writeTime(incoming.at, 'second'),
		phone: internationalPhone(incoming.phone),
		dest: incoming.dest,
	});
}

export function pushBlock(world: World, account: Account, block: Block): void {
	send(world, account, 'blocklist', {
		message: 'המספר נחסם לקבלת הודעות',
		date: writeTime(block.at, 'second'),
		dest: internationalPhone(block.phone),
	});
}
