import { asksToBeRemoved } from '../../../gateway/texts/removalWords';

test.each([
	...['STOP!', 'Unsubscribe', 'Please remove me from your mailing list, thanks', 'opt-out'],
	...['Stop texting me', 'Hi\nstop', 'STOP. I never signed up', 'ｓｔｏｐ', '\u200F"הסר".'],
	...['הסרה', 'להסיר', 'הסירי', 'הסירו אותי', 'הָסֵר', 'נא להסיר!!! 🙏', 'אפשר להסיר אותי?'],
	...['אבקש להסיר אותי מרשימת התפוצה', 'תורידו אותי מהרשימה', 'תפסיקו לשלוח לי הודעות'],
	...['الغاء', 'توقف', 'أوقفوا الرسائل من فضلك', 'إِلْغاء الاشتراك'],
])('asks to be removed: %j', (text) => expect(asksToBeRemoved(text)).toBe(true));

test.each([
	...["Don't stop", 'please do not remove me', 'I stop by at five', 'When does the bus stop?'],
	...['non-stop', 'Remove the onions', 'stopping', 'Stop 4', 'Remove it', '', 'please'],
	...['Wait, stop, I ordered two', 'אל תסירו אותי', 'אני לא רוצה להסיר', 'תורידו את המחיר'],
	...['להוריד', 'הסר את הבצל', 'הסרט', 'لא توقف', 'إلغاء الموعد'],
	...['Loved “Sale! To get no more texts, reply STOP.”', 'Liked “מבצע. להסרה השיבו הסר”'],
])('leaves to a person what it means: %j', (text) => expect(asksToBeRemoved(text)).toBe(false));
