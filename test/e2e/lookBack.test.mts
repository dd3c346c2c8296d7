import { useScenario } from './harness/runScenario.mts';

interface Report {
	/** Whom the test of a workflow has texted. */
	texted: string[];
	/** The sentence above the output. */
	run: string;
	/** The output of a question to twelve people. */
	clinic: {
		answers: Array<Record<string, unknown>>;
		/** By choice, as n8n's Summarize counts them. */
		counts: Array<Record<string, unknown>>;
	};
}

describe('who tests a workflow, and looks back', () => {
	const report = useScenario<Report>('lookBack');

	test('texts the latest of twelve people who have written, and no other', () => {
		expect(report().texted).toEqual(['0505550011']);
	});

	test('reads in one sentence what became of a run', () => {
		expect(report().run).toMatch(
			/^3 accepted, 1 has opted out, 1 duplicate, 1 wrong number \(row 7\)\./,
		);
	});

	test('reads the answer of each person third, and what is wrong with a row once', () => {
		const { answers, counts } = report().clinic;
		expect(answers).toHaveLength(12);
		const [confirmed, , , , wrong] = answers;
		expect(Object.keys(confirmed ?? {}).slice(0, 5)).toEqual([
			...['accepted', 'phone', 'choice', 'text', 'respondedAt'],
		]);
		expect(answers.map(({ choice }) => choice)).toEqual([
			...['Confirm', 'Confirm', 'Confirm', 'Confirm', undefined],
			...['Confirm', 'Cancel', 'Cancel', '', undefined, 'Cancel', 'Cancel'],
		]);
		expect(Object.values(wrong ?? {}).filter((value) => value === wrong?.error)).toHaveLength(1);
		expect(counts.map(({ choice, count_phone: count }) => [choice, count])).toEqual([
			['Confirm', 5],
			['undefined', 2],
			['Cancel', 4],
			['', 1],
		]);
	});
});
