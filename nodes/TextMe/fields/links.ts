import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { checkFilledIn, InputError, plainText } from '../../../gateway/checks';
import type { GatewayTree } from '../../../gateway/tree';
import type { Parameters } from '../parameters';
import { checkWithoutFields } from './contactLists';

/**
 * Links to shorten: `[link-id]` in the text is the placeholder of the short link with that id (specification, sms). In
 * practice, the id `link-1` also goes with `[link-1]`, so both readings count as its placeholder.
 */
export const linksOption: INodeProperties = {
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
				{
					displayName: 'ID',
					name: 'id',
					type: 'string',
					default: '',
					placeholder: 'e.g. 1',
					description: 'What stands for the link in the message: [link-1] for the ID 1',
				},
				{
					displayName: 'URL',
					name: 'url',
					type: 'string',
					default: '',
					placeholder: 'e.g. https://example.com/offer',
				},
			],
		},
	],
};

const PLACE = /\[link-([^\][\s]+)\]/gi;

/** The ids of the placeholders for short links in a text. */
const placesIn = (message: string): string[] =>
	message.includes('[') ? [...message.matchAll(PLACE)].map(([, id = '']) => idOf(id)) : [];

const idOf = (id: string) => id.replace(/^link-/i, '').toLowerCase();

/** Refuses a text with placeholders for short links or contact fields, because nothing fills them in. */
export function checkWithoutPlaces(message: string): string {
	const [place] = message.match(PLACE) ?? [];
	if (place === undefined) return checkWithoutFields(message);
	throw new InputError(`has ${place}, which stands for a short link; take it out`);
}

/** The `links` element, or `undefined` without links. Every link needs a placeholder in the message, and the reverse. */
export function links(parameters: Parameters, message: string): GatewayTree | undefined {
	const element = linksElement(parameters, message);
	const known = (element?.link ?? []).map(({ $ }) => idOf($.id));
	const lost = placesIn(message).find((id) => !known.includes(id));
	if (lost === undefined) return element;
	throw parameters.refusalAbout(
		"'Message'",
		`has [link-${lost}], but there is no link with the ID ${lost}; add it under 'Short Links', or take it out of the message`,
	);
}

interface Links extends GatewayTree {
	link: Array<{ $: { id: string }; _: string }>;
}

function linksElement(parameters: Parameters, message: string): Links | undefined {
	return parameters.checkedOption('links', ({ link }: IDataObject) => {
		const entries = ((link ?? []) as Array<{ id: string; url: string }>).map(({ id, url }) => ({
			id: plainText(id).trim(),
			url: plainText(url).trim(),
		}));
		const seen = new Set<string>();
		for (const { id, url } of entries) {
			checkFilledIn(url);
			if (id === '' || url === '')
				throw new InputError('has a link without ID or URL; fill in both');
			if (!message.includes(`[link-${id}]`) && !message.includes(`[${id}]`)) {
				throw new InputError(
					`has link ${id}, but the message has no [link-${id}]; write that where the link belongs`,
				);
			}
			if (seen.has(idOf(id))) {
				throw new InputError(`has two links with the ID ${id}; give each an ID of its own`);
			}
			seen.add(idOf(id));
		}
		return entries.length === 0
			? undefined
			: { link: entries.map(({ id, url }) => ({ $: { id }, _: url })) };
	});
}
