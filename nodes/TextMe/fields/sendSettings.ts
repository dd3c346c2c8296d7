import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { checkChoice, checkRange } from '../../../gateway/checks';
import { toGatewayDate } from '../../../gateway/dates';
import type { DateInput } from '../../../gateway/dates';
import { canBeRepliedTo, checkCampaignName } from '../../../gateway/identifiers';
import { TEMP_BLOCK_DAYS } from '../../../gateway/limits';
import type { GatewayTree } from '../../../gateway/tree';
import type { Parameters } from '../parameters';
import { limitsOption } from './limits';
import { internationalOption } from './phoneNumbers';
import { checkNotPast, scheduleOption } from './schedule';
import { sendingHoursOption, sendTime } from './sendingHours';

/** Values of `add_unsubscribe` (specification, sms). */
const REMOVAL_LINK = '3';
const REPLY_TO_REMOVE = '2';

/** The options of every kind of send, besides sender, recipients and text (specification, sms and bulk). */
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
	limitsOption,
	scheduleOption,
	sendingHoursOption,
	{
		displayName: 'Skip If Messaged in Last Days',
		name: 'tempBl',
		type: 'number',
		typeOptions: { minValue: TEMP_BLOCK_DAYS.min, maxValue: TEMP_BLOCK_DAYS.max },
		default: 1,
		description: 'Leaves out recipients who got a message in this many days, 1 to 14',
	},
];

/** The settings as elements, by the names of the specification. */
export function sendSettings(parameters: Parameters): GatewayTree {
	parameters.filledOption('timing', (value: DateInput) => checkNotPast(value, parameters.now));
	const { at } = sendTime(parameters);
	return {
		timing: at === undefined ? undefined : toGatewayDate(at),
		add_unsubscribe: optOut(parameters),
		temp_bl: parameters.filledOption('tempBl', (days: number) =>
			String(checkRange(days, TEMP_BLOCK_DAYS.min, TEMP_BLOCK_DAYS.max)),
		),
		includes_international: parameters.option<boolean>('includesInternational') ? '1' : undefined,
		campaign_name: parameters.filledOption('campaignName', checkCampaignName),
	};
}

/** 'None' is a choice; an empty result of an expression is not. */
function optOut(parameters: Parameters): string | undefined {
	const { addUnsubscribe } = parameters.get<IDataObject>('options');
	if (addUnsubscribe === '') return undefined;
	return parameters.filledOption('addUnsubscribe', (way: string) =>
		checkChoice(way, [REMOVAL_LINK, REPLY_TO_REMOVE]),
	);
}

/** Refuses an opt-out that nobody can use: a sender in letters receives no replies. */
export function checkOptOut(parameters: Parameters, sender: string): void {
	if (canBeRepliedTo(sender) || optOut(parameters) !== REPLY_TO_REMOVE) return;
	throw parameters.refusal(
		'addUnsubscribe',
		`is 'Reply to Remove', and nobody can reply to "${sender}"; choose a sender that is a number, or 'Removal Link'`,
	);
}
