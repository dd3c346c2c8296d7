import { readFileSync } from 'node:fs';
import type { INodeParameters, IWorkflowBase } from 'n8n-workflow';
import { detailsOf, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const recipeOf = (file: string) =>
	JSON.parse(readFileSync(`demo/workflows/${file}.json`, 'utf8')) as IWorkflowBase;

/** The node of a recipe. */
function parametersOf(file: string, name: string): INodeParameters {
	return recipeOf(file).nodes.find((node) => node.name === name)!.parameters;
}

test.each(['campaign-report', 'campaign-with-estimate'])(
	'texts nobody at 03:36: %s',
	async (file) => {
		const night = Date.parse('2026-11-24T03:36:00+02:00');
		jest.spyOn(Date, 'now').mockImplementation(() => night);
		const to = { phones: '0501234567', message: 'MyShop: 20% off' };
		const { items } = await fixture.run({ ...parametersOf(file, 'Send the campaign'), ...to });
		expect(detailsOf(items[0]?.json).scheduledFor).toBe('2026-11-24T09:00:00+02:00');
	},
);

test.each(['answer-replies', 'text-your-agent', 'opening-hours'])(
	'ends with an error when a text is not passed on, since my phone is blocked: %s',
	async (file) => {
		const pass = parametersOf(file, 'Pass it on to me');
		fixture.sandbox.optOut({ phone: pass.phones as string });
		const text = { phone: '0510000001', to: '0559000100', message: 'Hi', output: 'Hello' };
		const { items } = await fixture.run(pass, { items: [{ ...text, eventId: '1' }] });
		expect(items[0]?.json.result).toContain('blocklist');
		const asked = JSON.stringify(parametersOf(file, 'Is my phone blocked?'));
		expect(asked).toContain("($json.result ?? '').includes('blocklist')");
		const { connections } = recipeOf(file);
		expect(connections['Is my phone blocked?']?.main).toMatchObject([
			[{ node: 'I did not get it' }],
		]);
	},
);
