import { useScenario } from './harness/runScenario.mts';

type Answer = [status: number, body: string];
type Event = Record<string, unknown>;

interface Report {
	feeds: { answers: Record<string, Answer>; seen: Event[]; pushAnswers: number[] };
	repeats: { sameProcess: number; afterRestart: number; answers: number[] };
	failing: { answers: number[][]; executions: Array<[string, number]> };
	testMode: {
		answers: Answer[];
		outcomes: Array<{ status: string; mode: string; events: Event[] }>;
	};
}

describe('TextMe Trigger in a real n8n', () => {
	const report = useScenario<Report>('pushTrigger');

	test('every feed comes in, at an address of its own, answered with 200', () => {
		const { seen, pushAnswers } = report().feeds;
		expect(pushAnswers).toEqual([200, 200, 200]);
		const known = seen.filter(({ event }) => event !== 'unknown');
		expect(known).toHaveLength(3);
		expect(known).toEqual(
			expect.arrayContaining([
				expect.objectContaining({ event: 'blocklistAddition', phone: '0501234567' }),
				expect.objectContaining({ event: 'incomingMessage', message: 'שלום' }),
				expect.objectContaining({ externalId: 'feeds-1', state: 'delivered', final: true }),
			]),
		);
	});

	test.each([
		['GET', 200],
		['HEAD', 200],
		['multipart', 200],
	])('answers %s with %i and an empty body', (name, status) => {
		expect(report().feeds.answers[name]).toEqual([status, '']);
	});

	test.each(['malformed JSON', 'malformed XML'])('leaves %s to n8n, which refuses it', (name) => {
		expect(report().feeds.answers[name]?.[0]).toBe(422);
	});

	test('brings out as unknown what cannot be read, since it was asked for', () => {
		const unknown = report().feeds.seen.filter(({ event }) => event === 'unknown');
		expect(unknown).toHaveLength(1);
	});

	test('repeats are answered with 200 and dropped, also after n8n was killed and started again', () => {
		expect(report().repeats).toEqual({ sameProcess: 0, afterRestart: 0, answers: [200, 200, 200] });
	});

	test('a workflow that fails is not run again', () => {
		const { answers, executions } = report().failing;
		expect(answers).toEqual([[200], [200]]);
		// Both were answered before n8n had stored either, so which of the two it began first is left open.
		expect([...executions].sort()).toEqual([
			['error', 1],
			['success', 0],
		]);
	});

	test('gives samples at the test address, and a push while the editor listens', () => {
		const { answers, outcomes } = report().testMode;
		expect(answers).toEqual([
			[200, expect.stringContaining('Sample sent to n8n')],
			[200, ''],
			[200, ''],
		]);
		expect(outcomes.map(({ mode, events }) => [mode, events.length])).toEqual([
			['manual', 3],
			['manual', 1],
		]);
	});
});
