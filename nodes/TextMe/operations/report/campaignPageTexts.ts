import type { DeliveryState } from '../../../../gateway/deliveryStatus';
import type { Language } from '../../../answers/page/pageTexts';

const EN = {
	title: 'Campaign report',
	sent: 'Sent',
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
		`Half were delivered within ${half}, nine of ten within ${most}.`,
	cost: 'Cost, as the reports give it',
	charged: 'Messages that were not refused',
	nothing: 'There are no reports of this campaign yet.',
};

export type CampaignPageTexts = typeof EN;

export const CAMPAIGN_PAGE_TEXTS: Readonly<Record<Language, CampaignPageTexts>> = {
	en: EN,
	he: {
		title: 'דוח קמפיין',
		sent: 'נשלחו',
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
		durations: (half, most) => `מחצית ההודעות נמסרו בתוך ${half}, ותשע מכל עשר בתוך ${most}.`,
		cost: 'עלות, לפי הדוחות',
		charged: 'הודעות שלא נדחו',
		nothing: 'עדיין אין דוחות על הקמפיין הזה.',
	},
	ar: {
		title: 'تقرير الحملة',
		sent: 'أُرسلت',
		replies: 'ردود',
		optOuts: 'إلغاءات الاشتراك',
		byState: 'ماذا حدث للرسائل',
		byOperator: 'حسب المشغّل',
		overTime: 'التسليم مع مرور الوقت',
		reasons: 'لماذا لم تصل رسائل',
		states: {
			delivered: 'سُلّمت',
			failed: 'فشلت',
			blocked: 'حُظرت',
			expired: 'انتهت صلاحيتها',
			sentUnconfirmed: 'أُرسلت دون تأكيد',
			unknown: 'غير معروف',
		},
		durations: (half, most) => `سُلّم نصف الرسائل خلال ${half}، وتسع من كل عشر خلال ${most}.`,
		cost: 'التكلفة بحسب التقارير',
		charged: 'رسائل لم تُرفض',
		nothing: 'لا توجد تقارير عن هذه الحملة بعد.',
	},
};

type Translation = Readonly<Record<Exclude<Language, 'en'>, string>>;

/** The reasons of `deliveryStatus` in the other languages, by their English text. */
export const REASONS: ReadonlyMap<string, Translation> = new Map([
	['Not delivered', { he: 'לא נמסרה', ar: 'لم تُسلّم' }],
	[
		'Not delivered (carrier-specific reason)',
		{ he: 'לא נמסרה, מסיבה של המפעיל', ar: 'لم تُسلّم لسبب لدى المشغّل' },
	],
	[
		'Not delivered by the mobile network',
		{ he: 'הרשת הסלולרית לא מסרה', ar: 'لم تسلّمها شبكة الهاتف المحمول' },
	],
	[
		'Not delivered by the mobile network after store and forward',
		{
			he: 'הרשת הסלולרית לא מסרה, גם לא בניסיון חוזר',
			ar: 'لم تسلّمها شبكة الهاتف المحمول حتى بعد إعادة المحاولة',
		},
	],
	[
		'Not delivered for a reason the carrier does not know',
		{ he: 'לא נמסרה, מסיבה שהמפעיל אינו יודע', ar: 'لم تُسلّم لسبب لا يعرفه المشغّل' },
	],
	[
		'Sent, the carrier gave no confirmation',
		{ he: 'נשלחה, ללא אישור מסירה מהמפעיל', ar: 'أُرسلت دون تأكيد من المشغّل' },
	],
	[
		'Sent, no confirmation came in time',
		{ he: 'נשלחה, האישור לא הגיע בזמן', ar: 'أُرسلت ولم يصل التأكيد في الوقت المحدد' },
	],
	['Not sent, no balance', { he: 'לא נשלחה, אין יתרה', ar: 'لم تُرسل، لا يوجد رصيد' }],
	[
		'Filtered (Kosher) number, which receives no messages',
		{ he: 'מספר כשר, שאינו מקבל הודעות', ar: 'رقم مفلتر (كوشير) لا يستقبل رسائل' },
	],
	[
		'Sending not permitted at that hour',
		{ he: 'אין לשלוח בשעה זו', ar: 'الإرسال غير مسموح في تلك الساعة' },
	],
	[
		'Blocked for advertising messages',
		{ he: 'חסום להודעות פרסומיות', ar: 'محظور للرسائل الإعلانية' },
	],
	['Message not legal', { he: 'הודעה לא חוקית', ar: 'رسالة غير قانونية' }],
	[
		'Expired before it could be delivered',
		{ he: 'פג תוקפה לפני שנמסרה', ar: 'انتهت صلاحيتها قبل تسليمها' },
	],
	['Deleted before it could be delivered', { he: 'נמחקה לפני שנמסרה', ar: 'حُذفت قبل تسليمها' }],
	['Rejected by the network', { he: 'הרשת דחתה אותה', ar: 'رفضتها الشبكة' }],
	['Blocked on request of the recipient', { he: 'נחסמה לבקשת הנמען', ar: 'حُظرت بطلب من المستلم' }],
	[
		'Recipient outside the coverage of the local networks',
		{ he: 'הנמען מחוץ לכיסוי הרשתות המקומיות', ar: 'المستلم خارج تغطية الشبكات المحلية' },
	],
	['No permission to send', { he: 'אין הרשאה לשלוח', ar: 'لا يوجد إذن بالإرسال' }],
	['Unknown status', { he: 'מצב לא ידוע', ar: 'حالة غير معروفة' }],
]);
