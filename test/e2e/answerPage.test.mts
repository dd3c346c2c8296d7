import { useScenario } from './harness/runScenario.mts';

interface OnPhone {
	direction: string;
	isTooWide: boolean;
	buttons: Array<{ label: string; isLarge: boolean }>;
	thanks: string;
	said: string;
	complaints: string[];
	requested: string[];
	result: { data: Record<string, unknown>; outcome: string };
}

describe('the page of Send and Wait for Response on a phone', () => {
	const report =
		useScenario<
			Record<'english' | 'hebrew' | 'hebrewForm' | 'choices' | 'withoutScripts', OnPhone>
		>('answerPage');

	test.each([
		['english', 'ltr', ['Approve', 'Decline'], 'Thank you', 'Approve', { approved: true }],
		[
			'hebrew',
			'rtl',
			['שליחה'],
			'תודה רבה',
			'היה מצוין,\nתודה רבה!',
			{ text: 'היה מצוין,\nתודה רבה!' },
		],
		[
			'hebrewForm',
			'rtl',
			['שליחה'],
			'תודה רבה',
			'שם מלא: דנה לוי\nמספר אורחים: 4\nתאריך: 2026-12-24\nאיזו מנה?: טבעוני, בלי אגוזים\nמה עוד צריך?: חניה, כיסא תינוק',
			{
				'שם מלא': 'דנה לוי',
				'מספר אורחים': 4,
				תאריך: '2026-12-24',
				'איזו מנה?': 'טבעוני, בלי אגוזים',
				'מה עוד צריך?': ['חניה', 'כיסא תינוק'],
			},
		],
		[
			'choices',
			'rtl',
			['יום ראשון ב־10:00', 'יום שני אחר הצהריים', 'לא רלוונטי'],
			'תודה רבה',
			'יום שני אחר הצהריים',
			{ choice: 'יום שני אחר הצהריים' },
		],
		['withoutScripts', 'rtl', ['אישור', 'דחייה'], 'תודה רבה', 'דחייה', { approved: false }],
	] as const)('takes the answer of a phone: %s', (name, direction, labels, thanks, said, data) => {
		expect(report()[name]).toEqual({
			direction,
			isTooWide: false,
			buttons: labels.map((label) => ({ label, isLarge: true })),
			thanks,
			said,
			complaints: [],
			// Nothing is loaded, and a double tap sends the form once. What lacks something is sent twice.
			requested: ['GET LINK', 'POST LINK', ...(name === 'hebrewForm' ? ['POST LINK'] : [])],
			result: expect.objectContaining({ data, status: 'success' }) as unknown,
		});
	});
});
