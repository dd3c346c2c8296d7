import { runScenario } from './harness/runScenario.mts';

test('refuses what n8n 1 cannot wait for before anything is sent', async () => {
	expect(await runScenario('n8n1')).toEqual({
		delivery: "'Wait for Delivery' needs n8n 2.3 or newer; update n8n [item 0]",
		reply:
			"'Response Type' cannot be 'SMS Reply' before n8n 2.3; update n8n, or choose another [item 0]",
		texts: 0,
	});
});
