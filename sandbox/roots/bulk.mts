import { invalid, missing } from '../refusal.mts';
import { planSend } from '../sending/planSend.mts';
import { readPart } from '../sending/readPart.mts';
import { readSendOptions } from '../sending/sendOptions.mts';
import { isTree, many, one, type Tree } from '../wire/tree.mts';
import type { Root } from './root.mts';

const MOST = 2_500;

/** `{"sms": […]}` by the conversion rule, or the documented "array of objects", with or without `sms` (gateway-api 3). */
function partsOf(body: Tree): Tree[] {
	return many(body, 'messages')
		.flatMap((entry) => {
			const inner = many(entry, 'sms');
			return inner.length > 0 ? inner : [entry];
		})
		.filter((part): part is Tree => isTree(part) && one(part, 'sms') === undefined);
}

export const bulk: Root = ({ world, account, body, now }) => {
	const parts = partsOf(body);
	if (parts.length === 0) throw missing('messages');
	if (parts.length > MOST) throw invalid(`more than ${MOST} messages`);
	const options = readSendOptions(body, now);
	// Assumption: aboutOneMessage
	// It is a guess that one bad message refuses the batch: for the balance, a batch "fails as a whole".
	const drafts = parts.flatMap((part) => readPart({ account, world }, part, options.international));
	const { campaignId, effect } = planSend(world, account, drafts, options);
	return {
		reply: { status: 0, message: 'SMS will be sent', shipment_id: String(campaignId) },
		effect,
	};
};
