import { runScenario } from './harness/runScenario.mts';

test("what is filled in without n8n's expression engine is what each engine fills in", async () => {
	const same = { isEnough: true, different: [] };
	expect(await runScenario('plainExpressions')).toEqual({ vm: same, legacy: same });
}, 300_000);
