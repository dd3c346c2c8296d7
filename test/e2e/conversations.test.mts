import { runScenario } from './harness/runScenario.mts';

test('texts in a row go to one execution, whichever way they are answered and however few run side by side', async () => {
	const conversation = {
		answers: [200, 200, 200],
		handedOn: [[['Hi', 'it is me', 'Dana']]],
		ended: ['success'],
	};
	expect(await runScenario('conversations')).toEqual({
		received: conversation,
		finished: conversation,
		'received, two at a time': conversation,
		'finished, two at a time': conversation,
	});
});
