import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { checkChoice } from '../../../gateway/checks';
import type { DateInput } from '../../../gateway/dates';
import { fromGatewayDate, toGatewayDate, toInstant } from '../../../gateway/dates';
import { list } from '../../../gateway/lists';
import { nextOpening, readSendingHours } from '../../planning/sendingHours';
import type { SendingHours } from '../../planning/sendingHours';
import type { Parameters } from '../parameters';
import { isOnlyValidated } from './commonOptions';

const LEAVE_OUT = 'leaveOut';
const SCHEDULE = 'schedule';

/** From the first day of the week on; the value is the index. */
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map(
	(name, value) => ({ name, value }),
);

const time = (name: string, displayName: string, value: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: value,
	placeholder: 'e.g. 08:00',
});

export const sendingHoursOption: INodeProperties = {
	displayName: 'Sending Hours',
	name: 'sendingHours',
	type: 'fixedCollection',
	default: { values: {} },
	description: 'Sends nothing at night, on the Sabbath or on holidays. Times are Israel time.',
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
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
					...time('eveTo', 'Eves Until', '14:00'),
					placeholder: 'e.g. 14:00',
					description:
						'When Fridays and the days before a holiday end. If left empty, they end like others.',
				},
				{
					displayName: 'Skip Holidays',
					name: 'withoutHolidays',
					type: 'boolean',
					default: true,
					description:
						'Whether to send nothing on the Jewish holidays on which Israel does not work',
				},
				{
					displayName: 'Dates Left Out',
					name: 'closed',
					type: 'string',
					default: '',
					placeholder: 'e.g. 2026-12-31, 01/01/2027',
					description: 'Other days on which nothing is sent, separated by commas or as an array',
				},
				{
					displayName: 'Outside of These Hours',
					name: 'outside',
					type: 'options',
					options: [
						{
							name: 'Leave Out',
							value: LEAVE_OUT,
							description: 'Do not send the message. It comes out with "held".',
						},
						{
							name: 'Schedule for the Next Opening',
							value: SCHEDULE,
							description: 'The service sends the message as soon as the hours begin',
						},
					],
					default: SCHEDULE,
				},
			],
		},
	],
};

interface Hours {
	open: SendingHours;
	leavesOut: boolean;
}

const sendingHours = (parameters: Parameters): Hours | undefined =>
	parameters.fromFields(['options'], 'sending hours', () =>
		parameters.checkedOption('sendingHours', ({ values }: IDataObject) =>
			readHours((values ?? {}) as IDataObject, parameters.now),
		),
	);

function readHours(values: IDataObject, now: number): Hours {
	const input = {
		days: Array.isArray(values.days) ? values.days : list(values.days),
		from: values.from,
		to: values.to,
		eveTo: values.eveTo,
		onHolidays: values.withoutHolidays === false,
		closed: list(values.closed),
	};
	return {
		open: readSendingHours(input, now),
		leavesOut: checkChoice(String(values.outside), [LEAVE_OUT, SCHEDULE]) === LEAVE_OUT,
	};
}

interface SendTime {
	/** When the service is to send the message; at once when left out. */
	at?: number;
	/** When the sending hours begin, if the send is left out until then. */
	heldUntil?: number;
}

/** When a send goes out by its schedule and within its sending hours. A schedule may be past, for example in a retry. */
export const sendTime = (parameters: Parameters): SendTime =>
	parameters.fromFields(['options'], 'send time', () => readSendTime(parameters));

function readSendTime(parameters: Parameters): SendTime {
	const at = parameters.filledOption('timing', (value: DateInput) => toInstant(value));
	const hours = sendingHours(parameters);
	if (!hours) return { at };
	const wanted = at ?? parameters.now;
	const opening = openFrom(parameters, wanted);
	if (opening === wanted) return { at };
	return hours.leavesOut ? { heldUntil: opening } : { at: opening };
}

/** The first moment within the sending hours, from an instant on. */
export function openFrom(parameters: Parameters, instant: number): number {
	const hours = sendingHours(parameters);
	const opening = hours ? nextOpening(instant, hours.open) : instant;
	if (opening !== undefined) return opening;
	throw parameters.refusal(
		'sendingHours',
		'is never open in the year after the schedule; choose more days, or another schedule',
	);
}

/** The output of an item that is left out until the sending hours begin; undefined for any other item. */
export function heldBack(parameters: Parameters): IDataObject | undefined {
	const { heldUntil } = isOnlyValidated(parameters) ? {} : sendTime(parameters);
	return heldUntil === undefined
		? undefined
		: { held: true, opensAt: fromGatewayDate(toGatewayDate(heldUntil)) };
}
