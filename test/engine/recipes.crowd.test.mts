import { readFileSync } from 'node:fs';
import type { IDataObject, INodeParameters, IWorkflowBase } from 'n8n-workflow';
import { chunk } from '../../gateway/values/lists';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
/** The node of a recipe. */
function parametersOf(file: string, name: string): INodeParameters {
	const recipe = JSON.parse(readFileSync(`demo/workflows/${file}.json`, 'utf8')) as IWorkflowBase;
	const { parameters } = recipe.nodes.find((node) => node.name === name)!;
	return parameters;
}

/** What a forged person makes the triggers and the agent of all these recipes say. */
const forged = (n: number): IDataObject => {
	const phone = `05${10_000_000 + n}`;
	return {
		...{
			event: 'incomingMessage',
			eventId: String(n),
			phone,
			to: '0559000100',
			message: `Hi ${n}`,
		},
		...{ Phone: phone, output: `Hello ${n}`, answeredAt: '2026-11-25T09:00:00+02:00' },
		body: { id: n, number: String(n), order_key: `wc_order_${n}`, billing: { phone } },
	};
};

test.each([
	['answer-replies', 'Send the hours', 100, 20],
	['answer-replies', 'Answer the person', 100, 20],
	['answer-replies', 'Pass it on to me', 30, 20],
	['text-your-agent', 'Reply', 100, 20],
	['text-your-agent', 'Pass it on to me', 30, 20],
	['opening-hours', 'Say when we answer', 100, 20],
	['opening-hours', 'Pass it on to me', 30, 20],
	['order-paid', 'Text the buyer', 100, 1],
	['form-sent', 'Text the person', 100, 1],
])(
	'a crowd of 160 and of 300 forged people in an hour cost so many texts: %s, "%s", %i',
	async (file, name, most, atOnce) => {
		const now = Date.parse('2026-11-24T13:00:00+02:00');
		jest.spyOn(Date, 'now').mockImplementation(() => now);
		const parameters = parametersOf(file, name);
		const crowd = Array.from({ length: 300 }, (_, n) => forged(n));
		let came = 0;
		for (const items of chunk(crowd, atOnce)) {
			const { error } = await fixture.run(parameters, { items, workflowId: `${file} ${name}` });
			expect(error).toBeUndefined();
			came += items.length;
			if (came === 160 || came === 300) expect(fixture.sandbox.messages()).toHaveLength(most);
		}
		expect(came).toBe(300);
	},
);
