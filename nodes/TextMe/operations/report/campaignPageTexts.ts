import type { DeliveryState } from '../../../../gateway/deliveryStatus';

/** The languages of the page. */
export type ReportLanguage = 'en' | 'he';

const EN = {
	title: 'Campaign report',
	sent: 'Sent',
	reported: 'With a report',
	withoutReport: 'Without a report yet',
	upTo: (most: string) => `up to ${most}`,
	replies: 'Replies',
	optOuts: 'Opt-outs',
	byState: 'What became of the messages',
	byOperator: 'By operator',
	overTime: 'Delivered over time',
	reasons: 'Why messages did not arrive',
	states: {
		delivered: 'Delivered',
		failed: 'Failed',
		blocked: 'Blocked',
		expired: 'Expired',
		sentUnconfirmed: 'Sent, unconfirmed',
		unknown: 'Unknown',
	} satisfies Record<DeliveryState, string>,
	durations: (half: string, most: string) =>
		`Half were delivered within ${half} of the first report, nine of ten within ${most}.`,
	cost: 'Cost, as the reports give it',
	charged: 'Messages with a report that were not refused',
	/** The meanings of statuses, by their English text. */
	meanings: new Map<string, string>(),
	nothing: 'There are no reports of this campaign yet.',
};

export type CampaignPageTexts = typeof EN;

export const CAMPAIGN_PAGE_TEXTS: Readonly<Record<ReportLanguage, CampaignPageTexts>> = {
	en: EN,
	he: {
		title: 'דוח קמפיין',
		sent: 'נשלחו',
		reported: 'עם דוח',
		withoutReport: 'עדיין ללא דוח',
		upTo: (most) => `עד ${most}`,
		replies: 'תשובות',
		optOuts: 'הסרות',
		byState: 'מה קרה להודעות',
		byOperator: 'לפי מפעיל',
		overTime: 'מסירה לאורך זמן',
		reasons: 'למה הודעות לא הגיעו',
		states: {
			delivered: 'נמסרו',
			failed: 'נכשלו',
			blocked: 'נחסמו',
			expired: 'פג תוקפן',
			sentUnconfirmed: 'נשלחו ללא אישור',
			unknown: 'לא ידוע',
		},
		durations: (half, most) =>
			`מחצית ההודעות נמסרו בתוך ${half} מהדוח הראשון, ותשע מכל עשר בתוך ${most}.`,
		cost: 'עלות, לפי הדוחות',
		charged: 'הודעות עם דוח שלא נדחו',
		meanings: new Map(
			Object.entries({
				'Not delivered': 'לא נמסרה',
				'Not delivered (carrier-specific reason)': 'לא נמסרה, מסיבה של המפעיל',
				'Not delivered by the mobile network': 'הרשת הסלולרית לא מסרה',
				'Not delivered by the mobile network after store and forward':
					'הרשת הסלולרית לא מסרה, גם לא בניסיון חוזר',
				'Not delivered for a reason the carrier does not know': 'לא נמסרה, מסיבה שהמפעיל אינו יודע',
				'Sent, the carrier gave no confirmation': 'נשלחה, ללא אישור מסירה מהמפעיל',
				'Sent, no confirmation came in time': 'נשלחה, האישור לא הגיע בזמן',
				'Not sent, no balance': 'לא נשלחה, אין יתרה',
				'Filtered (Kosher) number, which receives no messages': 'מספר כשר, שאינו מקבל הודעות',
				'Sending not permitted at that hour': 'אין לשלוח בשעה זו',
				'Blocked for advertising messages': 'חסום להודעות פרסומיות',
				'Message not legal': 'הודעה לא חוקית',
				'Expired before it could be delivered': 'פג תוקפה לפני שנמסרה',
				'Deleted before it could be delivered': 'נמחקה לפני שנמסרה',
				'Rejected by the network': 'הרשת דחתה אותה',
				'Blocked on request of the recipient': 'נחסמה לבקשת הנמען',
				'Recipient outside the coverage of the local networks': 'הנמען מחוץ לכיסוי הרשתות המקומיות',
				'No permission to send': 'אין הרשאה לשלוח',
				'Unknown status': 'מצב לא ידוע',
			}),
		),
		nothing: 'עדיין אין דוחות על הקמפיין הזה.',
	},
};
