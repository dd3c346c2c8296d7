import type { INodeProperties } from 'n8n-workflow';

import { DYNAMIC_CONTACT_LISTS } from '../../../../gateway/limits';
import { checkMessage, measureMessage } from '../../../../gateway/messageLength';
import { checkSender } from '../../../../gateway/sender';
import type { GatewayTree } from '../../../../gateway/tree';
import { links, linksOption } from '../../fields/links';
import { messageField } from '../../fields/message';
import type { Destinations } from '../../fields/recipients';
import {
	destinations,
	externalIdsIn,
	externalIdsOption,
	recipientFields,
	recipientsIn,
} from '../../fields/recipients';
import { sender } from '../../fields/sender';
import { sendSettingOptions, sendSettings } from '../../fields/sendSettings';
import type { ItemOperation } from '../../operation';
import type { Parameters } from '../../parameters';

const mergeContactFields: INodeProperties = {
	displayName: 'Merge Contact Fields',
	name: 'addDynamic',
	type: 'boolean',
	default: false,
	description:
		'Whether [DYNAMIC_FIELD1] to [DYNAMIC_FIELD6] in the message are replaced by the fields of each contact. Needs exactly one contact list and no phone numbers.',
};

const tag: INodeProperties = {
	displayName: 'Tag',
	name: 'tag',
	type: 'string',
	default: '',
	placeholder: 'e.g. #',
	description:
		'Put in front of the message for the automatic SMS verification of phones: tag # delivers &lt;#&gt;Hello',
};

interface SmsBody extends GatewayTree {
	destinations: Destinations;
	message: string;
}

/** One text to any number of phone numbers and contact lists (specification, sms). */
export const send: ItemOperation<SmsBody> = {
	name: 'Send',
	value: 'send',
	action: 'Send SMS',
	description: 'Send one text to phone numbers, to contact lists or to both',
	root: 'sms',
	effect: 'send',
	fields: [sender, ...recipientFields, messageField],
	options: [externalIdsOption, linksOption, mergeContactFields, tag, ...sendSettingOptions],
	body(parameters) {
		const source = parameters.checked('source', checkSender);
		const recipients = destinations(parameters);
		const message = parameters.checked('message', checkMessage);
		return {
			source,
			destinations: recipients,
			message,
			tag: parameters.option<string>('tag'),
			add_dynamic: dynamicFields(parameters, recipients),
			...sendSettings(parameters),
			links: links(parameters, message),
		};
	},
	externalIds: (body) => externalIdsIn(body.destinations),
	output({ message, tree }, body) {
		const { encoding, segments } = measureMessage(body.message);
		return {
			accepted: true,
			shipmentId: tree.shipment_id,
			recipients: recipientsIn(body.destinations),
			contactLists: body.destinations.cl_id,
			segments,
			encoding,
			message,
		};
	},
	warning: ({ tree }) =>
		tree.shipment_id
			? undefined
			: 'The gateway accepted this without a shipment ID. Such messages have been seen to go missing: look them up in the delivery reports before you rely on them or send again.',
};

function dynamicFields(parameters: Parameters, { phone, cl_id }: Destinations) {
	if (parameters.option<boolean>('addDynamic') !== true) return undefined;
	if (phone !== undefined || cl_id?.length !== DYNAMIC_CONTACT_LISTS) {
		throw parameters.refusal(
			'addDynamic',
			"needs exactly one contact list and no phone numbers; choose 'Contact Lists' under 'Send To'",
		);
	}
	return '1';
}
