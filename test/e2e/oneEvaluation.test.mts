import { runScenario } from './harness/runScenario.mts';

test('evaluates for all items at once, with each engine, what n8n evaluates for each item', async () => {
	const same = (engine: string) => ({ engine, isEnough: true, different: [] });
	expect(await runScenario('oneEvaluation')).toEqual({
		vm: same('vm'),
		lazy: same('vm'),
		quickjs: same('quickjs'),
		legacy: same('legacy'),
	});
});
