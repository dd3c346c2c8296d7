import { LINKS } from '../../../gateway/values/links';
import type { Fault } from '../form';
import type { Rejected } from '../readAnswer';

const LANGUAGES = ['en', 'he', 'ar'] as const;

export type Language = (typeof LANGUAGES)[number];

/** The language of a page: the script in which most of the text's letters are. Those of links do not count. */
export function languageOf(text: string): Language {
	const words = text.replace(LINKS, '');
	const letters = (script: RegExp) => words.match(script)?.length ?? 0;
	const he = letters(/\p{Script=Hebrew}/gu);
	const ar = letters(/\p{Script=Arabic}/gu);
	const en = letters(/\p{Script=Latin}/gu);
	if (he > 0 && he >= Math.max(ar, en)) return 'he';
	return ar > 0 && ar >= en ? 'ar' : 'en';
}

export const directionOf = (language: Language) => (language === 'en' ? 'ltr' : 'rtl');

/** Why an answer was rejected, and what is wrong with a field. English, Hebrew and Arabic. */
const FAULTS: Readonly<Record<Fault | Rejected['reason'], string>> = {
	undecided:
		'Please press one of the buttons. | יש ללחוץ על אחד הכפתורים. | يرجى الضغط على أحد الأزرار.',
	empty: 'Please write an answer first. | יש לכתוב תשובה תחילה. | يرجى كتابة رد أولًا.',
	tooLong:
		'This is too long. Please shorten it to 2,000 characters. | התשובה ארוכה מדי. יש לקצר אותה ל־2,000 תווים. | الرد طويل جدًا. يرجى اختصاره إلى 2,000 حرف.',
	faulty:
		'Please look at the marked fields. | יש לבדוק את השדות המסומנים. | يرجى مراجعة الحقول المحددة.',
	missing: 'Please fill this in. | יש למלא שדה זה. | يرجى ملء هذا الحقل.',
	notNumber: 'Please write a number. | יש לכתוב מספר. | يرجى كتابة رقم.',
	notDate: 'Please choose a date. | יש לבחור תאריך. | يرجى اختيار تاريخ.',
	notChoice: 'Please choose one of these. | יש לבחור מבין האפשרויות. | يرجى اختيار أحد الخيارات.',
	tooLongField:
		'Please shorten this to 2,000 characters. | יש לקצר ל־2,000 תווים. | يرجى الاختصار إلى 2,000 حرف.',
};

/** The page's own words. After a decision, the page repeats the button's label. */
const TEXTS = {
	...FAULTS,
	/** %s is the sender. */
	asks: '%s is asking | שאלה מאת %s | سؤال من %s',
	title: 'Your answer is needed | נדרשת תשובתך | مطلوب ردّك',
	approve: 'Approve | אישור | موافقة',
	decline: 'Decline | דחייה | رفض',
	/** The model's call follows. */
	agentAsks: 'The agent asks for your approval: | הסוכן מבקש את אישורך: | يطلب الوكيل موافقتك:',
	/** Label of the field for a reason to decline. */
	why: 'Why not, or what instead? | למה לא, או מה במקום? | لماذا لا، أو ما البديل؟',
	answer: 'Your answer | התשובה שלך | ردّك',
	send: 'Send | שליחה | إرسال',
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
