import { useScenario } from './harness/runScenario.mts';

interface Part {
	done: unknown;
	texts: string[];
}

interface Report {
	reminders: Part[];
	codes: Part;
	survey: Part;
	rung: string[];
}

describe('a rehearsal of recipes as they were pasted', () => {
	const report = useScenario<Report>('rehearsal');

	test('rings one phone in all of the rehearsal', () => {
		expect(report().rung).toEqual(['0537778899']);
	});

	test('reminds everybody there, and again in the next run, since no key is used up', () => {
		const reminded = {
			accepted: true,
			rehearsal: true,
			warning: 'Rehearsal: this went to 0537778899 instead.',
		};
		const reminders = {
			done: [reminded, reminded],
			texts: [
				expect.stringMatching(/^To 050-123 4567: Hello Dana, we expect you on /),
				expect.stringMatching(/^To 052-765 4321: Hello Avi, we expect you on /),
			] as string[],
		};
		expect(report().reminders).toMatchObject([reminders, reminders]);
	});

	test('texts the code of another number there, which signs in', () => {
		expect(report().codes).toEqual({
			done: {
				code: expect.stringMatching(/^\d{6}$/) as string,
				endings: [['success', 'Signed in']],
			},
			texts: [expect.stringMatching(/^To 050-333 0001: Your code is \d{6}$/)],
		});
	});

	test('takes the answers of a survey from there, and not from whoever was meant', () => {
		expect(report().survey).toEqual({
			done: [{ customer: 'נועה', rating: '2', comment: 'חיכיתי הרבה זמן' }],
			texts: [
				expect.stringMatching(/^To 054-111 2233: שלום נועה/),
				expect.stringMatching(/^To 054-111 2233: תודה/),
			],
		});
	});
});
