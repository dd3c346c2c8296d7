import type { IDataObject, INodeProperties } from 'n8n-workflow';

const HOUR_MS = 3_600_000;
const DEFAULT_HOURS = 168;

export const repeatsFor: INodeProperties = {
	displayName: 'Drop Repeats For (Hours)',
	name: 'repeatsForHours',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: DEFAULT_HOURS,
	description: 'How long to drop repeats of an event. 0 lets every repeat through.',
};

/** For how long a repeat of an event is dropped, in milliseconds. */
export const readRepeatsFor = (options: IDataObject): number =>
	Number(options.repeatsForHours ?? DEFAULT_HOURS) * HOUR_MS;
