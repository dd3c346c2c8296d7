import type { INodeProperties } from 'n8n-workflow';

import { checkExternalId, InputError, plainText, quoted } from '../../../gateway/values/checks';
import { atLeastOne, list, listOfIds, readId } from '../../../gateway/values/lists';
import { isOfIsrael, isPremium, normalizePhone } from '../../../gateway/phones/phone';
import type { Recipient, Recipients } from '../../../gateway/texts/messages';
import { choiceField, requiredField, switchOption, textField } from '../parameters/option';
import type { Parameters } from '../parameters/parameters';

export const phoneNumbers = requiredField({
	displayName: 'Phone Numbers',
	name: 'phones',
	placeholder: 'e.g. 050-123-4567, +972 52 765 4321',
	description: 'Separate several by commas or line breaks. Write Israeli numbers as you like.',
});

export const internationalOption = switchOption({
	displayName: 'Allow International Numbers',
	name: 'includesInternational',
	description: 'Whether numbers outside Israel are accepted, with their country code',
});

/** A field's numbers as we send them, in order and with duplicates. */
function readPhones(value: unknown, international: boolean): string[] {
	if (typeof value === 'string' && isOfIsrael(value)) return [value];
	const entries = atLeastOne(list(value), 'phone number');
	return entries.map((entry) => normalizePhone(entry, { international }));
}

export const isInternational = (parameters: Parameters): boolean =>
	parameters.option(internationalOption) === true;

const anyNumbers = (value: unknown) => readPhones(value, true);
const israeliNumbers = (value: unknown) => readPhones(value, false);

/** An item's numbers, in order and with duplicates. */
function allPhones(parameters: Parameters): string[] {
	const read = isInternational(parameters) ? anyNumbers : israeliNumbers;
	const phones = parameters.checked('phones', read);
	checkPremium(parameters, 'phones', phones);
	return phones;
}

/** Refuses premium numbers in a tool: whoever misleads the model could make the account pay for expensive texts. */
export function checkPremium(parameters: Parameters, name: string, phones: string[]): void {
	const premium = parameters.run.isForModel ? phones.find(isPremium) : undefined;
	if (premium === undefined) return;
	const reason = `has a premium number (${quoted(premium)}), which a tool never texts`;
	throw parameters.refusal(name, reason);
}

/** An item's numbers, without duplicates. */
export const phonesOnce = (parameters: Parameters): string[] => [...new Set(allPhones(parameters))];

const TO_NUMBERS = 'phones';
export const TO_LISTS = 'contactLists';
const TO_BOTH = 'phonesAndContactLists';

/** A drop-down of the account's contact lists. */
export const LOADS_LISTS = {
	loadOptionsMethod: 'getContactLists',
	loadOptionsDependsOn: ['options.onBehalfOf'],
};

const sendToField = choiceField({
	displayName: 'Send To',
	name: 'sendTo',
	options: [
		{ name: 'Contact Lists', value: TO_LISTS },
		{ name: 'Phone Numbers', value: TO_NUMBERS },
		{ name: 'Phone Numbers and Contact Lists', value: TO_BOTH },
	],
	default: TO_NUMBERS,
});

/** The recipients: phone numbers, contact lists, or both. */
export const recipientFields: INodeProperties[] = [
	sendToField,
	{ ...phoneNumbers, displayOptions: { show: { sendTo: [TO_NUMBERS, TO_BOTH] } } },
	{
		displayName: 'Contact List Names or IDs',
		name: 'contactLists',
		type: 'multiOptions',
		typeOptions: LOADS_LISTS,
		required: true,
		default: [],
		description:
			'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		displayOptions: { show: { sendTo: [TO_LISTS, TO_BOTH] } },
	},
];

export const externalIdsOption = textField({
	displayName: 'External IDs',
	name: 'externalIds',
	placeholder: 'e.g. order-1042',
	description:
		'Your own reference for each phone number, in the same order, to find its delivery report. Separate several by commas or line breaks, or use an array. Without this option, the node makes them. If left empty, there are none, and you get no reports.',
	read: Object.assign((ids: unknown) => ids ?? undefined, { takesEmpty: true as const }),
});

export function recipients(parameters: Parameters): Recipients {
	const sendTo = parameters.field(sendToField);
	return {
		people: sendTo === TO_LISTS ? [] : peopleOf(parameters),
		lists: sendTo === TO_NUMBERS ? [] : parameters.checked('contactLists', listOfContactLists),
	};
}

/** An item's numbers with their external IDs, given or generated. */
export const peopleOf = (parameters: Parameters): Recipient[] =>
	withIds(parameters, allPhones(parameters));

/** Numbers with their external IDs, without duplicates. */
export function withIds(parameters: Parameters, phones: string[]): Recipient[] {
	const given = parameters.option(externalIdsOption);
	const { itemIndex, run } = parameters;
	const ids =
		given === undefined
			? phones.map((_, index) => `${run.runId}-${itemIndex}-${index}`)
			: parameters.check('externalIds', () => idsFor(phones, given));
	const people = new Map<string, Recipient>();
	for (const [index, phone] of phones.entries()) {
		const externalId = ids[index];
		if (!people.has(phone)) people.set(phone, externalId ? { phone, externalId } : { phone });
	}
	return [...people.values()];
}

/** One ID per phone; blank for a phone without one, or for none at all. */
function idsFor(phones: string[], value: unknown): string[] {
	if (value === '') return [];
	const ids = splitIds(value, phones.length);
	if (ids.length !== phones.length) {
		throw new InputError(
			`has ${ids.length} entries for ${phones.length} phone numbers; enter one for each number, or none at all`,
		);
	}
	const phoneOf = new Map<string, string | undefined>();
	return ids.map((text, index) => {
		const id = checkSingleId(text);
		if (id !== '' && phoneOf.has(id) && phoneOf.get(id) !== phones[index]) {
			throw new InputError(
				`has "${id}" for two phone numbers, whose delivery reports could not be told apart; give each an ID of its own`,
			);
		}
		phoneOf.set(id, phones[index]);
		return id;
	});
}

/** Refuses an ID that a look-up would take for two, and whose text would seem lost. */
function checkSingleId(text: string): string {
	const id = checkExternalId(text);
	if (!/[,;\r\n]/.test(id)) return id;
	throw new InputError(
		`has "${id}" for one phone number; take the comma, semicolon or line break out, which separates IDs`,
	);
}

/** Splits IDs at separators. Those on separate lines, in an array or for one number stay whole, to be refused. */
function splitIds(value: unknown, count: number): string[] {
	if (Array.isArray(value)) return value.map(plainText);
	const text = plainText(value).trim();
	if (count === 1) return [text];
	const lines = text.split(/\r?\n/);
	if (lines.length === count) return lines;
	const entries = text.split(/\r?\n|[,;]/);
	return entries.length === count + 1 && entries.at(-1) === '' ? entries.slice(0, -1) : entries;
}

const listOfContactLists = (value: unknown) =>
	atLeastOne(listOfIds(value), 'contact list ID').map((id) => readId(id));
