import { runScenario } from './harness/runScenario.mts';

test('the example workflows answer a reply, honour opt-outs and ask a manager', async () => {
	expect(await runScenario('exampleWorkflows')).toEqual({
		decided: [
			['success', 'Confirm the order', 'הזמנה 1042 אושרה. תודה!'],
			['success', 'Turn the order down', 'מצטערים, הזמנה 1042 לא אושרה.'],
		],
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
