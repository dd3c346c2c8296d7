import type { IDataObject } from 'n8n-workflow';

import { fromGatewayDate } from '../../../../gateway/dates';
import { textWarnings } from '../../../planning/textWarnings';
import { numberOf } from '../../../shared/replies';
import { isOncePerNumber, onePerNumberOption } from '../../options/common';
import {
	costOf,
	FirstOfEach,
	heldMessage,
	messageField,
	outgoing,
	readMessage,
	sender,
	smsOptions,
} from '../../options/message';
import type { Message } from '../../options/message';
import { recipientFields } from '../../options/recipients';
import { limitsOption } from '../../options/runLimits';
import type { BatchOperation } from '../../operation';

interface EstimatedMessage extends Message {
	oncePerNumber: boolean;
}

/** The cost of a send (specification, sms and balance). Nothing is sent. */
export const estimate: BatchOperation<EstimatedMessage> = {
	name: 'Estimate',
	value: 'estimate',
	action: 'Estimate SMS',
	description: 'Find out what a send costs and what is left of the balance, without sending it',
	tool: {
		use: 'Find out what text messages would cost before they are sent, and whether the balance is enough.',
		returns:
			'recipients, segments and warnings of each message, and under run the credits of all of them and balanceAfterwards.',
	},
	root: 'balance',
	effect: 'read',
	fields: [sender, ...recipientFields, messageField],
	options: [onePerNumberOption, ...smsOptions.filter((option) => option !== limitsOption)],
	limit: Infinity,
	read: (parameters) => ({
		...readMessage(parameters),
		oncePerNumber: isOncePerNumber(parameters),
	}),
	batchBody: () => ({}),
	replyFields: ['balance', 'international_balance'],
	outputs({ tree }, messages) {
		const estimates = estimatesOf(messages);
		const total = (of: (each: Estimate) => number) =>
			estimates.reduce((sum, each) => sum + of(each), 0);
		const credits = total((each) => each.credits);
		const balance = numberOf(tree.balance);
		const run = {
			recipients: total((each) => each.recipients),
			duplicates: total((each) => each.duplicates),
			segments: total((each) => each.segments * each.recipients),
			credits,
			balance,
			balanceAfterwards: typeof balance === 'number' ? balance - credits : undefined,
			isEstimate: estimates.some((each) => each.isEstimate),
		};
		return estimates.map((each) => ({ ...each, run }));
	},
};

interface Estimate extends IDataObject {
	recipients: number;
	duplicates: number;
	segments: number;
	credits: number;
	isEstimate: boolean;
}

function estimatesOf(messages: EstimatedMessage[]): Estimate[] {
	const sentBefore = new FirstOfEach<Message>();
	return messages.map((message): Estimate => {
		const held = heldMessage(message);
		const sent = outgoing(message);
		const people = sent.people.filter(({ phone }) => {
			if (held) return false;
			return !message.oncePerNumber || sentBefore.before(sent, phone, message) === undefined;
		});
		const { length, credits } = costOf({ ...sent, people });
		const unknown = UNKNOWN.filter(({ of }) => of(message)).map(({ warning }) => warning);
		return {
			recipients: people.length,
			duplicates: held ? 0 : sent.people.length - people.length,
			...(sent.lists.length > 0 && { contactLists: [...sent.lists] }),
			segments: length.segments,
			encoding: length.encoding,
			credits,
			...(sent.timing === undefined ? {} : { scheduledFor: fromGatewayDate(sent.timing) }),
			...held,
			isEstimate: unknown.length > 0,
			warnings: [...textWarnings(sent.text), ...unknown],
		};
	});
}

/** Additions of the service to a text or to its recipients, which nobody can count in advance. */
const UNKNOWN: Array<{ warning: string; of(message: Message): boolean }> = [
	{
		warning: 'Not counted: the opt-out text that the service adds',
		of: ({ settings }) => settings.add_unsubscribe !== undefined,
	},
	{
		warning: 'Not counted: the short links that the service puts in',
		of: ({ links }) => links.length > 0,
	},
	{
		warning: 'Not counted: the fields of contacts that the service puts in',
		of: ({ isMerged }) => isMerged,
	},
	{
		warning: 'Not counted: the people on contact lists',
		of: ({ to }) => to.lists.length > 0,
	},
];
