import { InputError } from '../../../../gateway/values/checks';
import { MAX_BULK_MESSAGES } from '../../../../gateway/values/limits';
import { listOfIds, readId } from '../../../../gateway/values/lists';
import { missingShipment } from '../../../output/replies';
import {
	linksOption,
	messageField,
	readMessage,
	sender,
	sentMessages,
} from '../../options/message';
import { externalIdsOption, LOADS_LISTS, peopleOf, phoneNumbers } from '../../options/recipients';
import { sendSettingOptions } from '../../options/sendOptions';
import { sendLimits } from '../../options/runLimits';
import { send } from '../../operation';
import { option, unlessEmpty } from '../../parameters/option';
import type { Parameters } from '../../parameters/parameters';

const contactList = option({
	displayName: 'Contact List Name or ID',
	name: 'contactList',
	type: 'options',
	typeOptions: LOADS_LISTS,
	default: '',
	description:
		'Sends the message to this contact list as well; an item may have none. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	read: unlessEmpty(oneContactList),
});

const bulkMessage = {
	...messageField,
	placeholder: 'e.g. Hello Dana, your order is on its way',
	hint: 'Each input item is one message. Drag in the fields that differ.',
};

/** The numbers of an item, and the list that gets its message as well. */
const numbersAndList = (parameters: Parameters) => ({
	people: peopleOf(parameters),
	lists: parameters.option(contactList) ?? [],
});

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
		const sending = readMessage(parameters, numbersAndList);
		// All batches of a run get one name, so that a single cancel stops them all.
		sending.settings.campaign_name ??= parameters.run.runId;
		return sending;
	},
	outputs: sentMessages,
	warning: missingShipment,
});

/** A message of a batch takes one contact list, besides its numbers. */
function oneContactList(value: unknown): string[] {
	const lists = listOfIds(value).map((id) => readId(id));
	if (lists.length > 1) {
		throw new InputError('has more than one contact list; a message of a batch takes one');
	}
	return lists;
}
