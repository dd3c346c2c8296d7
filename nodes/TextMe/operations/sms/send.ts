import { missingShipment } from '../../../output/replies';
import {
	messageField,
	ofMessages,
	readMessage,
	sender,
	sentMessages,
	smsOptions,
} from '../../options/message';
import { isSimplified } from '../../options/common';
import { recipientFields } from '../../options/recipients';
import { checkHourly, sendLimits } from '../../options/runLimits';
import { deliveryLimit, waitForDeliveryOption } from '../../options/waiting';
import type { Sending, SendOperation } from '../../operation';
import type { Parameters } from '../../parameters/parameters';
import { sendBulk } from './sendBulk';

const options = [...smsOptions, sendLimits, waitForDeliveryOption];

/** One text to phone numbers and contact lists (specification, sms). */
export const send: SendOperation = {
	...ofMessages,
	name: 'Send',
	value: 'send',
	action: 'Send SMS',
	description: 'Send one text to phone numbers, to contact lists or to both',
	tool: {
		use: 'Send a text message (SMS) to one person or a few. Use it only to text somebody; the text arrives exactly as you write it.',
		returns:
			'accepted, which means taken for sending and not delivered yet, and the externalId of each number, by which its delivery report is found.',
		omit: ['encoding'],
	},
	fields: [sender, ...recipientFields, messageField],
	options,
	concurrentRequests: 5,
	comparesTexts: true,
	read(parameters) {
		const sending = readMessage(parameters);
		checkHourly(parameters, sending.message);
		checkWait(parameters, sending);
		return { ...sending, deliveryLimit: deliveryLimit(parameters) };
	},
	outputs: sentMessages,
	warning: missingShipment,
	advice: {
		fromItems: 20,
		text: 'For many items use Send Bulk: it texts thousands of them in one request, each with a text of its own.',
		unless: options.filter((one) => !sendBulk.options?.includes(one)).map(({ name }) => name),
	},
};

/** Checks that the node can wait for delivery. Must come before the send, which cannot be undone. */
function checkWait(parameters: Parameters, { message }: Sending): void {
	const { people } = message.to;
	if (deliveryLimit(parameters) === undefined) return;
	const refusal = (reason: string) => parameters.refusal('waitForDelivery', reason);
	parameters.checkVersion("'Wait for Delivery'");
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
