import { isOn, NO_ID } from '../../../gateway/values/checks';
import { list } from '../../../gateway/values/lists';
import { SAMPLE_PHONE } from '../../../gateway/phones/samplePhone';
import type { DeliveryState } from '../../../gateway/events/deliveryStatus';
import type { FoundReport } from '../foundReport';
import { readFoundReport } from '../foundReport';
import { feed } from './feed';

const DELIVERY_STATES: Array<{ name: string; value: DeliveryState; description?: string }> = [
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

/** Source: specification, "Feeds", "dlr", "dlrByDate". */
export const deliveryReport = feed<FoundReport>({
	value: 'deliveryReport',
	name: 'Delivery Report',
	description: 'The delivery status of a sent message arrived or changed',
	read: readFoundReport,
	sample: {
		external_id: 'order-1042',
		status: '102',
		he_message: 'הגיע ליעד',
		en_message: 'Delivered',
		date: '01/05/26 10:30:07',
		phone: SAMPLE_PHONE,
		operaor: 'Pelephone',
		shipment_id: '31518',
	},
	poll: {
		root: 'dlrByDate',
		body: ({ from, to }) => ({ transactions: { external_id: NO_ID }, from, to }),
	},
	filters: [
		{
			displayName: 'Delivery States',
			name: 'deliveryStates',
			type: 'multiOptions',
			options: DELIVERY_STATES,
			default: [],
			description: 'Only delivery reports with one of these states. If left empty, all of them.',
		},
		{
			displayName: 'Final Reports Only',
			name: 'finalOnly',
			type: 'boolean',
			default: true,
			description: 'Whether to leave out delivery reports that another one may follow',
		},
	],
	filter({ deliveryStates, finalOnly }) {
		const states = new Set(list(deliveryStates));
		return ({ state, final }) =>
			(states.size === 0 || states.has(state)) && (!isOn(finalOnly) || final);
	},
});
