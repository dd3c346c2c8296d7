import { acceptedSends, missingShipment, SEND_REPLY } from '../../../shared/replies';
import {
	atTime,
	messageField,
	outgoing,
	readMessage,
	sender,
	smsElement,
	smsOptions,
	withRecipients,
} from '../../options/message';
import type { Message } from '../../options/message';
import { isSimplified } from '../../options/common';
import {
	contactListsGuard,
	externalIdsOf,
	recipientCount,
	recipientFields,
} from '../../options/recipients';
import { deliveryLimit, waitForDeliveryOption } from '../../options/waiting';
import type { ItemOperation } from '../../operation';
import type { Parameters } from '../../parameters';

interface SentMessage extends Message {
	/** Milliseconds to wait for delivery. */
	deliveryLimit: number | undefined;
}

/** What a text and a call have in common. */
export const ofMessage = {
	root: 'sms',
	effect: 'send',
	messages: recipientCount,
	withRecipients,
	atTime: <M extends Message>(message: M, settings: unknown, at: number) => ({
		entry: atTime(message, at),
		settings,
	}),
	externalIds: ({ to }: Message) => externalIdsOf(to.people),
	replyFields: SEND_REPLY,
	warning: missingShipment,
} as const;

/** One text to any number of phone numbers and contact lists (specification, sms). */
export const send: ItemOperation<SentMessage> = {
	...ofMessage,
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
	guard: contactListsGuard('Text'),
	fields: [sender, ...recipientFields, messageField],
	options: [...smsOptions, waitForDeliveryOption],
	concurrentRequests: 5,
	read(parameters) {
		const message = readMessage(parameters);
		checkWait(parameters, message);
		return { ...message, deliveryLimit: deliveryLimit(parameters) };
	},
	delivery: ({ deliveryLimit: limit, when: { at } }) => ({ limit, at }),
	body: smsElement,
	outgoing,
	output: (reply, { to, text, settings: { timing } }) =>
		acceptedSends(reply, [{ ...to, text }], timing),
	advice: {
		fromItems: 20,
		text: 'Send Bulk texts thousands of items in one request, and takes a different text for each.',
	},
};

/** Checks before the send, which cannot be taken back, that the node can wait for delivery. */
function checkWait(parameters: Parameters, { to: { people } }: Message): void {
	if (deliveryLimit(parameters) === undefined) return;
	const refusal = (reason: string) => parameters.refusal('waitForDelivery', reason);
	if (!parameters.canWatch) throw refusal('needs n8n 2.3 or newer; update n8n');
	const { whyNoWait } = parameters;
	if (whyNoWait) throw refusal(`is not possible: ${whyNoWait}, or remove the option`);
	if (parameters.withoutExecution) {
		throw refusal(
			"is not possible in n8n's own Agents and under an MCP Server Trigger, which have no execution that could wait; remove the option",
		);
	}
	if (people.some(({ externalId }) => externalId === undefined)) {
		throw refusal(
			"needs an external ID for every phone number; take 'External IDs' out to have them made",
		);
	}
	if (people.length === 0) {
		throw refusal(
			'needs phone numbers; what becomes of the recipients of contact lists comes with Report, Get by Date',
		);
	}
	if (!isSimplified(parameters)) throw refusal("needs 'Simplify' to be on");
}
