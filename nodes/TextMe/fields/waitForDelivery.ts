import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { InputError } from '../../../gateway/inputError';
import type { Parameters } from '../parameters';
import { milliseconds, unitOptions } from './duration';

/** Days a report may be waited for. Our own limit: what is not known after a week never will be. */
const MOST_DAYS = 7;

export const waitForDeliveryOption: INodeProperties = {
	displayName: 'Wait for Delivery',
	name: 'waitForDelivery',
	type: 'fixedCollection',
	default: { values: { amount: 1, unit: 'hours' } },
	description:
		'Continues when every phone number has a final delivery state or the time is up, and returns the states. Does not wait for recipients of contact lists.',
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'At Most',
					name: 'amount',
					type: 'number',
					typeOptions: { minValue: 0, numberPrecision: 0 },
					default: 1,
					description: 'How long to wait, up to 7 days, from sending or from the scheduled time',
				},
				{
					displayName: 'Unit',
					name: 'unit',
					type: 'options',
					options: unitOptions,
					default: 'hours',
				},
			],
		},
	],
};

/** How many milliseconds to wait for delivery; `undefined` without the option. */
export const deliveryLimit = (parameters: Parameters): number | undefined =>
	parameters.checkedOption('waitForDelivery', ({ values }: IDataObject) => {
		const { amount, unit } = (values ?? {}) as IDataObject;
		const limit = milliseconds(amount, unit);
		if (limit > 0 && limit <= milliseconds(MOST_DAYS, 'days')) return limit;
		throw new InputError(`is not a time of up to ${MOST_DAYS} days; enter a number and a unit`);
	});
