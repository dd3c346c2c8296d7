import type { DeliveryState } from '../../gateway/deliveryStatus';

/** The choices of every filter for delivery reports (specification, delivery status). */
export const DELIVERY_STATES: Array<{ name: string; value: DeliveryState; description?: string }> =
	[
		{ name: 'Blocked', value: 'blocked', description: 'Refused before delivery, e.g. opted out' },
		{ name: 'Delivered', value: 'delivered' },
		{ name: 'Expired', value: 'expired' },
		{ name: 'Failed', value: 'failed' },
		{
			name: 'Sent, Unconfirmed',
			value: 'sentUnconfirmed',
			description: 'The carrier gave no confirmation',
		},
		{ name: 'Unknown', value: 'unknown', description: 'A code that is not documented' },
	];
