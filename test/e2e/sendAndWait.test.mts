import { runScenario } from './harness/runScenario.mts';

const outcome = (last: string, name: unknown, data: unknown) => ({
	status: 'success',
	data,
	outcome: name,
	phone: `05011111${last}`,
	more: 0,
});
const byText = (...answers: unknown[]) => ({ status: 'success', answers });
const answer = (last: string, text: string) => [`05011111${last}`, 'answered', { text }];

test('asks by link and by text, each person for themselves, also when n8n is killed meanwhile', async () => {
	expect(await runScenario('sendAndWait')).toEqual({
		// n8n's own answer address, where the message asks for it.
		text: 'Approve order 2: LINK',
		path: expect.stringMatching(/^\/answers\/\d+\/[0-9a-f-]{36}$/) as string,
		// Fetching a link decides nothing, and a changed link is refused.
		previews: Array(7).fill(200),
		tampered: [401, 401, 401, 401],
		untouched: 'waiting',
		pages: ['Your answer is needed', 'Thank you', 'Thank you', 'נדרשת תשובתך', 'תודה רבה'],
		answers: [
			outcome('01', 'approved', { approved: true }),
			outcome('02', 'disapproved', { approved: false }),
			outcome('03', 'answered', { text: 'מצוין 👍\n<b>תודה</b>' }),
		],
		replay: ['No action required', 'No action required'],
		isUnchanged: true,
		// Of several simultaneous answers one decides, and only that person is thanked.
		thanked: 1,
		raced: outcome('05', expect.stringMatching(/^(?:dis)?approved$/), expect.anything()),
		// A loop's earlier link does not answer the next question.
		oldLinks: ['Nothing to answer here'],
		rounds: ['approved', 'approved'],
		// A forged link, the first of several people to answer, and the next.
		first: [401, 'Thank you', outcome('11', 'approved', { approved: true }), 'No action required'],
		timedOut: outcome('07', 'timedOut', { text: '' }),
		answeredLate: ['תודה רבה'],
		late: outcome('04', 'approved', { approved: true }),
		silent: outcome('06', 'timedOut', { approved: false }),
		byText: [
			byText(answer('21', 'of Dana'), answer('22', 'of Omer')),
			byText(['0501111123', 'replaced', { text: '' }]),
			byText(answer('23', 'to the later')),
			byText(['0501111124', 'timedOut', { text: '' }]),
		],
		repeated: [],
	});
});
