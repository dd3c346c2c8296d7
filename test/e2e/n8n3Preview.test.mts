import { runScenario } from './harness/runScenario.mts';

test('refuses in the preview what n8n 3 refuses', async () => {
	expect(await runScenario('n8n3Preview')).toEqual({
		anyCaller: expect.stringMatching(/sub-?workflow/i) as string,
		unverified: expect.stringMatching(/unverified community packages is forbidden/) as string,
	});
});
