import { Refusal } from '../refusal.mts';
import { planSend } from '../sending/planSend.mts';
import { readPart } from '../sending/readPart.mts';
import { readSendOptions } from '../sending/sendOptions.mts';
import type { Root } from './root.mts';

export const sms: Root = ({ world, account, body, now }) => {
	if (body.repeated === true) throw new Refusal(7);
	const options = readSendOptions(body, now);
	const drafts = readPart({ account, world }, body, options.international);
	const { campaignId, effect } = planSend(world, account, drafts, options);
	return {
		reply: { status: 0, message: 'SMS will be sent', shipment_id: String(campaignId) },
		effect,
	};
};
