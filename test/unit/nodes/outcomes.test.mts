import { outcomesOf, type Watch } from '../../../nodes/waiting/watch';

test('an answer comes out with what else came with it', () => {
	const json = { outcome: 'waiting', result: 'Accepted' };
	const watch = { items: [{ json, question: { until: 0 } }] } as unknown as Watch;
	const respondedAt = '2026-05-01T10:00:00.000Z';
	const answers = { 0: { text: ' ', respondedAt, other: { part: '1' } } };
	expect(outcomesOf(watch, { answers })[0]?.json).toMatchObject({
		...{ respondedAt, outcome: 'answered', other: { part: '1' }, result: json.result },
	});
});

test('warns of a failed look, beside what the question has warned of', () => {
	const json = { outcome: 'waiting', result: 'Accepted' };
	const watch = { items: [{ json, question: { until: 0 } }] } as unknown as Watch;
	const [item] = outcomesOf(watch, { answers: {}, trouble: 'HTTP 503.' });
	expect(item?.json.result).toBe('Accepted. HTTP 503.');
});
