import { refusesCancel } from '../magic.mts';
import { missing, Refusal } from '../refusal.mts';
import { cancelCampaign } from '../sending/campaigns.mts';
import type { Campaign } from '../state.mts';
import { text } from '../wire/tree.mts';
import type { Call, Outcome, Root } from './root.mts';

/** Statuses of a campaign that cannot be cancelled any more (specification, Campaign). */
const TOO_LATE = { cancelled: 955, sent: 966 } as const;

function byId({ world, account }: Call, id: string): Outcome {
	const campaign = world.state.campaigns.get(Number(id));
	if (campaign === undefined || campaign.username !== account.username) throw new Refusal(977);
	if (campaign.state !== 'scheduled') throw new Refusal(TOO_LATE[campaign.state]);
	if (refusesCancel(campaign.name)) throw new Refusal(970);
	return {
		reply: { status: 0, message: 'Campaign was cancelled' },
		effect: () => cancelCampaign(world, account, campaign),
	};
}

// Assumption: shipmentIsCampaign
/** The place of the count is not shown; `message` is a guess (gateway-api 5), and so are the statuses of a cancel by name. */
function byName({ world, account }: Call, name: string): Outcome {
	const campaigns: readonly Campaign[] = account.campaignsByName.get(name) ?? [];
	const pending = campaigns.filter(({ state }) => state === 'scheduled');
	if (campaigns.length === 0) throw new Refusal(977);
	if (pending.length === 0) {
		throw new Refusal(campaigns.some(({ state }) => state === 'sent') ? 966 : 955);
	}
	if (refusesCancel(name)) throw new Refusal(970);
	return {
		reply: { status: 0, message: `${pending.length} campaigns were cancelled` },
		effect: () => pending.forEach((campaign) => cancelCampaign(world, account, campaign)),
	};
}

export const cancel: Root = (call) => {
	const id = text(call.body, 'campaign_id') ?? '';
	const name = text(call.body, 'campaign_name') ?? '';
	if (id !== '') return byId(call, id);
	if (name === '') throw missing('campaign_id');
	return byName(call, name);
};
