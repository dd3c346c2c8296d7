import type { IDataObject } from 'n8n-workflow';

import { checkLink } from '../../../gateway/texts/links';
import {
	checkFilledIn,
	checkMessage,
	checkNoneMissing,
	checkSize,
	checkSwitch,
	InputError,
	plainText,
} from '../../../gateway/values/checks';
import { checkSender } from '../../../gateway/phones/sender';
import { DYNAMIC_CONTACT_LISTS } from '../../../gateway/values/limits';
import type { Link, Messages, SendSettings } from '../../../gateway/texts/messages';
import { callOf } from '../../texts/text';
import type { GatewayReply } from '../../../gateway/replies/answer';
import { acceptedSends } from '../../output/replies';
import type { Sending } from '../operation';
import type { Option } from '../parameters/option';
import { listField, option, requiredField, textField, unlessEmpty } from '../parameters/option';
import type { Parameters } from '../parameters/parameters';
import { externalIdsOption, recipients, TO_LISTS } from './recipients';
import { checkHourly } from './runLimits';
import { extentOptions, sendSettingOptions, sendSettings } from './sendOptions';

/** The verified sender of a message (specification, Verified sender). */
export const sender = listField(
	{
		displayName: 'Sender',
		name: 'source',
		description:
			'A number, or a name of up to 11 English letters and digits, verified for your account. Nobody can reply to a name.',
		read: checkSender,
	},
	['searchSenders', 'Choose a verified sender'],
	{ displayName: 'By Value', name: 'value', placeholder: 'e.g. 0501234567 or MyShop' },
);

export const messageField = requiredField({
	displayName: 'Message',
	name: 'message',
	typeOptions: { rows: 4 },
	placeholder: 'e.g. Your order is on its way',
	description: 'The text, up to 1005 characters',
});

/**
 * Links to shorten: `[link-id]` in the text is the placeholder for the link with that ID (specification, sms). In practice,
 * `[link-1]` also means the ID `link-1`, so we accept both.
 */
export const linksOption = option({
	displayName: 'Short Links',
	name: 'links',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add link',
	default: {},
	description:
		'Links that the service shortens. Write [link-1] in the message where the link with ID 1 belongs.',
	options: [
		{
			displayName: 'Link',
			name: 'link',
			values: [
				textField({
					displayName: 'ID',
					name: 'id',
					placeholder: 'e.g. 1',
					description: 'What stands for the link in the message: [link-1] for the ID 1',
				}),
				textField({
					displayName: 'URL',
					name: 'url',
					placeholder: 'e.g. https://example.com/offer',
				}),
			],
		},
	],
	read: unlessEmpty(readLinks),
});

const FIELD_PLACE = /\[DYNAMIC_FIELD\d\]/i;

/**
 * Refuses placeholders for contact fields that nothing fills in: people would get the brackets.
 * @throws InputError
 */
function checkWithoutFields(message: string): string {
	const [place] = message.match(FIELD_PLACE) ?? [];
	if (place === undefined) return message;
	throw new InputError(
		`has ${place}, which only SMS, Send and Voice, Send replace, with 'Merge Contact Fields'; add that option, or take it out`,
	);
}

const PLACE = /\[link-([^\][\s]+)\]/gi;

const placesIn = (message: string): string[] =>
	message.includes('[') ? [...message.matchAll(PLACE)].map(([, id = '']) => idOf(id)) : [];

const idOf = (id: string) => id.replace(/^link-/i, '').toLowerCase();

/** Refuses placeholders, also those for short links or contact fields, because nothing fills them in. */
export function checkWithoutPlaces(message: string): string {
	const [place] = checkFilledIn(checkSize(message)).match(PLACE) ?? [];
	if (place === undefined) return checkWithoutFields(message);
	throw new InputError(`has ${place}, which stands for a short link; take it out`);
}

function readLinks({ link = [] }: { link?: IDataObject[] }): Link[] {
	const ids = new Set<string>();
	return link.map((given) => {
		const id = plainText(given.id).trim();
		const url = checkNoneMissing(checkLink(given.url));
		if (id === '' || url === '') {
			throw new InputError('has a link without ID or URL; fill in both');
		}
		if (ids.has(idOf(id))) {
			throw new InputError(`has two links with the ID ${id}; give each an ID of its own`);
		}
		ids.add(idOf(id));
		return { id, url };
	});
}

/** A message's links. Each link needs a placeholder in the message, and each placeholder a link. */
function linksOf(parameters: Parameters, message: string): Link[] {
	const links = parameters.option(linksOption) ?? [];
	const unused = links.find(
		({ id }) => !message.includes(`[link-${id}]`) && !message.includes(`[${id}]`),
	);
	if (unused) {
		throw parameters.refusal(
			'links',
			`has link ${unused.id}, but the message has no [link-${unused.id}]; write that where the link belongs`,
		);
	}
	const lost = placesIn(message).find((id) => !links.some((link) => idOf(link.id) === id));
	if (lost === undefined) return links;
	throw parameters.refusal(
		'message',
		`has [link-${lost}], but there is no link with the ID ${lost}; add it under 'Short Links', or take it out of the message`,
	);
}

const mergeContactFields = option({
	displayName: 'Merge Contact Fields',
	name: 'addDynamic',
	type: 'boolean',
	default: true,
	description:
		'Whether to replace [DYNAMIC_FIELD1] to [DYNAMIC_FIELD6] in the message with the fields of each contact. Needs exactly one contact list.',
	displayOptions: { show: { '/sendTo': [TO_LISTS] } },
	read: checkSwitch,
});

const tag = textField({
	displayName: 'Tag',
	name: 'tag',
	placeholder: 'e.g. #',
	description:
		'For apps that read a code from the SMS: the tag # puts &lt;#&gt; in front of the message',
	read: plainText,
});

const textOptions: Option[] = [linksOption, mergeContactFields, tag];

/** All options of a send, besides sender, recipients and text (specification, sms). */
export const smsOptions: Option[] = [...sendSettingOptions, ...textOptions, externalIdsOption];

export const costOptions: Option[] = [...extentOptions, ...textOptions];

export function readMessage(parameters: Parameters, recipientsOf = recipients): Sending {
	const source = parameters.field(sender);
	const settings = sendSettings(parameters, source);
	const to = recipientsOf(parameters);
	const { isMerged = false, tag: tagged } = parameters.options({
		isMerged: mergeContactFields,
		tag,
	});
	if (isMerged && (to.people.length > 0 || to.lists.length !== DYNAMIC_CONTACT_LISTS)) {
		throw parameters.refusal(
			'addDynamic',
			"needs exactly one contact list and no phone numbers; choose 'Contact Lists' under 'Send To'",
		);
	}
	const text = parameters.checked('message', isMerged ? checkMessage : checkPlainMessage);
	const links = linksOf(parameters, text);
	const message = { source, to, text, tag: tagged, isMerged, links };
	checkHourly(parameters, message);
	return { message, ...settings };
}

/** Checks a text into which nothing merges contact fields. */
export const checkPlainMessage = (text: string | number): string =>
	checkWithoutFields(checkMessage(text));

export const sentMessages = (
	reply: GatewayReply,
	messages: Messages,
	settings: SendSettings,
): IDataObject[] =>
	acceptedSends(
		reply,
		messages.map((message) => (callOf(message) === 'instead' ? {} : { text: message.text })),
		settings,
	);
