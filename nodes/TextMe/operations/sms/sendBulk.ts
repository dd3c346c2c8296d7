import type { INodeProperties } from 'n8n-workflow';

import { checkSender, InputError } from '../../../../gateway/checks';
import { elementWithId } from '../../../../gateway/codec';
import { toGatewayDate } from '../../../../gateway/dates';
import { MAX_BULK_MESSAGES } from '../../../../gateway/limits';
import { list } from '../../../../gateway/lists';
import { NOT_VERIFIED } from '../../../../gateway/status';
import type { GatewayTree } from '../../../../gateway/tree';
import { acceptedSends, missingShipment, SEND_REPLY } from '../../../shared/replies';
import {
	checkPlainMessage,
	linksElement,
	linksOf,
	linksOption,
	messageField,
	sender,
} from '../../options/message';
import type { Outgoing } from '../../options/message';
import { optionGroup, unlessEmpty } from '../../options/optionGroup';
import {
	externalIdsOf,
	externalIdsOption,
	peopleOf,
	phoneNumbers,
	sharedIds,
} from '../../options/recipients';
import {
	checkOptOut,
	sendSettingOptions,
	sendSettings,
	sendTime,
	spreadOverOption,
} from '../../options/sendOptions';
import type { SendSettings, SendTime } from '../../options/sendOptions';
import type { BatchOperation } from '../../operation';

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

/** One message of a batch, with at most one contact list. */
type BulkMessage = Outgoing;

interface BulkSettings extends SendSettings {
	campaign_name: string;
}

interface BulkItem {
	message: BulkMessage;
	settings: BulkSettings;
	when: SendTime;
}

const bulkSettings = optionGroup(
	{},
	(_, parameters): BulkSettings => {
		const settings = parameters.options(sendSettings);
		// One name for all batches of a run, so that one cancel by name stops them all.
		return { ...settings, campaign_name: settings.campaign_name ?? parameters.runId };
	},
	[sendSettings],
);

const NO_LISTS: readonly string[] = [];
const alsoToList = unlessEmpty(oneContactList);

/** Statuses about the sender: unverified, or of the wrong length. */
const ABOUT_THE_SENDER = [...NOT_VERIFIED, 992];

/** A message of its own for every input item, in as few requests as the gateway allows (specification, bulk). */
export const sendBulk: BatchOperation<BulkItem, BulkMessage, BulkSettings> = {
	name: 'Send Bulk',
	value: 'sendBulk',
	action: 'Send bulk SMS',
	description: 'Send a text for each input item, thousands of them in one request',
	tool: {
		use: 'Send a text for each input item, many of them at once.',
		returns: 'accepted, and the externalId of each number.',
		omit: ['encoding'],
	},
	root: (messages) => (isOneText(messages) ? 'sms' : 'bulk'),
	effect: 'send',
	guard: { lets: 'Text Many People', because: 'it texts many people at once' },
	messages: ({ message: { people, lists } }) => people.length + lists.length,
	checksFirst: true,
	fields: [sender, phoneNumbers, bulkMessage],
	options: [contactList, externalIdsOption, linksOption, spreadOverOption, ...sendSettingOptions],
	limit: MAX_BULK_MESSAGES,
	read(parameters) {
		const source = parameters.checked('source', checkSender);
		checkOptOut(parameters, source);
		const when = parameters.options(sendTime);
		const people = peopleOf(parameters);
		const text = parameters.checked('message', checkPlainMessage);
		const links = linksOf(parameters, text);
		const lists = parameters.option('contactList', alsoToList) ?? NO_LISTS;
		const settings = parameters.options(bulkSettings);
		return {
			message: {
				source,
				people,
				lists,
				text,
				links,
				timing: settings.timing,
				campaign: settings.campaign_name,
				isExtended: links.length > 0 || settings.add_unsubscribe !== undefined,
			},
			settings,
			when,
		};
	},
	entries: ({ message }) => [message],
	settings: ({ settings }) => settings,
	// Assumption: jsonBulk
	batchBody(messages, settings) {
		const [first] = messages;
		return first && isOneText(messages)
			? { ...element({ ...first, people: everybody(messages) }), ...settings }
			: { messages: { sms: messages.map(element) }, ...settings };
	},
	replyFields: SEND_REPLY,
	outputs(reply, messages, { campaign_name: campaignName, timing }) {
		const sends = acceptedSends(reply, messages, timing);
		for (const output of sends) output.campaignName = campaignName;
		return sends;
	},
	outgoing: (message) => message,
	// A message of a batch needs a number, even with a contact list.
	withRecipients: (message, to) => (to.people.length === 0 ? undefined : { ...message, ...to }),
	atTime(message, settings, at) {
		const timing = toGatewayDate(at);
		return { entry: { ...message, timing }, settings: { ...settings, timing } };
	},
	externalIds: ({ people }) => externalIdsOf(people),
	sharesFault: (status, culprit, other) =>
		ABOUT_THE_SENDER.includes(status) && culprit.source === other.source,
	// From so many items on, some of the people may have opted out.
	advice: {
		fromItems: 20,
		text: 'People who have opted out get nothing, but count as accepted: only their delivery reports say so.',
	},
	warning: (reply, messages) =>
		[missingShipment(reply), sharedIds(messages)].filter(Boolean).join(' ') || undefined,
};

const everybody = (messages: BulkMessage[]) => messages.flatMap(({ people }) => people);

const element = ({ source, people, lists: [id], text, links }: BulkMessage): GatewayTree => ({
	source,
	destinations: {
		phone: people.map(({ phone, externalId }) => elementWithId(phone, externalId)),
	},
	message: text,
	links: linksElement(links),
	cl_id: id,
});

/** Whether all messages are the same text from the same sender, so that one `sms` with many numbers will do. */
function isOneText(messages: BulkMessage[]): boolean {
	const [first] = messages;
	return messages.every(
		({ source, text, lists, links }) =>
			text === first?.text &&
			source === first.source &&
			lists.length === 0 &&
			(links === first.links || JSON.stringify(links) === JSON.stringify(first.links)),
	);
}

/** A message of a batch takes one contact list, besides its numbers. */
function oneContactList(value: unknown): string[] {
	const lists = list(value);
	if (lists.length > 1) {
		throw new InputError('has more than one contact list; a message of a batch takes one');
	}
	return lists;
}
