import { runScenario } from './harness/runScenario.mts';

test("fills in without n8n's expression engine what each engine fills in", async () => {
	const same = { isEnough: true, different: [] };
	expect(await runScenario('plainExpressions')).toEqual({ vm: same, legacy: same });
});
