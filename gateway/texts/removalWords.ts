import { plainWriting } from './replyWords';

/** Marks are left out: vowels, and the hamza that people leave out of إلغاء. */
const bare = (text: string) => plainWriting(text).normalize('NFKD').replace(/\p{M}/gu, '');
const setOf = (words: string) => new Set(bare(words).match(/\p{L}+/gu));

const REMOVE = setOf(`stop stopall unsubscribe remove opt optout
	הסר הסרה להסרה להסיר הסירו הסירי הסירוני תסיר תסירו תסירי
	הפסק הפסיקו להפסיק תפסיק תפסיקו
	إلغاء ألغ ألغوا توقف توقفوا أوقف أوقفوا إيقاف إزالة احذفني احذفوني`);

/** Ask for it only of a person: "take it off" may be about an order. */
const REMOVE_ME = /(הורידו|להוריד|תורידו|תוריד) אותי/g;

const BESIDE = setOf(`please pls me my number out i want from your the list mailing all
	text texts texting message messages sms sending sent now thank thanks you hi hello
	נא אנא בבקשה אותי אותנו לי את המספר מספר שלי אני רוצה מבקש מבקשת אבקש אשמח אפשר
	מהרשימה מרשימת מרשימה מהרשימות מכל הרשימות רשימת תפוצה התפוצה מהתפוצה דיוור הדיוור מהדיוור
	לשלוח שליחת הודעות ההודעות סמסים כבר עכשיו מיד דחוף תודה שלום היי
	من فضلك رجاء لو سمحت أريد رقمي القائمة قائمتكم إرسال الرسائل رسائل الاشتراك اشتراكي شكرا`);

/**
 * Whether a text asks for no more texts: a line or sentence of it has such a word, and beside it only words that go with one.
 * "Don't stop" and "stop by at five" have others, so a person has to read them.
 */
export const asksToBeRemoved = (text: string): boolean =>
	bare(text)
		.replace(REMOVE_ME, 'stop')
		.split(/[\n.!?؟]/)
		.map((sentence) => sentence.match(/[\p{L}\p{N}]+/gu) ?? [])
		.some(
			(words) =>
				words.some((word) => REMOVE.has(word)) &&
				words.every((word) => REMOVE.has(word) || BESIDE.has(word)),
		);
