import { runScenario } from './harness/runScenario.mts';

test('the example agent says what became of the text about an order', async () => {
	expect(await runScenario('agentExample')).toEqual({
		status: 'success',
		asked: 'Was the text about my order 1042 delivered?',
		answered: [{ output: 'It was delivered.' }],
	});
}, 300_000);
