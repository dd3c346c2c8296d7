import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { WAIT_INDEFINITELY } from 'n8n-workflow';

import type { DateInput } from '../../../gateway/dates';
import { toInstant } from '../../../gateway/dates';
import { InputError } from '../../../gateway/inputError';
import type { Parameters } from '../parameters';
import { milliseconds, unitOptions } from './duration';

const AFTER_INTERVAL = 'afterTimeInterval';
const AT_TIME = 'atSpecifiedTime';

const showFor = (limitType: string) => ({ show: { limitType: [limitType] } });

/** The same option with the same fields as in n8n's own nodes that wait for a response. */
export const limitWaitTimeOption: INodeProperties = {
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	default: { values: { limitType: AFTER_INTERVAL, resumeAmount: 45, resumeUnit: 'minutes' } },
	description:
		'When to continue without a response, with the outcome "timedOut". Without this option, the node waits 7 days for an SMS reply (30 at most), and forever for an answer on the page.',
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Limit Type',
					name: 'limitType',
					type: 'options',
					options: [
						{
							name: 'After Time Interval',
							value: AFTER_INTERVAL,
							description: 'Waits for a certain amount of time',
						},
						{
							name: 'At Specified Time',
							value: AT_TIME,
							description: 'Waits until the set date and time to continue',
						},
					],
					default: AFTER_INTERVAL,
				},
				{
					displayName: 'Amount',
					name: 'resumeAmount',
					type: 'number',
					typeOptions: { minValue: 0, numberPrecision: 0 },
					default: 1,
					description: 'The time to wait',
					displayOptions: showFor(AFTER_INTERVAL),
				},
				{
					displayName: 'Unit',
					name: 'resumeUnit',
					type: 'options',
					options: unitOptions,
					default: 'hours',
					displayOptions: showFor(AFTER_INTERVAL),
				},
				{
					displayName: 'Max Date and Time',
					name: 'maxDateAndTime',
					type: 'dateTime',
					default: '',
					description: 'When to continue at the latest. A time without a time zone is Israel time.',
					displayOptions: showFor(AT_TIME),
				},
			],
		},
	],
};

/**
 * Until when to wait.
 * @param limits days to wait when no limit is set, for ever when left out, and the most that may be set
 */
export function waitUntil(
	parameters: Parameters,
	{ days, most = Infinity }: { days?: number; most?: number },
): Date {
	const instant = parameters.checkedOption('limitWaitTime', ({ values }: IDataObject) =>
		values === undefined ? undefined : limitOf(values as IDataObject, most),
	);
	if (instant !== undefined) return new Date(instant);
	return days === undefined ? WAIT_INDEFINITELY : new Date(Date.now() + milliseconds(days, 'days'));
}

function limitOf(
	{ limitType, resumeAmount, resumeUnit, maxDateAndTime }: IDataObject,
	mostDays: number,
): number {
	const instant =
		limitType === AT_TIME
			? toInstant(maxDateAndTime as DateInput)
			: Date.now() + milliseconds(resumeAmount, resumeUnit);
	if (Number.isNaN(instant)) {
		throw new InputError('is not a time; enter a number and a unit, or a date and time');
	}
	if (instant <= Date.now()) throw new InputError('is over already; enter a time in the future');
	if (instant > Date.now() + milliseconds(mostDays, 'days')) {
		throw new InputError(`is more than ${mostDays} days; enter a time that is sooner`);
	}
	return instant;
}
