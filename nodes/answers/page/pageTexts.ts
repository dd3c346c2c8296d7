import type { Fault } from '../form';
import type { Rejected } from '../readAnswer';

export type Language = 'en' | 'he' | 'ar';

const SCRIPTS: ReadonlyArray<readonly [Language, RegExp]> = [
	['he', /\p{Script=Hebrew}/gu],
	['ar', /\p{Script=Arabic}/gu],
	['en', /\p{Script=Latin}/gu],
];

/** The language of a page: the one in whose script most letters of the text are written. */
export function languageOf(text: string): Language {
	let language: Language = 'en';
	let most = 0;
	for (const [candidate, letters] of SCRIPTS) {
		const count = text.match(letters)?.length ?? 0;
		if (count > most) [language, most] = [candidate, count];
	}
	return language;
}

export const directionOf = (language: Language) => (language === 'en' ? 'ltr' : 'rtl');

const EN = {
	asks: (sender: string) => `${sender} is asking`,
	title: 'Your answer is needed',
	approve: 'Approve',
	decline: 'Decline',
	/** Before what an agent wants to do. */
	agentAsks: 'The agent asks for your approval:',
	/** Label of the field in which a person who declines may say why. */
	reason: 'Why not, or what instead?',
	answer: 'Your answer',
	send: 'Send',
	thanks: 'Thank you',
	yourAnswer: 'Your answer has been sent:',
	youMayClose: 'You can close this page.',
	closed: 'Nothing to answer here',
	closedReason: 'This question has been answered, or its time is up. Nothing was changed.',
	rejected: {
		undecided: 'Please press one of the buttons.',
		empty: 'Please write an answer first.',
		tooLong: 'This is too long. Please shorten it to 2,000 characters.',
		faulty: 'Please look at the marked fields.',
	} satisfies Record<Rejected['reason'], string>,
	/** Beside the label of a field that may be left empty. */
	optional: '(optional)',
	faults: {
		missing: 'Please fill this in.',
		notNumber: 'Please write a number.',
		notDate: 'Please choose a date.',
		notChoice: 'Please choose one of these.',
		tooLong: 'Please shorten this to 2,000 characters.',
	} satisfies Record<Fault, string>,
};

export type PageTexts = typeof EN;

/** The words of the page itself. After a decision, the page repeats the label of the button. */
export const PAGE_TEXTS: Readonly<Record<Language, PageTexts>> = {
	en: EN,
	he: {
		asks: (sender) => `שאלה מאת ${sender}`,
		title: 'נדרשת תשובתך',
		approve: 'אישור',
		decline: 'דחייה',
		agentAsks: 'הסוכן מבקש את אישורך:',
		reason: 'למה לא, או מה במקום?',
		answer: 'התשובה שלך',
		send: 'שליחה',
		thanks: 'תודה רבה',
		yourAnswer: 'התשובה שלך נשלחה:',
		youMayClose: 'אפשר לסגור את הדף.',
		closed: 'אין כאן על מה להשיב',
		closedReason: 'השאלה כבר נענתה, או שהזמן למענה הסתיים. דבר לא השתנה.',
		rejected: {
			undecided: 'יש ללחוץ על אחד הכפתורים.',
			empty: 'יש לכתוב תשובה תחילה.',
			tooLong: 'התשובה ארוכה מדי. יש לקצר אותה ל־2,000 תווים.',
			faulty: 'יש לבדוק את השדות המסומנים.',
		},
		optional: '(רשות)',
		faults: {
			missing: 'יש למלא שדה זה.',
			notNumber: 'יש לכתוב מספר.',
			notDate: 'יש לבחור תאריך.',
			notChoice: 'יש לבחור מבין האפשרויות.',
			tooLong: 'יש לקצר ל־2,000 תווים.',
		},
	},
	ar: {
		asks: (sender) => `سؤال من ${sender}`,
		title: 'مطلوب ردّك',
		approve: 'موافقة',
		decline: 'رفض',
		agentAsks: 'يطلب الوكيل موافقتك:',
		reason: 'لماذا لا، أو ما البديل؟',
		answer: 'ردّك',
		send: 'إرسال',
		thanks: 'شكرًا لك',
		yourAnswer: 'تم إرسال ردّك:',
		youMayClose: 'يمكنك إغلاق هذه الصفحة.',
		closed: 'لا يوجد هنا ما يتطلب الرد',
		closedReason: 'تم الرد على هذا السؤال أو انتهى وقته. لم يتغير شيء.',
		rejected: {
			undecided: 'يرجى الضغط على أحد الأزرار.',
			empty: 'يرجى كتابة رد أولًا.',
			tooLong: 'الرد طويل جدًا. يرجى اختصاره إلى 2,000 حرف.',
			faulty: 'يرجى مراجعة الحقول المحددة.',
		},
		optional: '(اختياري)',
		faults: {
			missing: 'يرجى ملء هذا الحقل.',
			notNumber: 'يرجى كتابة رقم.',
			notDate: 'يرجى اختيار تاريخ.',
			notChoice: 'يرجى اختيار أحد الخيارات.',
			tooLong: 'يرجى الاختصار إلى 2,000 حرف.',
		},
	},
};
