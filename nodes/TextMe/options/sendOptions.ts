import type { INodeProperties } from 'n8n-workflow';

import {
	canBeRepliedTo,
	checkCampaignName,
	checkChoice,
	checkRange,
	checkSwitch,
} from '../../../gateway/checks';
import { toGatewayDate } from '../../../gateway/dates';
import { TEMP_BLOCK_DAYS } from '../../../gateway/limits';
import type { GatewayTree } from '../../../gateway/tree';
import type { Parameters } from '../parameters';
import { optionGroup, unlessEmpty } from './optionGroup';
import { internationalOption } from './recipients';
import { limitsOption } from './runLimits';
import { scheduleOption, sendingHoursOption, sendTime } from './sendTime';

/** Values of `add_unsubscribe` (specification, sms). */
const REMOVAL_LINK = '3';
const REPLY_TO_REMOVE = '2';

const campaignName: INodeProperties = {
	displayName: 'Campaign Name',
	name: 'campaignName',
	type: 'string',
	default: '',
	description:
		'Up to 50 characters, shown on reports. A scheduled send can be cancelled by this name.',
};

const optOut: INodeProperties = {
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
};

const skipRecent: INodeProperties = {
	displayName: 'Skip If Messaged in Last Days',
	name: 'tempBl',
	type: 'number',
	typeOptions: { minValue: TEMP_BLOCK_DAYS.min, maxValue: TEMP_BLOCK_DAYS.max },
	default: 1,
	description: 'Leaves out recipients who got a message in this many days, 1 to 14',
};

/** The options that decide when a message goes out, to whom, and how long it is. */
export const extentOptions: INodeProperties[] = [
	scheduleOption,
	sendingHoursOption,
	optOut,
	internationalOption,
];

/** The options of every kind of send, besides sender, recipients and text (specification, sms and bulk). */
export const sendSettingOptions: INodeProperties[] = [
	...extentOptions,
	limitsOption,
	skipRecent,
	campaignName,
];

/** The settings of a send, as elements with the names of the specification. */
export interface SendSettings extends GatewayTree {
	timing?: string;
	add_unsubscribe?: string;
	temp_bl?: string;
	includes_international?: string;
	campaign_name?: string;
}

export const sendSettings = optionGroup(
	{
		// 'None' is an empty text, so that is accepted; an expression without a result is not.
		addUnsubscribe: Object.assign(
			(way: string) => (way === '' ? undefined : checkChoice(way, [REMOVAL_LINK, REPLY_TO_REMOVE])),
			{ takesEmpty: 'text' as const },
		),
		tempBl: (days: number) => String(checkRange(days, TEMP_BLOCK_DAYS.min, TEMP_BLOCK_DAYS.max)),
		includesInternational: unlessEmpty(checkSwitch),
		campaignName: checkCampaignName,
	},
	(values, parameters): SendSettings => {
		const { at } = parameters.options(sendTime);
		return {
			timing: at === undefined ? undefined : toGatewayDate(at),
			add_unsubscribe: values.addUnsubscribe,
			temp_bl: values.tempBl,
			includes_international: values.includesInternational ? '1' : undefined,
			campaign_name: values.campaignName,
		};
	},
	[sendTime],
);

/** Refuses an opt-out that nobody can use: a sender in letters receives no replies. */
export function checkOptOut(parameters: Parameters, sender: string): void {
	if (canBeRepliedTo(sender)) return;
	if (parameters.options(sendSettings).add_unsubscribe !== REPLY_TO_REMOVE) return;
	throw parameters.refusal(
		'addUnsubscribe',
		`is 'Reply to Remove', and nobody can reply to "${sender}"; choose a sender that is a number, or 'Removal Link'`,
	);
}
