import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { normalizePhone } from '../../../../gateway/phone';
import { checkSender } from '../../../../gateway/sender';
import type { GatewayTree } from '../../../../gateway/tree';
import { textWithLink, textWithoutLink } from '../../answers/answerLink';
import type { Page, Way } from '../../answers/question';
import { WAITING } from '../../answers/waitForAnswer';
import { limitWaitTimeOption, waitUntil } from '../../fields/limitWaitTime';
import { messageField } from '../../fields/message';
import { phoneNumber } from '../../fields/phoneNumber';
import { internationalOption } from '../../fields/phoneNumbers';
import type { Phone } from '../../fields/recipients';
import { withIds } from '../../fields/recipients';
import { sender } from '../../fields/sender';
import type { ItemOperation } from '../../operation';
import type { Parameters } from '../../parameters';
import { missingShipment, textLength } from './acceptedSends';

const showFor = (way: Way) => ({ show: { responseType: [way] } });

/** The names and values of these two are n8n's, which makes a human-review tool of the operation. */
const responseType: INodeProperties = {
	displayName: 'Response Type',
	name: 'responseType',
	type: 'options',
	options: [
		{
			name: 'Approval',
			value: 'approval',
			description: 'The link in the message opens a page with a button to approve',
		},
		{
			name: 'Free Text',
			value: 'freeText',
			description: 'The link in the message opens a page to write an answer',
		},
	],
	default: 'approval',
};

const IN_ITS_LANGUAGE = 'Chosen by the language of the message when left empty';

const approvalOptions: INodeProperties = {
	displayName: 'Approval Options',
	name: 'approvalOptions',
	type: 'fixedCollection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Type of Approval',
					name: 'approvalType',
					type: 'options',
					options: [
						{ name: 'Approve Only', value: 'single' },
						{ name: 'Approve and Disapprove', value: 'double' },
					],
					default: 'single',
				},
				{
					displayName: 'Approve Button Label',
					name: 'approveLabel',
					type: 'string',
					default: '',
					placeholder: 'e.g. Approve',
					description: IN_ITS_LANGUAGE,
				},
				{
					displayName: 'Disapprove Button Label',
					name: 'disapproveLabel',
					type: 'string',
					default: '',
					placeholder: 'e.g. Decline',
					description: IN_ITS_LANGUAGE,
					displayOptions: { show: { approvalType: ['double'] } },
				},
			],
		},
	],
	displayOptions: showFor('approval'),
};

const pageTitle: INodeProperties = {
	displayName: 'Page Title',
	name: 'pageTitle',
	type: 'string',
	default: '',
	placeholder: 'e.g. Order 1042',
	description: `Heading of the page behind the link. ${IN_ITS_LANGUAGE}.`,
};

const sendButtonLabel: INodeProperties = {
	displayName: 'Send Button Label',
	name: 'sendButtonLabel',
	type: 'string',
	default: '',
	placeholder: 'e.g. Send',
	description: IN_ITS_LANGUAGE,
	displayOptions: { show: { '/responseType': ['freeText'] } },
};

const shortenLink: INodeProperties = {
	displayName: 'Shorten Link',
	name: 'shortenLink',
	type: 'boolean',
	default: false,
	description:
		'Whether the service shortens the link, which saves an SMS or two. A short link can be found by trying: leave this off where a wrong answer does harm.',
};

/** The short link of the only link of a message (specification, sms). */
const SHORT_LINK_ID = '1';

interface AskElement extends GatewayTree {
	source: string;
	destinations: { phone: Phone[] };
	message: string;
	links: GatewayTree | undefined;
}

/** Asks a person by text and goes on with the answer (specification, sms; n8n's own Send and Wait for Response). */
export const sendAndWait: ItemOperation<AskElement> = {
	name: 'Send and Wait for Response',
	// n8n knows by it that the node waits for a person.
	value: 'sendAndWait',
	action: 'Send SMS and wait for response',
	description: 'Ask one person by text and go on with the answer',
	root: 'sms',
	effect: 'send',
	fields: [
		sender,
		{ ...phoneNumber, displayName: 'To', description: 'One number, written any way you like' },
		{
			...messageField,
			placeholder: 'e.g. Order 1042 costs 5,000 ₪. Please approve: {link}',
			description:
				'The text, up to 1005 characters with the link. Write {link} where the link belongs; it comes at the end otherwise.',
		},
		responseType,
		approvalOptions,
	],
	options: [internationalOption, limitWaitTimeOption, pageTitle, sendButtonLabel, shortenLink],
	body(parameters) {
		if (parameters.itemCount > 1) {
			throw parameters.refuse(
				'Send and Wait for Response',
				`takes one input item at a time, not ${parameters.itemCount}; put a Loop Over Items node with batch size 1 before it, or run it in a sub-workflow for each item`,
			);
		}
		if (!parameters.canWait) {
			throw parameters.refuse(
				'Send and Wait for Response',
				'cannot wait inside an AI Agent of version 2 or older; replace that by a new AI Agent node',
			);
		}
		const international = parameters.option<boolean>('includesInternational') === true;
		const phone = parameters.checked('phone', (value: string) =>
			normalizePhone(value, { international }),
		);
		// Found out before the message goes out that cannot be taken back.
		waitUntil(parameters);
		const { answerLink } = parameters;
		const isShort = parameters.option<boolean>('shortenLink') === true;
		return {
			source: parameters.checked('source', checkSender),
			destinations: { phone: withIds(parameters, [phone], 'externalIds') },
			message: parameters.checked('message', (text: string) =>
				textWithLink(text, isShort ? `[link-${SHORT_LINK_ID}]` : answerLink),
			),
			links: isShort ? { link: [{ $: { id: SHORT_LINK_ID }, _: answerLink }] } : undefined,
			includes_international: international ? '1' : undefined,
		};
	},
	externalIds: ({ destinations }) => destinations.phone.map(({ $ }) => $.id),
	output: ({ tree }, { destinations, message, links }): IDataObject => ({
		outcome: WAITING,
		phone: destinations.phone[0]?._,
		externalId: destinations.phone[0]?.$.id,
		shipmentId: tree.shipment_id,
		...(links ? {} : textLength(message)),
		sentAt: new Date().toISOString(),
	}),
	warning: missingShipment,
	waiting: (parameters) => ({ until: waitUntil(parameters), page: pageOf(parameters) }),
};

function pageOf(parameters: Parameters): Page {
	const way = parameters.get<Way>('responseType');
	return {
		way,
		sender: parameters.checked('source', checkSender),
		title: text(parameters.option('pageTitle')),
		message: textWithoutLink(text(parameters.get('message'))),
		...(way === 'approval'
			? approvalLabels(parameters)
			: { confirmLabel: text(parameters.option('sendButtonLabel')) }),
	};
}

function approvalLabels(parameters: Parameters): Pick<Page, 'confirmLabel' | 'declineLabel'> {
	const { values = {} } = parameters.get<{ values?: IDataObject }>('approvalOptions');
	const confirmLabel = text(values.approveLabel);
	return values.approvalType === 'double'
		? { confirmLabel, declineLabel: text(values.disapproveLabel) }
		: { confirmLabel };
}

const text = (value: unknown): string => String(value ?? '').trim();
