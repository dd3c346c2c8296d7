import type { MessageState } from '../deliveryStatuses.mts';
import { samePhone } from '../phone.mts';
import type { Message, MessageKind } from '../state.mts';
import type { World } from '../world.mts';

/** All given conditions must hold. */
export interface MessageFilter {
	phone?: string;
	text?: string;
	textIncludes?: string;
	externalId?: string;
	state?: MessageState;
	kind?: MessageKind;
	source?: string;
	username?: string;
	campaignId?: number;
	campaignName?: string;
	dlr?: number;
}

const EQUALS = [
	'text',
	'externalId',
	'state',
	'kind',
	'source',
	'username',
	'campaignId',
	'campaignName',
	'dlr',
] as const;

export function messageMatches(message: Message, filter: MessageFilter): boolean {
	if (filter.phone !== undefined && message.phone !== samePhone(filter.phone)) return false;
	if (filter.textIncludes !== undefined && !message.text.includes(filter.textIncludes))
		return false;
	return EQUALS.every((name) => filter[name] === undefined || message[name] === filter[name]);
}

/** The smallest indexed set that contains all matches. */
function candidates({ state }: World, filter: MessageFilter): readonly Message[] {
	if (filter.phone !== undefined) return state.messagesByPhone.get(samePhone(filter.phone)) ?? [];
	if (filter.campaignId !== undefined)
		return state.campaigns.get(filter.campaignId)?.messages ?? [];
	if (filter.externalId !== undefined) {
		const id = filter.externalId;
		return [...state.accounts.values()].flatMap((account) => account.byExternalId.get(id) ?? []);
	}
	return state.messages;
}

export function findMessages(world: World, filter: MessageFilter = {}): Message[] {
	return candidates(world, filter)
		.filter((message) => messageMatches(message, filter))
		.map((message) => ({ ...message }));
}
