import { writeTime } from '../../../sandbox/israelTime.mts';

/** One push per feed, as in the specification. */
export const REPORT = {
	external_id: 'order-1',
	status: '102',
	he_message: 'הגיע ליעד',
	en_message: 'Delivered',
	date: '15/01/26 10:30:07',
	phone: '972501234567',
	operaor: 'Pelephone',
	shipment_id: '31518',
};
export const INCOMING = {
	message: 'כן, stop & go + more',
	date: '15/01/26 10:31:12',
	phone: '972501234567',
	dest: '0559000100',
};
export const BLOCK = {
	message: 'המספר נחסם לקבלת הודעות',
	date: '15/01/26 10:32:40',
	dest: '972501234567',
};

/** The current time, as in pushes. */
export const nowFields = () => writeTime(Date.now(), 'second');
