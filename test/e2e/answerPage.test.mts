import { runScenario } from './harness/runScenario.mts';

const answered = (buttons: string[], thanks: string[], data: object, more: object = {}) => ({
	...{ direction: 'rtl', isTooWide: false, buttons, areLarge: true },
	// The page loads nothing, and a double tap sends the form once.
	...{ thanks, complaints: [], requested: ['GET LINK', 'POST LINK'], status: 'success', data },
	...more,
});

test('takes the answer of a phone, in its language, light and dark, and without scripts', async () => {
	expect(await runScenario('answerPage')).toEqual({
		english: answered(
			['Approve', 'Decline'],
			['Thank you', 'Approve'],
			{ approved: true },
			{ direction: 'ltr' },
		),
		hebrew: answered(['שליחה'], ['תודה רבה', 'היה מצוין,\nתודה רבה!'], {
			text: 'היה מצוין,\nתודה רבה!',
		}),
		form: answered(
			['שליחה'],
			[
				'תודה רבה',
				'שם מלא: דנה לוי\nמספר אורחים: 4\nתאריך: 2026-12-24\nאיזו מנה?: טבעוני, בלי אגוזים\nמה עוד צריך?: חניה, כיסא תינוק',
			],
			{
				'שם מלא': 'דנה לוי',
				'מספר אורחים': 4,
				תאריך: '2026-12-24',
				'איזו מנה?': 'טבעוני, בלי אגוזים',
				'מה עוד צריך?': ['חניה', 'כיסא תינוק'],
			},
			// A form with a missing entry is sent twice.
			{ requested: ['GET LINK', 'POST LINK', 'POST LINK'] },
		),
		choices: answered(
			['יום ראשון ב־10:00', 'יום שני אחר הצהריים', 'לא רלוונטי'],
			['תודה רבה', 'יום שני אחר הצהריים'],
			{ choice: 'יום שני אחר הצהריים' },
		),
	});
});
