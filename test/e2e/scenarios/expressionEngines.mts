import type { WorkflowFile } from '../../../demo/n8nRest.mts';
import { output } from '../../../demo/n8nRest.mts';
import { ask, askWorkflow, post, result, waits } from '../harness/askWorkflow.mts';
import { scenario } from '../harness/realN8n.mts';
import {
	activated,
	createTextMeCredential,
	eventsOf,
	node,
	pushTrigger,
	workflowOf,
} from '../harness/triggerWorkflow.mts';

// Arguments: the file for the report, and the environment of an expression engine.
const [, , , env = '{}'] = process.argv;
const START = 'Start';

/** A question by link, a question answered by text, a send that waits for its delivery, and the push trigger. */
await scenario(
	async (real) => {
		const { rest, sandbox } = real;
		const credential = await createTextMeCredential(rest, sandbox);
		const feed = await activated(
			rest,
			workflowOf(
				'Feed',
				[
					pushTrigger('textme/engines', {
						events: ['deliveryReport'],
						more: { path: 'textme/engines', allowedAddresses: '={{ "127.0.0.1, " + "::1" }}' },
					}),
				],
				[node('Then', 'n8n-nodes-base.noOp')],
			),
		);
		sandbox.registerPush({
			feed: 'delivery',
			url: `${real.n8n.url}/webhook/textme/engines`,
		});
		const send: WorkflowFile = {
			...workflowOf(
				'Send',
				[node(START, 'n8n-nodes-base.manualTrigger')],
				[
					node(
						'Send',
						'n8n-nodes-textme.textMe',
						{
							source: { __rl: true, mode: 'id', value: 'TextMe' },
							phones: '={{ [$json.phone].join() }}',
							message: '=For {{ $json.phone.slice(-4) }}',
							options: { waitForDelivery: { values: { amount: 10, unit: 'minutes' } } },
						},
						{ credentials: { textMeApi: credential } },
					),
					node('Go on', 'n8n-nodes-base.noOp'),
				],
			),
		};
		const begun = async (workflow: WorkflowFile) => {
			const { id } = await rest.createWorkflow(workflow);
			const { executionId } = await rest.run(id, START);
			await waits(rest, executionId);
			return executionId;
		};

		const phone = (kind: number) => `050111110${kind}`;
		const link = await ask(
			rest,
			sandbox,
			askWorkflow(credential, phone(1), { message: '={{ "Approve " }}{link}' }),
		);
		const reply = await begun(
			askWorkflow(credential, phone(2), {
				source: { __rl: true, mode: 'id', value: sandbox.account.number },
				message: '=Coming, {{ $json.phone }}?',
				responseType: 'smsReply',
			}),
		);
		const delivery = await begun({
			...send,
			pinData: { [START]: [{ json: { phone: phone(3) } }] },
		});
		await post(link.link, { decision: 'confirm' });
		sandbox.handsetReply({ phone: phone(2), text: 'Yes', dest: sandbox.account.number });
		const [sent] = output(await rest.ended(delivery), 'Go on');
		const pushed = await eventsOf(rest, feed, 3);
		const outcomeOf = async (executionId: string) => {
			const { status, data, outcome } = await result(rest, { executionId });
			return { status, data, outcome };
		};
		return {
			link: await outcomeOf(link.executionId),
			reply: await outcomeOf(reply),
			delivery: [sent?.phone ?? phone(3), sent?.outcome],
			pushed: pushed.map((event) => event.phone).sort(),
			texts: [1, 2, 3].map((kind) =>
				sandbox.messages({ phone: phone(kind) }).map(({ text }) => text),
			),
		};
	},
	{ env: JSON.parse(env) as Record<string, string> },
);
