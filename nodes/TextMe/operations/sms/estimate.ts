import type { IDataObject } from 'n8n-workflow';

import { fromGatewayDate } from '../../../../gateway/dates';
import { textWarnings } from '../../../planning/textWarnings';
import { isOncePerNumber, onePerNumberOption } from '../../fields/commonOptions';
import { limitsOption } from '../../fields/limits';
import { messageField, sender } from '../../fields/messageFields';
import { costOf, FirstOfEach } from '../../fields/outgoing';
import type { Outgoing } from '../../fields/outgoing';
import { recipientFields } from '../../fields/recipients';
import { heldBack } from '../../fields/sendingHours';
import { outgoing, smsElement, smsOptions } from '../../fields/smsElement';
import type { SmsElement } from '../../fields/smsElement';
import type { BatchOperation } from '../../operation';
import { numberOf } from '../../replies';

interface Message {
	element: SmsElement;
	oncePerNumber: boolean;
	/** The output of the message outside of the sending hours. */
	held: IDataObject | undefined;
}

/** The cost of a send (specification, sms and balance). Nothing is sent. */
export const estimate: BatchOperation<Message> = {
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
	entries: (parameters) => [
		{
			element: smsElement(parameters),
			oncePerNumber: isOncePerNumber(parameters),
			held: heldBack(parameters),
		},
	],
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

function estimatesOf(messages: Message[]): Estimate[] {
	const sentBefore = new FirstOfEach<Message>();
	return messages.map((message): Estimate => {
		const { element, oncePerNumber, held } = message;
		const sent = outgoing(element);
		const phones = sent.phones.filter(({ _: phone }) => {
			if (held) return false;
			return !oncePerNumber || sentBefore.before(sent, phone, message) === undefined;
		});
		const { length, credits } = costOf({ ...sent, phones });
		const unknown = UNKNOWN.filter(({ of }) => of(element, sent)).map(({ warning }) => warning);
		return {
			recipients: phones.length,
			duplicates: held ? 0 : sent.phones.length - phones.length,
			contactLists: element.destinations.cl_id,
			segments: length.segments,
			encoding: length.encoding,
			credits,
			...(element.timing === undefined ? {} : { scheduledFor: fromGatewayDate(element.timing) }),
			...held,
			isEstimate: unknown.length > 0,
			warnings: [...textWarnings(sent.text), ...unknown],
		};
	});
}

/** Additions of the service to a text or to its recipients, which nobody can count in advance. */
const UNKNOWN: Array<{ warning: string; of(element: SmsElement, sent: Outgoing): boolean }> = [
	{
		warning: 'Not counted: the opt-out text that the service adds',
		of: ({ add_unsubscribe: optOut }) => optOut !== undefined,
	},
	{
		warning: 'Not counted: the short links that the service puts in',
		of: (_, { links }) => links !== undefined,
	},
	{
		warning: 'Not counted: the fields of contacts that the service puts in',
		of: ({ add_dynamic: merged }) => merged !== undefined,
	},
	{
		warning: 'Not counted: the people on contact lists',
		of: (_, { contactLists }) => contactLists.length > 0,
	},
];
