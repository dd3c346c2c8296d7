import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { checkCampaignName, oneOf } from '../../../gateway/values/checks';
import { canBeRepliedTo } from '../../../gateway/phones/sender';
import { formatInstant, MINUTE, toGatewayDate, toMoment } from '../../../gateway/values/dates';
import type { DateInput } from '../../../gateway/values/dates';
import { TEMP_BLOCK_DAYS } from '../../../gateway/values/limits';
import { nextOpening, readSendingHours } from '../../texts/sendingHours';
import type { Within } from '../../texts/sendingHours';
import type { Option } from '../parameters/option';
import { numberField, option, textField, unlessEmpty } from '../parameters/option';
import type { Parameters } from '../parameters/parameters';
import type { Sending } from '../operation';
import { internationalOption } from './recipients';

const scheduleOption = option({
	displayName: 'Schedule',
	name: 'timing',
	type: 'dateTime',
	default: '',
	description:
		'When to send. A time without a time zone is Israel time. To send at once, remove this option.',
	read(value: DateInput) {
		const at = toMoment(value);
		return { at, timing: toGatewayDate(at) };
	},
});

/** The value is the day of the week; Sunday is 0. */
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map(
	(name, value) => ({ name, value }),
);

const time = (name: string, displayName: string, value: string): INodeProperties => ({
	...textField({ displayName, name, placeholder: `e.g. ${value}` }),
	default: value,
});

const HOURS_FIELDS: INodeProperties[] = [
	{
		displayName: 'Days',
		name: 'days',
		type: 'multiOptions',
		options: DAYS,
		default: [0, 1, 2, 3, 4, 5],
		description: 'On which days of the week messages may go out',
	},
	time('from', 'From', '08:00'),
	time('to', 'To', '20:00'),
	{
		...time('eveTo', 'To (Fridays and Holiday Eves)', '14:00'),
		description:
			'When sending ends on Fridays and on the day before a holiday. If left empty, the time under To.',
	},
	{
		displayName: 'Skip Holidays',
		name: 'withoutHolidays',
		type: 'boolean',
		default: true,
		description: 'Whether to send nothing on the holidays on which Israel does not work',
	},
	textField({
		displayName: 'Exclude Dates',
		name: 'closed',
		placeholder: 'e.g. 2026-12-31, 01/01/2027',
		description: 'Dates on which nothing is sent, separated by commas',
	}),
	{
		displayName: 'Outside These Hours',
		name: 'outside',
		type: 'options',
		options: [
			{ name: 'Schedule for the Next Opening', value: 'schedule' },
			{ name: 'Skip', value: 'leaveOut', description: 'The details of the item have "skipped"' },
		],
		default: 'schedule',
	},
];

export const sendingHoursOption = option({
	displayName: 'Sending Hours',
	name: 'sendingHours',
	type: 'fixedCollection',
	noDataExpression: true,
	default: { values: {} },
	description: 'Sends nothing at night, on the Sabbath or on holidays. Times are Israel time.',
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: HOURS_FIELDS.map((field) => ({ ...field, noDataExpression: true })),
		},
	],
	read: unlessEmpty(({ values = {} }: { values?: IDataObject }) => ({
		open: readSendingHours(values, Date.now()),
		leavesOut: oneOf(['leaveOut', 'schedule'], String(values.outside)) === 'leaveOut',
	})),
});

/** The sending hours of an item. Raises an error for hours that are never open after its schedule. */
export function sendingWithin(parameters: Parameters): Within | undefined {
	const hours = parameters.option(sendingHoursOption);
	if (!hours) return undefined;
	return (instant) => {
		const opening = nextOpening(instant, hours.open);
		if (opening === undefined) {
			throw parameters.refusal(
				'sendingHours',
				'is never open in the year after the schedule; choose more days, or another schedule',
			);
		}
		if (opening === instant) return { at: instant };
		return hours.leavesOut ? { heldUntil: opening } : { at: opening };
	};
}

/** Values of `add_unsubscribe` (specification, sms). */
const REMOVAL_LINK = '3';
const REPLY_TO_REMOVE = '2';

export const campaignName = textField({
	displayName: 'Campaign Name',
	name: 'campaignName',
	description:
		'Up to 50 characters, shown on reports. A scheduled send can be cancelled by this name.',
	read: checkCampaignName,
});

const optOut = option({
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
	// 'None' is an empty text, which is valid; an expression without a result is not.
	read: Object.assign(
		(way: string) => (way === '' ? undefined : oneOf([REMOVAL_LINK, REPLY_TO_REMOVE], way)),
		{ takesEmpty: 'text' as const },
	),
});

const skipRecent = numberField({
	displayName: 'Skip If Messaged in Last Days',
	name: 'tempBl',
	...TEMP_BLOCK_DAYS,
	default: 1,
	description: 'Leaves out recipients who got a message in this many days, 1 to 14',
});

/** The options that decide when a message goes out, to whom, and how long it is. */
export const extentOptions: Option[] = [
	scheduleOption,
	sendingHoursOption,
	optOut,
	internationalOption,
];

/** The options of every send, besides sender, recipients and text (specification, sms and bulk). */
export const sendSettingOptions: Option[] = [...extentOptions, skipRecent, campaignName];

/**
 * How and when a send goes out. Refuses an opt-out by reply for a sender in letters, which receives no replies.
 * Asks for each item whether its schedule is past: a retry may come later, and some items were sent in time.
 */
export function sendSettings(
	parameters: Parameters,
	sender: string,
): Pick<Sending, 'settings' | 'within'> {
	const { schedule, addUnsubscribe, international, ...settings } = parameters.options({
		schedule: scheduleOption,
		addUnsubscribe: optOut,
		temp_bl: skipRecent,
		campaign_name: campaignName,
		international: internationalOption,
	});
	// Assumption: pastSchedule
	// A schedule may be past within its own minute: the service sends such a message at once.
	if (schedule && schedule.at < parameters.run.now - MINUTE) {
		throw parameters.refusal(
			'timing',
			`is in the past (${formatInstant(schedule.at)}); enter a time in the future, or remove the option to send at once`,
		);
	}
	if (addUnsubscribe === REPLY_TO_REMOVE && !canBeRepliedTo(sender)) {
		throw parameters.refusal(
			'addUnsubscribe',
			`is 'Reply to Remove', and nobody can reply to "${sender}"; choose a sender that is a number, or 'Removal Link'`,
		);
	}
	const within = sendingWithin(parameters);
	// Refuses hours that never open after the schedule before the first request.
	if (schedule) within?.(schedule.at);
	return {
		settings: {
			timing: schedule?.timing,
			add_unsubscribe: addUnsubscribe,
			includes_international: international ? '1' : undefined,
			// So that Cancel by Name stops what a run scheduled.
			campaign_name: schedule && parameters.run.runId,
			...settings,
		},
		within,
	};
}
