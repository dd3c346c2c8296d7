import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../../../../gateway/checks';
import { toGatewayDate } from '../../../../gateway/dates';
import { checkSender } from '../../../../gateway/identifiers';
import { MAX_BULK_MESSAGES } from '../../../../gateway/limits';
import { list } from '../../../../gateway/lists';
import { checkMessage, measureMessage } from '../../../../gateway/messageLength';
import type { GatewayTree } from '../../../../gateway/tree';
import { checkWithoutFields } from '../../fields/contactLists';
import { links, linksOption } from '../../fields/links';
import { messageField, sender } from '../../fields/messageFields';
import { phoneNumbers } from '../../fields/phoneNumbers';
import {
	externalIdsIn,
	externalIdsOption,
	phonesWithIds,
	sharedIds,
} from '../../fields/recipients';
import type { Phone } from '../../fields/recipients';
import { heldBack } from '../../fields/sendingHours';
import { checkOptOut, sendSettingOptions, sendSettings } from '../../fields/sendSettings';
import { spreadOverOption, stepTimes } from '../../fields/spreadOver';
import type { BatchOperation } from '../../operation';
import type { Parameters } from '../../parameters';
import { missingShipment, SEND_REPLY } from '../../../shared/acceptedReply';
import { acceptedSends } from './acceptedSends';

const contactList: INodeProperties = {
	displayName: 'Contact List Name or ID',
	name: 'contactList',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getContactLists' },
	default: '',
	description:
		'Sends the message to this contact list as well; an item may have none. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

const bulkMessage: INodeProperties = {
	...messageField,
	placeholder: 'e.g. Hello {{ $json.name }}, your order is on its way',
	hint: 'Each input item is one message. Use expressions for what differs.',
};

interface BulkMessage extends GatewayTree {
	source: string;
	destinations: { phone: Phone[] };
	message: string;
	links: GatewayTree | undefined;
	cl_id: string | undefined;
}

interface BulkSettings extends GatewayTree {
	campaign_name: string;
	timing?: string;
}

/** Statuses about the sender: unverified, or of the wrong length. */
const ABOUT_THE_SENDER = [515, 992];

/** A message of its own for every input item, in as few requests as the gateway allows (specification, bulk). */
export const sendBulk: BatchOperation<BulkMessage, BulkSettings> = {
	name: 'Send Bulk',
	value: 'sendBulk',
	action: 'Send bulk SMS',
	description: 'Send a text for each input item, thousands of them in one request',
	tool: {
		use: 'Send a text for each input item, many of them at once.',
		returns: 'accepted, and the externalId of each number.',
		omit: ['encoding'],
	},
	root: 'bulk',
	rootFor: (messages) => (isOneText(messages) ? 'sms' : 'bulk'),
	effect: 'send',
	guard: { because: 'it texts many people at once' },
	messages: (parameters) =>
		phonesWithIds(parameters).length + list(parameters.option('contactList')).length,
	checksFirst: true,
	fields: [sender, phoneNumbers, bulkMessage],
	options: [contactList, externalIdsOption, linksOption, spreadOverOption, ...sendSettingOptions],
	heldBack,
	limit: MAX_BULK_MESSAGES,
	entries(parameters) {
		const source = senderOf(parameters);
		// Checked before anything is sent.
		stepTimes(parameters);
		const phone = phonesWithIds(parameters);
		const message = parameters.checked('message', (text: string) =>
			checkWithoutFields(checkMessage(text)),
		);
		return [
			{
				source,
				destinations: { phone },
				message,
				links: links(parameters, message),
				cl_id: parameters.checkedOption('contactList', oneContactList),
			},
		];
	},
	settings: (parameters) =>
		parameters.fromFields(['options'], 'bulk settings', () => {
			const settings = sendSettings(parameters);
			const name = settings.campaign_name as string | undefined;
			// One name for all batches of a run, so that one cancel by name stops them all.
			return { ...settings, campaign_name: name ?? parameters.runId };
		}),
	inStep(settings, parameters, position, count) {
		const times = stepTimes(parameters);
		const step = Math.floor((position * (times?.length ?? 0)) / count);
		const time = times?.[step];
		return time === undefined ? settings : { ...settings, timing: toGatewayDate(time) };
	},
	// Assumption: jsonBulk
	batchBody(messages, settings) {
		const [first] = messages;
		return first && isOneText(messages)
			? { ...first, destinations: { phone: phonesOf(messages) }, ...settings }
			: { messages: { sms: messages }, ...settings };
	},
	replyFields: SEND_REPLY,
	outputs(reply, messages, { campaign_name: campaignName, timing }) {
		const sends = acceptedSends(
			reply,
			messages.map(({ destinations, cl_id: list }) =>
				list === undefined ? destinations : { ...destinations, cl_id: [list] },
			),
			timing,
		);
		return sends.map((output, index) => {
			const { segments, encoding } = measureMessage(messages[index]?.message ?? '');
			return Object.assign(output, { segments, encoding, campaignName });
		});
	},
	goesOut: ({ destinations, cl_id, message, links: shortened }, { timing }) => ({
		phones: destinations.phone,
		contactLists: cl_id === undefined ? [] : [cl_id],
		text: message,
		links: shortened,
		timing,
	}),
	// A message of a batch needs a number, even with a contact list.
	withPhones: (message, phone) =>
		phone.length === 0 ? undefined : { ...message, destinations: { phone } },
	entryExternalIds: ({ destinations }) => externalIdsIn(destinations),
	sharesFault: (status, culprit, other) =>
		ABOUT_THE_SENDER.includes(status) && culprit.source === other.source,
	warning: (reply, externalIds = []) =>
		[missingShipment(reply), sharedIds(externalIds)].filter(Boolean).join(' ') || undefined,
};

/** Whether all messages are the same text from the same sender, so that one `sms` with many numbers will do. */
function isOneText(messages: BulkMessage[]): boolean {
	const [first] = messages;
	return messages.every(
		({ source, message, cl_id, links: shortened }) =>
			message === first?.message &&
			source === first.source &&
			cl_id === undefined &&
			JSON.stringify(shortened) === JSON.stringify(first.links),
	);
}

const phonesOf = (messages: BulkMessage[]): Phone[] =>
	messages.flatMap(({ destinations }) => destinations.phone);

const senderOf = (parameters: Parameters): string =>
	parameters.fromFields(['source', 'options'], 'sender', () => {
		const source = parameters.checked('source', checkSender);
		checkOptOut(parameters, source);
		return source;
	});

/** A message of a batch has room for one list, beside its numbers. */
function oneContactList(value: unknown): string | undefined {
	const [id, ...others] = list(value);
	if (others.length > 0) {
		throw new InputError('has more than one contact list; a message of a batch takes one');
	}
	return id;
}
