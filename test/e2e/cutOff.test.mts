import { runScenario } from './harness/runScenario.mts';

test('runs an event whose execution was cut off when a person retries it, and no second time', async () => {
	const retried = { crashed: 'crashed', others: 0, retried: 'success', texts: ['cut off'] };
	expect(await runScenario('cutOff')).toEqual({
		push: retried,
		poll: retried,
		again: { push: 0, poll: 0 },
	});
});
