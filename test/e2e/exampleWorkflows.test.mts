import { runScenario } from './harness/runScenario.mts';

test('the example workflow answers a reply and honours opt-outs', async () => {
	expect(await runScenario('exampleWorkflows')).toEqual({
		answered: ['Thank you. You wrote: שלום'],
		blocked: ['0502222222'],
		ended: [
			['success', 'Send SMS'],
			['success', 'Block the number'],
			['success', 'Take off your own lists'],
		],
		textsToThoseWhoWantNone: [],
	});
}, 300_000);
