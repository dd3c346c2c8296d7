import { runScenario } from './harness/runScenario.mts';

test('texts in a row go to one execution, whichever way they are answered and however few run side by side', async () => {
	const received = {
		answers: [200, 200, 200],
		handedOn: [['Hi', 'it is me', 'Dana']],
		ended: ['success'],
	};
	const finished = { ...received, handedOn: [['Dana', 'Hi', 'it is me']] };
	expect(await runScenario('conversations')).toEqual({
		received,
		finished,
		'received, two at a time': received,
		'finished, two at a time': finished,
	});
});
