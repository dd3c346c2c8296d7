import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../../../../gateway/inputError';
import { MAX_BULK_MESSAGES } from '../../../../gateway/limits';
import { checkMessage } from '../../../../gateway/messageLength';
import { checkSender } from '../../../../gateway/sender';
import type { GatewayTree } from '../../../../gateway/tree';
import { links, linksOption } from '../../fields/links';
import { messageField } from '../../fields/message';
import { phoneNumbers } from '../../fields/phoneNumbers';
import type { Phone } from '../../fields/recipients';
import { externalIdsIn, externalIdsOption, phonesWithIds } from '../../fields/recipients';
import { sender } from '../../fields/sender';
import { sendSettingOptions, sendSettings } from '../../fields/sendSettings';
import { list } from '../../list';
import type { BatchOperation } from '../../operation';
import { acceptedSends, missingShipment, textLength } from './acceptedSends';

const ownMessage: INodeProperties = {
	...messageField,
	placeholder: 'e.g. Hello {{ $json.name }}, your order is on its way',
	hint: 'Every input item becomes one message of the batch: use expressions for what differs',
};

const contactList: INodeProperties = {
	displayName: 'Contact List Name or ID',
	name: 'contactList',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getContactLists' },
	default: '',
	description:
		'Sends the message to this contact list as well. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

interface BulkMessage extends GatewayTree {
	destinations: { phone: Phone[] };
	message: string;
	cl_id: string | undefined;
}

/** A message of its own for every input item, all of them in one request (specification, bulk). */
export const sendBulk: BatchOperation<BulkMessage, GatewayTree> = {
	name: 'Send Bulk',
	value: 'sendBulk',
	action: 'Send bulk SMS',
	description: 'Send a different text for each input item, all of them in one batch',
	root: 'bulk',
	effect: 'send',
	fields: [sender, phoneNumbers, ownMessage],
	options: [contactList, externalIdsOption, linksOption, ...sendSettingOptions],
	limit: MAX_BULK_MESSAGES,
	entry(parameters) {
		const source = parameters.checked('source', checkSender);
		const phone = phonesWithIds(parameters);
		const message = parameters.checked('message', checkMessage);
		return {
			source,
			destinations: { phone },
			message,
			links: links(parameters, message),
			cl_id: parameters.checkedOption('contactList', oneContactList),
		};
	},
	settings: sendSettings,
	batchBody: (messages, settings) => ({ messages: { sms: messages }, ...settings }),
	outputs(reply, messages) {
		const sends = acceptedSends(
			reply,
			messages.map(({ destinations, cl_id }) => ({
				...destinations,
				cl_id: cl_id === undefined ? undefined : [cl_id],
			})),
		);
		return messages.map(({ message }, index) => ({ ...sends[index], ...textLength(message) }));
	},
	entryExternalIds: ({ destinations }) => externalIdsIn(destinations),
	warning: missingShipment,
};

/** A message of a batch has room for one list, beside its numbers. */
function oneContactList(value: unknown): string | undefined {
	const [id, ...others] = list(value);
	if (others.length > 0) {
		throw new InputError('has more than one contact list; a message of a batch takes one');
	}
	return id;
}
