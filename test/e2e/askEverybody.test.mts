import { useScenario } from './harness/runScenario.mts';

interface Page {
	status: number;
	heading: string;
}

interface Report {
	before: { forged: number; preview: Page; answered: Page };
	again: Page[];
	after: Page;
	refused: number;
	crowd: unknown;
	team: unknown;
	late: Page;
	texts: number[];
	repeated: unknown[];
}

describe('several people who all answer by link, in a real n8n', () => {
	const report = useScenario<Report>('askEverybody');

	test('takes the answers of the others after n8n was killed, in the order of the input', () => {
		expect(report().after.heading).toBe('Thank you');
		expect(report().team).toEqual({
			status: 'success',
			answers: [
				['0501111101', 'disapproved', { approved: false }],
				['0501111102', 'approved', { approved: true }],
				['0501111103', 'timedOut', { approved: false }],
			],
		});
	});

	test('decides nothing by a preview or a forged link', () => {
		expect(report().before).toEqual({
			forged: 401,
			preview: { status: 200, heading: 'Your answer is needed' },
			answered: { status: 200, heading: 'Thank you' },
		});
	});

	test('closes the page to whoever has answered', () => {
		expect(report().again).toEqual([
			{ status: 200, heading: 'Nothing to answer here' },
			{ status: 200, heading: 'Thank you' },
		]);
		expect(report().late).toEqual({ status: 200, heading: 'No action required' });
	});

	test('answers in the same instant all count', () => {
		expect(report().refused).toBeGreaterThan(0);
		expect(report().crowd).toEqual({
			status: 'success',
			answers: Array.from({ length: 8 }, (_, n) => [
				`050111120${n}`,
				'approved',
				{ approved: true },
			]),
		});
	});

	test('only who has not answered is reminded, once, also after n8n was killed', () => {
		expect(report().texts).toEqual([1, 2, 2]);
	});

	test('texts nobody twice of those who are asked', () => {
		expect(report().repeated).toEqual([]);
	});
});
