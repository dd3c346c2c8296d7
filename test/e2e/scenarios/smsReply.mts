import type { Execution, WorkflowFile } from '../../../demo/n8nRest.mts';
import { output } from '../../../demo/n8nRest.mts';
import { clockAhead, killAtRest, scenario } from '../harness/realN8n.mts';
import { waits } from '../harness/askWorkflow.mts';
import { createTextMeCredential, node, workflowOf } from '../harness/triggerWorkflow.mts';

const START = 'Start';
const DANA = '0501111101';
const OMER = '0501111102';
const GAL = '0501111103';
const NOA = '0501111104';

const told = (execution: Execution) => ({
	status: execution.status,
	answers: output(execution, 'Go on').map(({ phone, outcome, data }) => [phone, outcome, data]),
});

/** Questions that people answer by text while n8n is killed and started again. */
await scenario(async (real) => {
	const { rest, sandbox } = real;
	const textMeApi = await createTextMeCredential(rest, sandbox);
	const workflow = (name: string, phones: string[], minutes = 30): WorkflowFile => ({
		...workflowOf(
			name,
			[node(START, 'n8n-nodes-base.manualTrigger')],
			[
				node(
					'Ask',
					'n8n-nodes-textme.textMe',
					{
						resource: 'sms',
						operation: 'sendAndWait',
						source: { __rl: true, mode: 'id', value: sandbox.account.number },
						phone: '={{ $json.phone }}',
						message: `=${name} {{ $execution.id }}?`,
						responseType: 'smsReply',
						options: {
							limitWaitTime: {
								values: {
									limitType: 'afterTimeInterval',
									resumeAmount: minutes,
									resumeUnit: 'minutes',
								},
							},
						},
					},
					{ credentials: { textMeApi } },
				),
				node('Go on', 'n8n-nodes-base.noOp'),
			],
		),
		pinData: { [START]: phones.map((phone) => ({ json: { phone } })) },
	});
	const runs = async (workflowId: string) => (await rest.run(workflowId, START)).executionId;
	const asks = async (workflowId: string) => {
		const executionId = await runs(workflowId);
		await waits(rest, executionId);
		return executionId;
	};
	const created = async (...values: Parameters<typeof workflow>) =>
		(await rest.createWorkflow(workflow(...values))).id;
	const result = async (executionId: string) => told(await rest.ended(executionId));
	const reply = (phone: string, text: string) =>
		sandbox.handsetReply({ phone, text, dest: sandbox.account.number });

	reply(DANA, 'said before');
	const survey = await created('Survey', [GAL]);
	const [several, silent, earlier, later] = [
		await asks(await created('Several', [DANA, OMER])),
		// May be over before anybody sees it wait.
		await runs(await created('Silent', [NOA], 1)),
		await asks(survey),
		await asks(survey),
	];
	reply(OMER, 'of Omer');
	await killAtRest(real);
	await real.startAgain(clockAhead(0));
	reply(GAL, 'to the later');
	reply(DANA, 'of Dana');
	const answered = { several: await result(several), later: await result(later) };
	return {
		...answered,
		earlier: await result(earlier),
		silent: await result(silent),
		texts: sandbox.messages().length,
		repeated: sandbox.counters().repeated,
	};
});
