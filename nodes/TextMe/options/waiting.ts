import type { IDataObject } from 'n8n-workflow';

import { InputError } from '../../../gateway/values/checks';
import { formatInstant, toInstant } from '../../../gateway/values/dates';
import type { DateInput } from '../../../gateway/values/dates';
import { option, unlessEmpty } from '../parameters/option';
import type { Parameters } from '../parameters/parameters';

const UNITS = [
	{ name: 'Days', value: 'days', ms: 86_400_000 },
	{ name: 'Hours', value: 'hours', ms: 3_600_000 },
	{ name: 'Minutes', value: 'minutes', ms: 60_000 },
];

/** An amount of a unit in milliseconds; NaN if either is invalid. */
export const milliseconds = (amount: unknown, unit: unknown): number =>
	Number(amount) * (UNITS.find(({ value }) => value === unit)?.ms ?? NaN);

const AFTER_INTERVAL = 'afterTimeInterval';
const AT_TIME = 'atSpecifiedTime';

const showFor = (limitType: string) => ({ show: { limitType: [limitType] } });

/** The option has the fields of n8n's own nodes that wait for a response. */
export const limitWaitTimeOption = option({
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
					options: UNITS.map(({ name, value }) => ({ name, value })),
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
	read: unlessEmpty(({ values }: IDataObject) => values as IDataObject | undefined),
});

/** When a wait ends, from when its question goes out (both in milliseconds since 1970). */
export type EndOfWait = (begin: number) => number;

/**
 * When a wait ends by its option; undefined without the option.
 * @param begin when the question should go out
 */
export function limitWaitTime(parameters: Parameters, begin: number): EndOfWait | undefined {
	const values = parameters.option(limitWaitTimeOption);
	return (
		values && parameters.refusedAs(limitWaitTimeOption.name, values, () => limitOf(values, begin))
	);
}

function limitOf(
	{ limitType, resumeAmount, resumeUnit, maxDateAndTime }: IDataObject,
	begin: number,
): EndOfWait {
	const endOf: EndOfWait =
		limitType === AT_TIME
			? () => toInstant(maxDateAndTime as DateInput)
			: (from) => from + milliseconds(resumeAmount, resumeUnit);
	const instant = endOf(begin);
	if (Number.isNaN(instant)) {
		throw new InputError('is not a time; enter a number and a unit, or a date and time');
	}
	if (instant <= Date.now()) throw new InputError('is in the past; enter a time in the future');
	if (instant > begin) return endOf;
	throw new InputError(
		`ends before the question goes out within the sending hours (${formatInstant(begin)}); enter a later time`,
	);
}
