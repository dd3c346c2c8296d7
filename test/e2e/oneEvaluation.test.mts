import { N8N_CHOICE } from '../../demo/n8nInstall.mts';
import { runScenario } from './harness/runScenario.mts';

test('evaluates for all items at once, with each engine, what n8n evaluates for each item', async () => {
	const same = (engine: string) => ({ engine, isEnough: true, different: [] });
	expect(await runScenario('oneEvaluation')).toEqual({
		...(process.env[N8N_CHOICE] !== '1' && { vm: same('vm'), lazy: same('vm') }),
		legacy: same('legacy'),
	});
});
