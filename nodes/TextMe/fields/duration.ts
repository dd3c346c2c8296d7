import type { INodePropertyOptions } from 'n8n-workflow';

const UNITS = [
	{ name: 'Days', value: 'days', ms: 86_400_000 },
	{ name: 'Hours', value: 'hours', ms: 3_600_000 },
	{ name: 'Minutes', value: 'minutes', ms: 60_000 },
];

/** The units a person chooses from. */
export const unitOptions: INodePropertyOptions[] = UNITS.map(({ name, value }) => ({
	name,
	value,
}));

/** What an amount of a unit comes to in milliseconds; NaN for what is no number or no unit. */
export const milliseconds = (amount: unknown, unit: unknown): number =>
	Number(amount) * (UNITS.find(({ value }) => value === unit)?.ms ?? NaN);
