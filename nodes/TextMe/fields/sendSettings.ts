import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { checkChoice, checkRange, InputError } from '../../../gateway/checks';
import { toGatewayDate } from '../../../gateway/dates';
import { checkCampaignName } from '../../../gateway/identifiers';
import { TEMP_BLOCK_DAYS } from '../../../gateway/limits';
import type { GatewayTree } from '../../../gateway/tree';
import type { Parameters } from '../parameters';
import { internationalOption } from './phoneNumbers';

/** Values of `add_unsubscribe` (specification, sms). */
const REMOVAL_LINK = '3';
const REPLY_TO_REMOVE = '2';

/** What every kind of send can be told besides sender, recipients and text (specification, sms and bulk). */
export const sendSettingOptions: INodeProperties[] = [
	internationalOption,
	{
		displayName: 'Campaign Name',
		name: 'campaignName',
		type: 'string',
		default: '',
		description:
			'Up to 50 characters, shown on reports. A scheduled send can be cancelled by this name.',
	},
	{
		displayName: 'Opt-Out',
		name: 'addUnsubscribe',
		type: 'options',
		options: [
			{ name: 'None', value: '' },
			{ name: 'Removal Link', value: REMOVAL_LINK },
			{ name: 'Reply to Remove', value: REPLY_TO_REMOVE },
		],
		default: REMOVAL_LINK,
		description: 'How recipients can ask not to be messaged again',
	},
	{
		displayName: 'Schedule',
		name: 'timing',
		type: 'dateTime',
		default: '',
		description:
			'When to send. A time without a time zone is Israel time. Sent at once when left empty.',
	},
	{
		displayName: 'Skip If Messaged in Last Days',
		name: 'tempBl',
		type: 'number',
		typeOptions: { minValue: TEMP_BLOCK_DAYS.min, maxValue: TEMP_BLOCK_DAYS.max },
		default: 1,
		description: 'Leaves out recipients who got a message in this many days, 1 to 14',
	},
];

/** The elements of the settings that are set, by the names of the specification. */
export function sendSettings(parameters: Parameters): GatewayTree {
	return {
		timing: parameters.checkedOption('timing', toGatewayDate),
		add_unsubscribe: parameters.checkedOption('addUnsubscribe', (way: string) =>
			checkChoice(way, [REMOVAL_LINK, REPLY_TO_REMOVE]),
		),
		temp_bl: parameters.checkedOption('tempBl', (days: number) =>
			String(checkRange(days, TEMP_BLOCK_DAYS.min, TEMP_BLOCK_DAYS.max)),
		),
		includes_international: parameters.option<boolean>('includesInternational') ? '1' : undefined,
		campaign_name: parameters.checkedOption('campaignName', checkCampaignName),
	};
}

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
