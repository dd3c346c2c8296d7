import { runScenario } from './harness/runScenario.mts';

interface Seen {
	crowd: Record<'grewBy' | 'webhookGrewBy' | 'executions', number>;
}

test('texts in a row go to one execution, however few run side by side', async () => {
	const conversation = {
		answers: [200, 200, 200],
		handedOn: [['Hi', 'it is me', 'Dana']],
		ended: ['success'],
	};
	const { crowd, ...others } = await runScenario<Seen>('conversations');
	expect(others).toEqual({ conversation, 'two executions at a time': conversation });
	const { grewBy, webhookGrewBy, executions, ...texts } = crowd;
	expect(texts).toEqual({ answers: [200], texts: 400, people: 400 });
	// n8n keeps some 10 MB for each conversation that waits, and 20 of them may wait.
	expect(grewBy).toBeLessThan(webhookGrewBy + 400);
	expect(executions).toBeLessThan(200);
});
