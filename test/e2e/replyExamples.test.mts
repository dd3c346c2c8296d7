import { runScenario } from './harness/runScenario.mts';

test('the recipes for a survey and a reminder go on with what people text back', async () => {
	expect(await runScenario('replyExamples')).toEqual({
		second: 'תודה. מה היה פחות טוב? כתבו לנו בהודעה חוזרת.',
		survey: ['success', [{ customer: 'נועה', rating: '2', comment: 'חיכיתי הרבה זמן' }]],
		reminded: [
			'שלום דנה, תזכורת לתור מחר בשעה 9:00. לאישור השיבו 1, לביטול 2. להסרה מתזכורות השיבו הסר.',
			'שלום עומר, תזכורת לתור מחר בשעה 10:30. לאישור השיבו 1, לביטול 2. להסרה מתזכורות השיבו הסר.',
		],
		reminder: 'success',
		confirmed: 'נתראה מחר בשעה 9:00!',
		blocked: ['0527654321'],
		textsToOmer: 1,
	});
}, 600_000);
