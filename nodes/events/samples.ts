import type { IDataObject } from 'n8n-workflow';

import { readPush } from '../../gateway/pushForm';
import type { Arrival } from './arrival';
import { pushArrival } from './arrival';
import type { EventFilter } from './eventFilter';

/** One push of each feed as the specification shows them. Source: specification, "Feeds". */
const PUSHES: IDataObject[] = [
	{
		external_id: 'order-1042',
		status: '102',
		he_message: 'הגיע ליעד',
		en_message: 'Delivered',
		date: '01/05/26 10:30:07',
		phone: '972501234567',
		operaor: 'Pelephone',
		shipment_id: '31518',
	},
	{
		message: 'Yes, see you at ten',
		date: '01/05/26 10:31:12',
		phone: '972501234567',
		dest: '0559000100',
	},
	{ message: 'המספר נחסם לקבלת הודעות', date: '01/05/26 10:32:40', dest: '972501234567' },
];

/** Events to build a workflow with before any real one has come: one of each feed that is wanted. */
export function sampleArrivals(isWanted: EventFilter): Arrival[] {
	return PUSHES.map((raw) => ({ ...pushArrival(readPush(raw), raw, ''), sample: true })).filter(
		({ event }) => isWanted(event),
	);
}
