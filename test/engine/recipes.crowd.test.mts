import { readFileSync } from 'node:fs';
import type { IDataObject, INodeParameters, IWorkflowBase } from 'n8n-workflow';
import { chunk } from '../../gateway/values/lists';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const recipeOf = (file: string) =>
	JSON.parse(readFileSync(`demo/workflows/${file}.json`, 'utf8')) as IWorkflowBase;

/** The node of a recipe. */
function parametersOf(file: string, name: string): INodeParameters {
	return recipeOf(file).nodes.find((node) => node.name === name)!.parameters;
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

test.each(['campaign-report', 'campaign-with-estimate'])(
	'texts nobody at 03:36: %s',
	async (file) => {
		const night = Date.parse('2026-11-24T03:36:00+02:00');
		jest.spyOn(Date, 'now').mockImplementation(() => night);
		const to = { phones: '0501234567', message: 'MyShop: 20% off' };
		const { items } = await fixture.run({ ...parametersOf(file, 'Send the campaign'), ...to });
		expect(items[0]?.json.scheduledFor).toBe('2026-11-24T09:00:00+02:00');
	},
);

test.each(['answer-replies', 'text-your-agent', 'opening-hours'])(
	'ends with an error when a text is not passed on, since my phone is blocked: %s',
	async (file) => {
		const pass = parametersOf(file, 'Pass it on to me');
		fixture.sandbox.optOut({ phone: pass.phones as string });
		const { items } = await fixture.run(pass, { items: [forged(1)] });
		expect(items[0]?.json.result).toContain('blocklist');
		const asked = JSON.stringify(parametersOf(file, 'Is my phone blocked?'));
		expect(asked).toContain("($json.result ?? '').includes('blocklist')");
		const { connections } = recipeOf(file);
		expect(connections['Is my phone blocked?']?.main).toMatchObject([
			[{ node: 'I did not get it' }],
		]);
	},
);
