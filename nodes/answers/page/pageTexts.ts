import { LINKS } from '../../../gateway/values/links';

const LANGUAGES = ['en', 'he', 'ar'] as const;

export type Language = (typeof LANGUAGES)[number];

/** Links without a protocol, and email addresses. */
const ADDRESSES = /(?<!\S)[!-~]*[@/][!-~]*/g;

/** The language of a page: the script in which most of the text's letters are. Those of links do not count. */
export function languageOf(text: string): Language {
	const words = text.replace(LINKS, '').replace(ADDRESSES, '');
	const letters = (script: RegExp) => words.match(script)?.length ?? 0;
	const he = letters(/\p{Script=Hebrew}/gu);
	const ar = letters(/\p{Script=Arabic}/gu);
	const en = letters(/\p{Script=Latin}/gu);
	if (he > 0 && he >= Math.max(ar, en)) return 'he';
	return ar > 0 && ar >= en ? 'ar' : 'en';
}

export const directionOf = (language: Language) => (language === 'en' ? 'ltr' : 'rtl');

/** The page's own words in English, Hebrew and Arabic. After a decision, the page repeats the button's label. */
const TEXTS = {
	undecided:
		'Please press one of the buttons. | יש ללחוץ על אחד הכפתורים. | يرجى الضغط على أحد الأزرار.',
	tooLong:
		'This is too long. Please shorten it to 2,000 characters. | התשובה ארוכה מדי. יש לקצר אותה ל־2,000 תווים. | الرد طويل جدًا. يرجى اختصاره إلى 2,000 حرف.',
	/** %s is the sender. */
	asks: '%s is asking | שאלה מאת %s | سؤال من %s',
	title: 'Your answer is needed | נדרשת תשובתך | مطلوب ردّك',
	approve: 'Approve | אישור | موافقة',
	decline: 'Decline | דחייה | رفض',
	/** The model's call follows. */
	agentAsks: 'The agent asks for your approval: | הסוכן מבקש את אישורך: | يطلب الوكيل موافقتك:',
	/** Label of the field for a reason to decline. */
	why: 'Why not, or what instead? | למה לא, או מה במקום? | لماذا لا، أو ما البديل؟',
	/** Beside the label of a field that may stay empty. */
	optional: '(optional) | (רשות) | (اختياري)',
	thanks: 'Thank you | תודה רבה | شكرًا لك',
	yourAnswer: 'Your answer has been sent: | התשובה שלך נשלחה: | تم إرسال ردّك:',
	youMayClose: 'You can close this page. | אפשר לסגור את הדף. | يمكنك إغلاق هذه الصفحة.',
	closed: 'Nothing to answer here | אין כאן על מה להשיב | لا يوجد هنا ما يتطلب الرد',
	closedReason:
		'This question has been answered, or its time is up. Nothing was changed. | השאלה כבר נענתה, או שהזמן למענה הסתיים. דבר לא השתנה. | تم الرد على هذا السؤال أو انتهى وقته. لم يتغير شيء.',
};

export type Say = (what: keyof typeof TEXTS) => string;

export const sayIn =
	(language: Language): Say =>
	(what) =>
		TEXTS[what].split(' | ')[LANGUAGES.indexOf(language)] ?? '';
