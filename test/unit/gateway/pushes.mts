/** One push per feed. Source: specification, "Feeds". */
export const REPORT = {
	external_id: 'order-1',
	status: '102',
	he_message: 'הגיע ליעד',
	en_message: 'Delivered',
	date: '01/05/26 10:30:11',
	phone: '972501234567',
	operaor: 'Cellcom',
	shipment_id: '9981234',
};
export const INCOMING = {
	message: 'כן, תודה',
	date: '01/05/26 10:30:11',
	phone: '972501234567',
	dest: '0559991234',
};
export const BLOCKED = { message: 'המספר נחסם', date: '01/05/26 10:30:11', dest: '972501234567' };
