import type { IDataObject, INodeParameters } from 'n8n-workflow';

/** SMS Send Bulk to `bulkPeople`, by the names of their fields. */
export const bulkByName = (
	values: INodeParameters = {},
	options: INodeParameters = {},
): INodeParameters => ({
	resource: 'sms',
	operation: 'sendBulk',
	source: 'TextMe',
	valuesFrom: 'itemFields',
	...values,
	options,
});

/** SMS Send Bulk to `bulkPeople` by expressions; one may have a `sender` of its own. */
export const bulkByExpression = (options: INodeParameters = {}): INodeParameters => ({
	resource: 'sms',
	operation: 'sendBulk',
	source: '={{ $json.sender ?? "TextMe" }}',
	phones: '={{ $json.phone }}',
	message: '={{ $json.message }}',
	options,
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
