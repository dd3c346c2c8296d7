import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

const FEEDS: INodePropertyOptions[] = [
	{
		name: 'Blocklist Addition',
		value: 'blocklistAddition',
		description: 'A recipient was blocked, normally by opting out',
	},
	{
		name: 'Delivery Report',
		value: 'deliveryReport',
		description: 'The delivery status of a sent message arrived or changed',
	},
	{
		name: 'Incoming Message',
		value: 'incomingMessage',
		description: 'Somebody sent a message to one of your numbers',
	},
];

const UNKNOWN: INodePropertyOptions = {
	name: 'Unrecognized Push',
	value: 'unknown',
	description: 'Anything else that the service pushes, with its fields as they are',
};

const events = (options: INodePropertyOptions[]): INodeProperties => ({
	displayName: 'Trigger On',
	name: 'events',
	type: 'multiOptions',
	noDataExpression: true,
	options,
	default: ['blocklistAddition', 'deliveryReport', 'incomingMessage'],
	required: true,
});

export const pushedEvents = events([...FEEDS, UNKNOWN]);
/** A reply says which feed it belongs to, so there is nothing unrecognised in it. */
export const polledEvents = events(FEEDS);
