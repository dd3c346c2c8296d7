import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { InputError, plainText } from '../../../gateway/checks';
import { checkExternalId } from '../../../gateway/identifiers';
import { list } from '../../../gateway/lists';
import type { GatewayTree } from '../../../gateway/tree';
import type { Guard } from '../agent/guard';
import type { Parameters } from '../parameters';
import { phoneNumbers, phonesOnce, readPhones } from './phoneNumbers';

const TO_NUMBERS = 'phones';
const TO_LISTS = 'contactLists';
const TO_BOTH = 'phonesAndContactLists';

/** Who a message goes to: single numbers, contact lists of the account, or both. */
export const recipientFields: INodeProperties[] = [
	{
		displayName: 'Send To',
		name: 'sendTo',
		type: 'options',
		options: [
			{ name: 'Contact Lists', value: TO_LISTS },
			{ name: 'Phone Numbers', value: TO_NUMBERS },
			{ name: 'Phone Numbers and Contact Lists', value: TO_BOTH },
		],
		default: TO_NUMBERS,
	},
	{ ...phoneNumbers, displayOptions: { show: { sendTo: [TO_NUMBERS, TO_BOTH] } } },
	{
		displayName: 'Contact List Names or IDs',
		name: 'contactLists',
		type: 'multiOptions',
		typeOptions: {
			loadOptionsMethod: 'getContactLists',
			loadOptionsDependsOn: ['options.onBehalfOf'],
		},
		required: true,
		default: [],
		description:
			'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		displayOptions: { show: { sendTo: [TO_LISTS, TO_BOTH] } },
	},
];

export const externalIdsOption: INodeProperties = {
	displayName: 'External IDs',
	name: 'externalIds',
	type: 'string',
	default: '',
	placeholder: 'e.g. order-1042',
	description:
		'Your own reference for each phone number, in the same order, to find the message in delivery reports. Separate several by commas or line breaks, or use an array. Without this option, the node makes them. If left empty, there are none, and you get no reports.',
};

/** A send to phone numbers needs no permission: the message limit covers it. */
export const contactListsGuard: Guard = {
	because: 'it reaches everybody on a contact list',
	concerns: (parameters) => parameters.get('sendTo') !== TO_NUMBERS,
};

/** How many numbers and contact lists a send goes to. */
export function recipientCount(parameters: Parameters): number {
	const sendTo = parameters.get<string>('sendTo');
	const numbers = sendTo === TO_LISTS ? 0 : phonesOnce(parameters).length;
	return numbers + (sendTo === TO_NUMBERS ? 0 : list(parameters.get('contactLists')).length);
}

/** The `destinations` element: every number with an external id, and the ids of contact lists. */
export interface Destinations extends GatewayTree {
	phone?: Phone[];
	cl_id?: string[];
}

export interface Phone extends GatewayTree {
	/** Left out when no reports are wanted (specification, "Message destination"). */
	$: { id: string } | undefined;
	_: string;
}

export function destinations(parameters: Parameters): Destinations {
	const sendTo = parameters.get<string>('sendTo');
	return {
		phone: sendTo === TO_LISTS ? undefined : phonesWithIds(parameters),
		cl_id:
			sendTo === TO_NUMBERS ? undefined : parameters.checked('contactLists', listOfContactLists),
	};
}

/** The numbers of an item, each with its external id, given or made up. */
export function phonesWithIds(parameters: Parameters): Phone[] {
	const international = parameters.option<boolean>('includesInternational') === true;
	const phones = parameters.checked('phones', (value) => readPhones(value, international));
	return withIds(parameters, phones);
}

/** Numbers with the external ids of the option. */
export function withIds(parameters: Parameters, phones: string[]): Phone[] {
	const isNone = parameters.get<IDataObject>('options').externalIds === '';
	const ids = isNone
		? phones.map(() => '')
		: parameters.checkedOption('externalIds', (value) => idsFor(phones, value));
	const prefix = `${parameters.runId}-${parameters.itemIndex}`;
	const withId = (phone: string, index: number): Phone => {
		const id = ids?.[index] ?? `${prefix}-${index}`;
		return { $: id === '' ? undefined : { id }, _: phone };
	};
	const [only] = phones;
	if (phones.length === 1 && only !== undefined) return [withId(only, 0)];
	const destinations = new Map<string, Phone>();
	phones.forEach((phone, index) => {
		// A number that is listed twice is still one person.
		if (destinations.has(phone)) return;
		destinations.set(phone, withId(phone, index));
	});
	return [...destinations.values()];
}

/** One id for each phone, blank for those that have none. */
function idsFor(phones: string[], value: unknown): string[] {
	const ids = splitIds(value, phones.length);
	if (ids.length !== phones.length) {
		throw new InputError(
			`has ${ids.length} entries for ${phones.length} phone numbers; enter one for each number, or none at all`,
		);
	}
	const checked = ids.map(checkExternalId);
	const phoneOf = new Map<string, string | undefined>();
	checked.forEach((id, index) => {
		if (id !== '' && phoneOf.has(id) && phoneOf.get(id) !== phones[index]) {
			throw new InputError(
				`has "${id}" for two phone numbers, whose delivery reports could not be told apart; give each an ID of its own`,
			);
		}
		phoneOf.set(id, phones[index]);
	});
	return checked;
}

/** A single id may hold any character, and so may several in an array or on lines of their own. */
function splitIds(value: unknown, count: number): string[] {
	if (Array.isArray(value)) return value.map((id) => String(id ?? ''));
	if (value === undefined) return [];
	const text = plainText(value ?? '').trim();
	if (count === 1) return [text];
	const lines = text.split(/\r?\n/);
	if (lines.length === count) return lines;
	const entries = text.split(/\r?\n|[,;]/);
	return entries.length === count + 1 && entries.at(-1) === '' ? entries.slice(0, -1) : entries;
}

function listOfContactLists(value: unknown): string[] {
	const ids = list(value);
	if (ids.length === 0) throw new InputError('is empty; enter the ID of at least one contact list');
	return ids;
}

export const externalIdsIn = ({ phone }: Destinations): string[] =>
	(phone ?? []).map(({ $ }) => $?.id).filter((id) => id !== undefined);

/** The warning about an id that several messages of a request share. */
export function sharedIds(ids: readonly string[]): string | undefined {
	const seen = new Set<string>();
	const shared = ids.find((id) => seen.size === seen.add(id).size);
	return shared === undefined
		? undefined
		: `Several messages have the external ID "${shared}": their delivery reports cannot be told apart by it.`;
}

/** The numbers of a send with the external ids its delivery reports will carry. */
export const recipientsIn = ({ phone }: Destinations): IDataObject[] =>
	(phone ?? []).map(({ $, _ }) => ({ phone: _, externalId: $?.id }));
