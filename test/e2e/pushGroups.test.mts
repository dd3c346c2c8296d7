import { runScenario } from './harness/runScenario.mts';

test('pushes that come together take few executions, whichever way they are answered', async () => {
	const each = { events: 300, different: 300, areFewer: true, ended: ['success'] };
	expect(await runScenario('pushGroups')).toEqual({ received: each, finished: each });
});
