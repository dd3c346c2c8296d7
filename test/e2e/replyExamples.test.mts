import { runScenario } from './harness/runScenario.mts';

const calledBy = (name: string) => [`שלום ${name}, הלימודים מחר מתחילים בשעה עשר.`];

test('goes on in the recipes that wait with what people text back and what became of texts', async () => {
	expect(await runScenario('replyExamples')).toEqual({
		// Who got the text is not called, nor who has opted out.
		called: { status: 'success', calls: [[], calledBy('Person 2'), calledBy('Person 3'), []] },
		second: 'תודה. מה היה פחות טוב? כתבו לנו בהודעה חוזרת.',
		survey: ['success', [{ customer: 'נועה', rating: '2', comment: 'חיכיתי הרבה זמן' }]],
		reminded: [
			'שלום דנה, תזכורת לתור מחר בשעה 9:00. לאישור השיבו 1, לביטול 2. להסרה מתזכורות השיבו הסר.',
			'שלום עומר, תזכורת לתור מחר בשעה 10:30. לאישור השיבו 1, לביטול 2. להסרה מתזכורות השיבו הסר.',
		],
		reminder: 'success',
		confirmed: 'נתראה מחר בשעה 9:00!',
		// The first one had opted out before.
		blocked: ['0506661002', '0527654321'],
		textsToOmer: 1,
	});
});
