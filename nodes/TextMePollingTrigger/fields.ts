import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { checkRange, plainText } from '../../gateway/checks';
import { list } from '../../gateway/lists';
import { filterFields, polledEvents } from '../events/eventFilter';
import type { FetchSettings } from './fetchEvents';

/** How many hours after its message a report may come. */
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
			'When you first publish the workflow, events since this time start it. A time without a time zone is Israel time.',
		hint: 'If left empty, the time you publish the workflow',
	},
	filterFields,
	{
		displayName: 'Options',
		name: 'more',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Include Raw Fields',
				name: 'includeRaw',
				type: 'boolean',
				default: true,
				description: 'Whether to also return the fields as they came, under "raw"',
			},
			{
				displayName: 'Late Reports (Hours)',
				name: 'lateHours',
				type: 'number',
				typeOptions: { minValue: LATE.min, maxValue: LATE.max, numberPrecision: 0 },
				default: DEFAULT_LATE_HOURS,
				description:
					'How far back to look for late reports, once an hour. The service lists a report under the date of its message. Once a day, the node looks back seven days.',
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

export const readFetchSettings = (events: unknown, { onBehalfOf }: IDataObject): FetchSettings => ({
	events: list(events),
	onBehalfOf: plainText(onBehalfOf).trim(),
});

/** How far to look back for late reports, in hours. */
export const readLateHours = ({ lateHours = DEFAULT_LATE_HOURS }: IDataObject): number =>
	checkRange(lateHours as number | string, LATE.min, LATE.max);
