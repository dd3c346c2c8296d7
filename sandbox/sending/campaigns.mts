import { index, type Account, type Campaign, type Message } from '../state.mts';
import type { World } from '../world.mts';
import { dispatch } from './dispatch.mts';
import type { Draft } from './readPart.mts';
import type { SendOptions } from './sendOptions.mts';

/** SMS credits, and hundredths of a shekel for messages abroad. */
export interface Cost {
	credits: number;
	agorot: number;
}

export interface CampaignStart extends Pick<SendOptions, 'sendAt' | 'campaignName' | 'optOut'> {
	id: number;
	cost: Cost;
	drafts: readonly Draft[];
}

function newMessage(
	world: World,
	campaign: Campaign,
	draft: Draft,
	optOut: Message['optOut'],
): Message {
	const { phone, externalId, source, text, kind, speech, segments } = draft;
	const message: Message = {
		id: world.state.messages.length + 1,
		username: campaign.username,
		campaignId: campaign.id,
		campaignName: campaign.name,
		kind,
		phone,
		externalId,
		source,
		text,
		speech,
		optOut,
		segments,
		state: 'scheduled',
		acceptedAt: world.clock.now(),
		sentAt: undefined,
		dlr: undefined,
		dlrAt: undefined,
	};
	world.state.messages.push(message);
	index(world.state.messagesByPhone, phone, message);
	world.counters.message(message);
	return message;
}

export function startCampaign(world: World, account: Account, start: CampaignStart): void {
	const { id, campaignName, sendAt, cost, drafts, optOut } = start;
	const campaign: Campaign = {
		id,
		name: campaignName,
		username: account.username,
		state: 'scheduled',
		sendAt,
		credits: cost.credits,
		agorot: cost.agorot,
		messages: [],
	};
	account.credits -= cost.credits;
	account.agorot -= cost.agorot;
	world.state.campaigns.set(id, campaign);
	if (campaignName !== '') index(account.campaignsByName, campaignName, campaign);
	campaign.messages = drafts.map((draft) => newMessage(world, campaign, draft, optOut));
	for (const message of campaign.messages) {
		if (message.externalId !== '') index(account.byExternalId, message.externalId, message);
	}
	if (sendAt <= world.clock.now()) {
		dispatch(world, account, campaign);
		return;
	}
	for (const message of campaign.messages) world.events.emit('message', message);
	world.events.emit('campaign', campaign);
	world.clock.at(sendAt, () => dispatch(world, account, campaign));
}

// Assumption: sandboxValues
/** Refunds a cancelled campaign: a guess. */
export function cancelCampaign(world: World, account: Account, campaign: Campaign): void {
	campaign.state = 'cancelled';
	account.credits += campaign.credits;
	account.agorot += campaign.agorot;
	for (const message of campaign.messages) {
		message.state = 'cancelled';
		world.counters.cancelled(message);
		world.events.emit('message', message);
	}
	world.events.emit('campaign', campaign);
}
