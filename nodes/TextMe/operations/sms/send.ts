import { MAX_BULK_MESSAGES } from '../../../../gateway/limits';
import { messageField, sender } from '../../fields/messageFields';
import {
	contactListsGuard,
	externalIdsIn,
	recipientCount,
	recipientFields,
} from '../../fields/recipients';
import { heldBack } from '../../fields/sendingHours';
import { outgoing, smsElement, smsOptions, withPhones } from '../../fields/smsElement';
import type { SmsElement } from '../../fields/smsElement';
import { deliveryLimit, waitForDeliveryOption } from '../../fields/waiting';
import type { ItemOperation } from '../../operation';
import type { Parameters } from '../../parameters';
import { missingShipment, SEND_REPLY, textLength } from '../../../shared/acceptedReply';
import { acceptedSend } from './acceptedSends';

/** From this many items on, the node recommends Send Bulk. */
const MANY_ITEMS = 20;

function requests(items: number): string {
	const count = Math.ceil(items / MAX_BULK_MESSAGES);
	return count === 1 ? 'one request' : `${count} requests`;
}

/** One text to any number of phone numbers and contact lists (specification, sms). */
export const send: ItemOperation<SmsElement> = {
	name: 'Send',
	value: 'send',
	action: 'Send SMS',
	description: 'Send one text to phone numbers, to contact lists or to both',
	tool: {
		use: 'Send a text message (SMS) to one person or a few. Use it only when somebody is to be texted; the text arrives as it stands here.',
		returns:
			'accepted, which means taken for sending and not delivered yet, and the externalId of each number, by which its delivery report is found.',
		omit: ['encoding'],
	},
	root: 'sms',
	effect: 'send',
	guard: contactListsGuard,
	messages: recipientCount,
	fields: [sender, ...recipientFields, messageField],
	options: [...smsOptions, waitForDeliveryOption],
	concurrentRequests: 5,
	heldBack,
	body(parameters) {
		const element = smsElement(parameters);
		checkWait(parameters, element);
		return element;
	},
	goesOut: outgoing,
	withPhones,
	externalIds: ({ destinations }) => externalIdsIn(destinations),
	replyFields: SEND_REPLY,
	output: (reply, element) => ({
		...acceptedSend(reply, element),
		...textLength(element.message),
	}),
	warning: missingShipment,
	advice: (items) =>
		items < MANY_ITEMS
			? undefined
			: `Send Bulk does this in ${requests(items)} instead of ${items}, and takes a different text for each item.`,
};

/** Checks before the send, which cannot be taken back, that the node can wait for delivery. */
function checkWait(parameters: Parameters, { destinations: { phone } }: SmsElement): void {
	if (deliveryLimit(parameters) === undefined) return;
	if (!parameters.canWatch)
		throw parameters.refusal('waitForDelivery', 'needs n8n 2.3 or newer; update n8n');
	if (phone?.some(({ $ }) => $ === undefined)) {
		throw parameters.refusal(
			'waitForDelivery',
			"needs an external ID for every phone number; take 'External IDs' out to have them made",
		);
	}
	if (phone === undefined) {
		throw parameters.refusal(
			'waitForDelivery',
			'needs phone numbers; what becomes of the recipients of contact lists comes with Report, Get by Date',
		);
	}
	if (parameters.option<boolean>('simplify') === false) {
		throw parameters.refusal('waitForDelivery', "needs 'Simplify' to be on");
	}
}
