import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { checkFilledIn, InputError } from '../../../gateway/checks';
import type { GatewayTree } from '../../../gateway/tree';
import type { Parameters } from '../parameters';

/** Links to shorten: `[link-id]` in the text is where the short link of that id appears (specification, sms). An id that
 * is itself `link-1` is met in practice by `[link-1]`, so both readings count as its place. */
export const linksOption: INodeProperties = {
	displayName: 'Short Links',
	name: 'links',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Link',
	default: {},
	description: 'Addresses the service shortens. Write [link-ID] in the message where one belongs.',
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
					description: 'Write [link-1] in the message for the link with ID 1',
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

/** The `links` element, or `undefined` without any. Every link must have its place in the message, and every place its link. */
export function links(parameters: Parameters, message: string): GatewayTree | undefined {
	return parameters.checkedOption('links', ({ link }: IDataObject) => {
		const entries = ((link ?? []) as Array<{ id: string; url: string }>).map(({ id, url }) => ({
			id: String(id).trim(),
			url: String(url).trim(),
		}));
		for (const { id, url } of entries) {
			checkFilledIn(url);
			if (id === '' || url === '')
				throw new InputError('has a link without ID or URL; fill in both');
			if (!message.includes(`[link-${id}]`) && !message.includes(`[${id}]`)) {
				throw new InputError(
					`has link ${id}, but the message does not contain [link-${id}]; write it where the short link belongs`,
				);
			}
		}
		return entries.length === 0
			? undefined
			: { link: entries.map(({ id, url }) => ({ $: { id }, _: url })) };
	});
}
