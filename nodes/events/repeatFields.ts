import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { TakeSettings } from './takeNew';

const HOUR = 3_600_000;
const DEFAULT_HOURS = 168;
const DEFAULT_EVENTS = 5000;

export const repeatsFor: INodeProperties = {
	displayName: 'Drop Repeats for (Hours)',
	name: 'repeatsForHours',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: DEFAULT_HOURS,
	description:
		'A repeat of an event is dropped until so many hours after the event. 0 lets every repeat through.',
};

export const maxEvents: INodeProperties = {
	displayName: 'Events to Remember',
	name: 'maxEvents',
	type: 'number',
	typeOptions: { minValue: 100, maxValue: 50000 },
	default: DEFAULT_EVENTS,
	description:
		'How many events the workflow remembers, the latest ones, to recognize repeats. More of them make each event a little slower.',
};

export function readRepeatSettings(options: IDataObject): Omit<TakeSettings, 'doneWhen'> {
	return {
		repeatsForMs: Number(options.repeatsForHours ?? DEFAULT_HOURS) * HOUR,
		maxEvents: Number(options.maxEvents ?? DEFAULT_EVENTS),
	};
}
