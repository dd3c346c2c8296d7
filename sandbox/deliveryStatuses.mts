export type MessageState =
	| 'scheduled'
	| 'accepted'
	| 'delivered'
	| 'failed'
	| 'unconfirmed'
	| 'blocked'
	| 'cancelled';

export interface DeliveryStatus {
	he: string;
	en: string;
	state: MessageState;
}

const MISSED = 'לא הגיע ליעד';

const row = (he: string, en: string, state: MessageState): DeliveryStatus => ({ he, en, state });

const carrierFailures = [
	101,
	105,
	106,
	107,
	...Array.from({ length: 24 }, (_, index) => 109 + index),
].map((code): [number, DeliveryStatus] => [code, row(MISSED, 'Not delivered', 'failed')]);

/** The vendor's table (gateway-api 11). English texts other than `Delivered` are ours. */
const DELIVERY_STATUSES = new Map<number, DeliveryStatus>([
	[-1, row('נשלח - ללא אישור מסירה', 'Sent - no delivery confirmation', 'unconfirmed')],
	[0, row('הגיע ליעד', 'Delivered', 'delivered')],
	[1, row('נכשל', 'Failed', 'failed')],
	[2, row('Timeout', 'Timeout', 'unconfirmed')],
	[3, row('נכשל', 'Failed', 'failed')],
	[4, row('נכשל סלולר', 'Failed at the mobile network', 'failed')],
	[5, row('נכשל', 'Failed', 'failed')],
	[6, row('נכשל', 'Failed', 'failed')],
	[7, row('אין יתרה', 'No balance', 'failed')],
	[14, row('נכשל סלולר - עבר תהליך של store&forward', 'Failed after store&forward', 'failed')],
	[15, row('מספר כשר', 'Kosher number', 'failed')],
	[16, row('אין הרשאת שעת שליחה', 'Sending hour not permitted', 'failed')],
	[17, row('חסום להודעות פירסומיות', 'Blocked for advertising messages', 'blocked')],
	[18, row('הודעה לא חוקית', 'Message not legal', 'failed')],
	[102, row('הגיע ליעד', 'Delivered', 'delivered')],
	[103, row('פג תוקף', 'Expired', 'failed')],
	[104, row('נמחק', 'Deleted', 'failed')],
	[108, row('נדחה', 'Rejected', 'failed')],
	...carrierFailures,
	[201, row('נחסם לפי בקשה', 'Blocked on request', 'blocked')],
	[747, row('מנוי נמצא מחוץ לכיסוי רשת מקומית', 'Subscriber out of local coverage', 'failed')],
	[998, row('אין הרשאה', 'No permission', 'failed')],
	[999, row('שגיאה לא ידועה', 'Unknown error', 'failed')],
]);

/** A magic phone may ask for a code that the table lacks, as a new carrier might. */
const UNLISTED = row('סטטוס לא מוכר', 'Unlisted status', 'failed');

export function deliveryStatus(code: number): DeliveryStatus {
	return DELIVERY_STATUSES.get(code) ?? UNLISTED;
}
