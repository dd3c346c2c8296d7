import type { IDataObject } from 'n8n-workflow';

import { parametersFor } from './parametersFor.mts';

/** SMS Send Bulk to `bulkPeople`, with expressions that need no engine. */
export const bulkByPath = parametersFor('sms', 'sendBulk', {
	source: 'TextMe',
	phones: '={{ $json.phone }}',
	message: '={{ $json.message }}',
});

/** The same with one that does: a person may have a `sender` of their own. */
export const bulkByExpression = parametersFor('sms', 'sendBulk', {
	source: '={{ $json.sender ?? "TextMe" }}',
	phones: '={{ $json.phone }}',
	message: '={{ $json.message }}',
});

/** A number for each index. */
export const phoneOf = (index: number) => `05${String(10_000_000 + index)}`;

export const bulkPeople = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		phone: phoneOf(index),
		name: `Person ${index}`,
		message: `Hello ${index}`,
		order: `order-${index}`,
	}));
