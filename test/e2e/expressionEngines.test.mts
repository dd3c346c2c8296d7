import { runScenario } from './harness/runScenario.mts';

const success = (outcome: string, data: object) => ({ status: 'success', outcome, data });
const seenWith = (index: number) => {
	const phone = (kind: number) => `05011111${index}${kind}`;
	return {
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
};

test('waits and pushes work with each way n8n evaluates expressions', async () => {
	expect(await runScenario('expressionEngines')).toEqual({
		lazy: seenWith(0),
		quickjs: seenWith(1),
	});
}, 900_000);
