import type { INodeProperties } from 'n8n-workflow';

import { checkFilledIn } from '../../../../gateway/checks';
import { checkMessage } from '../../../../gateway/messageLength';
import { checkKey } from '../../fields/idempotencyKey';
import { messageField } from '../../fields/messageFields';
import { phoneNumbers, readPhones } from '../../fields/phoneNumbers';
import type { Phone } from '../../fields/recipients';
import { externalIdsOption, withIds } from '../../fields/recipients';
import type { Parameters } from '../../parameters';
import { fieldOf, template } from '../../template';

const FROM_PARAMETERS = 'parameters';
const FROM_ITEM_FIELDS = 'itemFields';

const showFor = (valuesFrom: string) => ({ show: { valuesFrom: [valuesFrom] } });

/** Number and text of each message: from expressions, or by the names of fields, which is much faster in large runs. */
export const bulkValueFields: INodeProperties[] = [
	{
		displayName: 'Take Number and Text From',
		name: 'valuesFrom',
		type: 'options',
		options: [
			{
				name: 'Named Fields of the Input Items',
				value: FROM_ITEM_FIELDS,
				description: 'Much faster with thousands of items, because it needs no expressions',
			},
			{
				name: 'Parameters Below',
				value: FROM_PARAMETERS,
				description: 'Use expressions for what differs from item to item',
			},
		],
		default: FROM_PARAMETERS,
	},
	{ ...phoneNumbers, displayOptions: showFor(FROM_PARAMETERS) },
	{
		...messageField,
		placeholder: 'e.g. Hello {{ $json.name }}, your order is on its way',
		hint: 'Each input item is one message. Use expressions for what differs.',
		displayOptions: showFor(FROM_PARAMETERS),
	},
	{
		displayName: 'Phone Number Field',
		name: 'phoneField',
		type: 'string',
		required: true,
		default: 'phone',
		placeholder: 'e.g. phone',
		requiresDataPath: 'single',
		description: 'Name of the field of the input items that holds the number',
		displayOptions: showFor(FROM_ITEM_FIELDS),
	},
	{
		displayName: 'Message',
		name: 'messageTemplate',
		type: 'string',
		typeOptions: { rows: 4 },
		required: true,
		default: '{message}',
		placeholder: 'e.g. Hello {name}, your order {order} is on its way',
		description:
			'The text. A field name in braces is replaced by that field of each item; {message} alone takes the whole text from the field "message".',
		displayOptions: showFor(FROM_ITEM_FIELDS),
	},
];

export const bulkValueOptions: INodeProperties[] = [
	{
		displayName: 'External ID Field',
		name: 'externalIdField',
		type: 'string',
		default: '',
		placeholder: 'e.g. orderId',
		requiresDataPath: 'single',
		description:
			'Name of the field of the input items that holds your own reference, to find the message in delivery reports. If left empty, the node makes one.',
		displayOptions: { show: { '/valuesFrom': [FROM_ITEM_FIELDS] } },
	},
	{ ...externalIdsOption, displayOptions: { show: { '/valuesFrom': [FROM_PARAMETERS] } } },
	{
		displayName: 'Idempotency Key Field',
		name: 'idempotencyKeyField',
		type: 'string',
		default: '',
		placeholder: 'e.g. orderId',
		requiresDataPath: 'single',
		description:
			'Name of the field of the input items that holds the key, such as an order number. Under the same key the node sends once, in this execution or a later one.',
		displayOptions: { show: { '/valuesFrom': [FROM_ITEM_FIELDS] } },
	},
];

export interface BulkValues {
	phone: Phone[];
	message: string;
}

export function bulkValues(parameters: Parameters): BulkValues {
	const byName = parameters.get('valuesFrom') === FROM_ITEM_FIELDS;
	const international = parameters.option<boolean>('includesInternational') === true;
	const phones = byName
		? parameters.checked('phoneField', (name: string) =>
				readPhones(fieldOf(parameters.item, name), international),
			)
		: parameters.checked('phones', (value) => readPhones(value, international));
	return {
		phone: byName
			? withIds(parameters, phones, 'externalIdField', (name) =>
					fieldOf(parameters.item, String(name)),
				)
			: withIds(parameters, phones, 'externalIds'),
		message: byName
			? parameters.checked('messageTemplate', (text: string) => {
					const fill = parameters.fromFields(['messageTemplate'], 'template', () => template(text));
					return checkMessage(checkFilledIn(fill(parameters.item)));
				})
			: parameters.checked('message', checkMessage),
	};
}

/** The idempotency key of an item, when it is given by the name of a field. */
export const bulkKey = (parameters: Parameters): string | undefined =>
	parameters.filledOption('idempotencyKeyField', (name: string) =>
		checkKey(fieldOf(parameters.item, name)),
	);
