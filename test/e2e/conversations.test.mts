import { runScenario } from './harness/runScenario.mts';

interface Seen {
	crowd: Record<'grewBy' | 'webhookGrewBy' | 'executions', number>;
}

test('texts in a row go to one execution, whichever way they are answered and however few run side by side', async () => {
	const received = {
		answers: [200, 200, 200],
		handedOn: [['Hi', 'it is me', 'Dana']],
		ended: ['success'],
	};
	const finished = { ...received, handedOn: [['Dana', 'Hi', 'it is me']] };
	const { crowd, ...others } = await runScenario<Seen>('conversations');
	expect(others).toEqual({
		received,
		finished,
		'received, two at a time': received,
		'finished, two at a time': finished,
	});
	const { grewBy, webhookGrewBy, executions, ...texts } = crowd;
	expect(texts).toEqual({ answers: [200], texts: 400, people: 400 });
	// n8n keeps some 10 MB for each conversation that waits, and 20 of them may wait.
	expect(grewBy).toBeLessThan(webhookGrewBy + 400);
	expect(executions).toBeLessThan(200);
});
