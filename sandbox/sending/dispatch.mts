import { deliveryStatus } from '../deliveryStatuses.mts';
import { magicPhone, type PlannedReport } from '../magic.mts';
import { pushReport } from '../pushes.mts';
import { index, type Account, type Campaign, type Message } from '../state.mts';
import type { World } from '../world.mts';

const DELIVERED = 102;
const BLOCKED = { customer: 201, recipient: 17 } as const;

// Assumptions: sandboxBlocking, blockAfterSend
/** Numbers that the customer blocked report 201, "on request"; those that opted out report 17: the division is a guess. */
function plannedReports(world: World, account: Account, message: Message): PlannedReport[] {
	const delay = world.settings.deliveryDelayMs;
	const block = account.blocked.get(message.phone);
	if (block !== undefined) return [{ afterMs: delay, code: BLOCKED[block.by] }];
	const magic = magicPhone(message.phone);
	if (magic === undefined || (magic.kosher === true && message.kind === 'voice')) {
		return [{ afterMs: delay, code: DELIVERED }];
	}
	return magic.reports(delay);
}

function report(world: World, account: Account, message: Message, code: number): void {
	message.dlr = code;
	message.dlrAt = world.clock.now();
	message.state = deliveryStatus(code).state;
	world.events.emit('message', message);
	pushReport(world, account, message, code);
	if (magicPhone(message.phone)?.pushedTwice === true) pushReport(world, account, message, code);
}

/** Sends a campaign, and plans its reports: one job for all reports of the same time. */
export function dispatch(world: World, account: Account, campaign: Campaign): void {
	if (campaign.state !== 'scheduled') return;
	const now = world.clock.now();
	const due = new Map<number, [Message, number][]>();
	campaign.state = 'sent';
	for (const message of campaign.messages) {
		message.state = 'accepted';
		message.sentAt = now;
		account.sent.push(message);
		if (!account.blocked.has(message.phone)) account.lastSentTo.set(message.phone, now);
		for (const { afterMs, code } of plannedReports(world, account, message)) {
			index(due, now + afterMs, [message, code]);
		}
		world.events.emit('message', message);
	}
	world.events.emit('campaign', campaign);
	for (const [time, reports] of due) {
		world.clock.at(time, () => {
			for (const [message, code] of reports) report(world, account, message, code);
		});
	}
}
