import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { checkRange, plainText } from '../../gateway/checks';
import type { ReadParameter } from '../events/eventFilter';
import { polledEvents } from '../events/eventOptions';
import { filterFields } from '../events/filterFields';
import { list } from '../shared/list';
import type { FetchSettings } from './fetchEvents';

const TIMEOUT_SECONDS = 30;

/** Hours that a report may come after its message. */
const LATE = { min: 1, max: 168 };
const DEFAULT_LATE_HOURS = 24;

export const fields: INodeProperties[] = [
	polledEvents,
	{
		displayName: 'Start From',
		name: 'startFrom',
		type: 'dateTime',
		default: '',
		description:
			'The first activation brings the events since then. A time without a time zone is Israel time.',
		hint: 'Left empty: the time of the activation',
	},
	filterFields,
	{
		displayName: 'More Options',
		name: 'more',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'Include Raw Fields',
				name: 'includeRaw',
				type: 'boolean',
				default: false,
				description: 'Whether to add the record as it came, under "raw"',
			},
			{
				displayName: 'Late Reports (Hours)',
				name: 'lateHours',
				type: 'number',
				typeOptions: { minValue: LATE.min, maxValue: LATE.max },
				default: DEFAULT_LATE_HOURS,
				description:
					'Reports are found by the date of their message, so the latest hours are read again every hour, and the latest seven days once a day. Choose how many hours.',
			},
			{
				displayName: 'On Behalf Of',
				name: 'onBehalfOf',
				type: 'string',
				default: '',
				placeholder: 'e.g. branch-haifa',
				description: 'For resellers: username of the sub-account whose events to read',
			},
		],
	},
];

export function readFetchSettings(parameter: ReadParameter): FetchSettings {
	const { onBehalfOf } = parameter('more', {}) as IDataObject;
	return {
		events: list(parameter('events', [])),
		timeoutSeconds: TIMEOUT_SECONDS,
		onBehalfOf: plainText(onBehalfOf).trim(),
	};
}

/** How far to look back for late reports. */
export const readLateHours = ({ lateHours = DEFAULT_LATE_HOURS }: IDataObject): number =>
	checkRange(lateHours as number | string, LATE.min, LATE.max);
