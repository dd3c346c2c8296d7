import { output } from '../../../demo/n8nRest.mts';
import { ask, askWorkflow, post, result } from '../harness/askWorkflow.mts';
import { begun, byHand, chosen, goOn, textMe, waitForDelivery } from '../harness/byHand.mts';
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
		const send = textMe('Send', credential, {
			phones: '={{ [$json.phone].join() }}',
			message: '=For {{ $json.phone.slice(-4) }}',
			options: waitForDelivery(10),
		});
		const phone = (kind: number) => `050111110${kind}`;
		const link = await ask(
			rest,
			sandbox,
			askWorkflow(credential, phone(1), { message: '={{ "Approve " }}{link}' }),
		);
		const reply = await begun(
			rest,
			askWorkflow(credential, phone(2), {
				source: chosen(sandbox.account.number),
				message: '=Coming, {{ $json.phone }}?',
				responseType: 'smsReply',
			}),
		);
		const delivery = await begun(rest, byHand('Send', [send, goOn], [{ phone: phone(3) }]));
		await post(link.link, { decision: 'confirm' });
		sandbox.handsetReply({ phone: phone(2), text: 'Yes', dest: sandbox.account.number });
		const [sent] = output(await rest.ended(delivery), goOn.name);
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
