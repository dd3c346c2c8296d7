import { runScenario } from './harness/runScenario.mts';

const empty = [200, ''];
const refusedByN8n = [422, expect.any(String)];

test('takes every feed and whatever else comes to its address, and drops what comes again', async () => {
	expect(await runScenario('pushTrigger')).toEqual({
		feeds: {
			answers: {
				...{ GET: empty, HEAD: empty, multipart: empty },
				...{ 'malformed JSON': refusedByN8n, 'malformed XML': refusedByN8n },
			},
			pushAnswers: [200, 200, 200],
			count: 4,
			seen: expect.arrayContaining([
				expect.objectContaining({ event: 'blocklistAddition', phone: '0501234567' }),
				expect.objectContaining({ event: 'incomingMessage', message: 'שלום' }),
				expect.objectContaining({ externalId: 'feeds-1', state: 'delivered', final: true }),
				// Unreadable pushes, because all events were chosen.
				expect.objectContaining({ event: 'unknown' }),
			]) as unknown,
		},
		// Also after n8n was killed and restarted.
		repeats: { sameProcess: 0, afterRestart: 0, answers: [200, 200, 200] },
		testMode: {
			answers: [[200, expect.stringContaining('Sample sent to n8n')], empty, empty],
			outcomes: [
				expect.objectContaining({
					mode: 'manual',
					events: [expect.anything(), expect.anything(), expect.anything()],
				}),
				expect.objectContaining({ mode: 'manual', events: [expect.anything()] }),
			],
		},
	});
});
