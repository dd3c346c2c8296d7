import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../../../../gateway/values/checks';
import { checkSender } from '../../../../gateway/phones/sender';
import { externalIdsIn } from '../../../../gateway/texts/messages';
import type { Messages } from '../../../../gateway/texts/messages';
import { MAX_BULK_MESSAGES } from '../../../../gateway/values/limits';
import { listOfIds, readId } from '../../../../gateway/values/lists';
import { missingShipment } from '../../../output/replies';
import {
	checkPlainMessage,
	linksOf,
	linksOption,
	messageField,
	sender,
	sentMessages,
} from '../../options/message';
import { externalIdsOption, peopleOf, phoneNumbers } from '../../options/recipients';
import { sendSettingOptions, sendSettings } from '../../options/sendOptions';
import { checkHourly, sendLimits } from '../../options/runLimits';
import { send } from '../../operation';
import { option, unlessEmpty } from '../../parameters/option';

const contactList = option({
	displayName: 'Contact List Name or ID',
	name: 'contactList',
	type: 'options',
	typeOptions: {
		loadOptionsMethod: 'getContactLists',
		loadOptionsDependsOn: ['options.onBehalfOf'],
	},
	default: '',
	description:
		'Sends the message to this contact list as well; an item may have none. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	read: unlessEmpty(oneContactList),
});

const bulkMessage: INodeProperties = {
	...messageField,
	placeholder: 'e.g. Hello Dana, your order is on its way',
	hint: 'Each input item is one message. Drag in the fields that differ.',
};

const NO_LISTS: readonly string[] = [];

/** A different message for each item, in as few requests as possible (specification, bulk). */
export const sendBulk = send({
	name: 'Send Bulk',
	value: 'sendBulk',
	action: 'Send bulk SMS',
	description: 'Send a text for each input item, thousands of them in one request',
	tool: {
		use: 'Send a text for each input item, many of them at once.',
		returns: 'accepted, and the externalId of each number.',
		omit: ['encoding'],
	},
	fields: [sender, phoneNumbers, bulkMessage],
	options: [contactList, externalIdsOption, linksOption, ...sendSettingOptions, sendLimits],
	limit: MAX_BULK_MESSAGES,
	comparesTexts: true,
	read(parameters) {
		const source = parameters.checked('source', checkSender);
		const { settings, within } = sendSettings(parameters, source);
		// All batches of a run get one name, so that a single cancel stops them all.
		settings.campaign_name ??= parameters.run.runId;
		const people = peopleOf(parameters);
		const text = parameters.checked('message', checkPlainMessage);
		const links = linksOf(parameters, text);
		const lists = parameters.option(contactList) ?? NO_LISTS;
		const message = { source, to: { people, lists }, text, links };
		checkHourly(parameters, message);
		return { message, settings, within };
	},
	outputs: sentMessages,
	warning: (reply, messages) =>
		[missingShipment(reply), sharedIds(messages)].filter(Boolean).join(' ') || undefined,
});

/** A message of a batch takes one contact list, besides its numbers. */
function oneContactList(value: unknown): string[] {
	const lists = listOfIds(value).map((id) => readId(id));
	if (lists.length > 1) {
		throw new InputError('has more than one contact list; a message of a batch takes one');
	}
	return lists;
}

/** A warning about an external ID that several messages of a request share. */
function sharedIds(messages: Messages): string | undefined {
	const seen = new Set<string>();
	for (const id of externalIdsIn(messages)) {
		if (seen.has(id)) {
			return `Several messages have the external ID "${id}": their delivery reports cannot be told apart by it.`;
		}
		seen.add(id);
	}
	return undefined;
}
