import type { IDataObject } from 'n8n-workflow';

import { parametersFor } from './parametersFor.mts';

/** SMS Send Bulk to `bulkPeople`, with simple paths as expressions. */
export const bulkByPath = parametersFor('sms', 'sendBulk', {
	source: 'TextMe',
	phones: '={{ $json.phone }}',
	message: '={{ $json.message }}',
});

/** SMS Send Bulk to `bulkPeople`, with an expression that needs the engine: a person may have another `sender`. */
export const bulkByExpression: typeof bulkByPath = (values, options) =>
	bulkByPath({ source: '={{ $json.sender ?? "TextMe" }}', ...values }, options);

export const phoneOf = (index: number) => `05${String(10_000_000 + index)}`;

export const bulkPeople = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		phone: phoneOf(index),
		name: `Person ${index}`,
		message: `Hello ${index}`,
		order: `order-${index}`,
	}));
