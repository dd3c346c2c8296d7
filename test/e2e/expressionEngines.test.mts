import { runScenario } from './harness/runScenario.mts';

const success = (outcome: string, data: object) => ({ status: 'success', outcome, data });
const phone = (kind: number) => `050111110${kind}`;
const seen = {
	link: success('approved', { approved: true }),
	reply: success('answered', { text: 'Yes' }),
	delivery: [phone(3), 'delivered'],
	pushed: [phone(1), phone(2), phone(3)],
	texts: [
		[expect.stringMatching(/^Approve http/)],
		[`Coming, ${phone(2)}?`],
		[`For ${phone(3).slice(-4)}`],
	],
};

test('waits and pushes work with each way n8n evaluates expressions', async () => {
	const reports = await Promise.all(
		[{ N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' }, { N8N_EXPRESSION_ENGINE: 'quickjs' }].map(
			(env) => runScenario('expressionEngines', JSON.stringify(env)),
		),
	);
	expect(reports).toEqual([seen, seen]);
});
