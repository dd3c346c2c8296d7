import { output } from '../../../demo/n8nRest.mts';
import { AGENT } from '../harness/agentWorkflow.mts';
import { fetchLink, lastMessage, post } from '../harness/askWorkflow.mts';
import { waits } from '../harness/byHand.mts';
import type { ModelRequest } from '../../../demo/scriptedModel.mts';
import type { Kit } from './kit.mts';

const ME = '0506665001';
const SHOP = '/orders/cancel';

/** A customer asks to cancel an order, and its owner approves by link. */
export async function approveAnAgent({ rest, sandbox, outside, model, workflow: create }: Kit) {
	async function asked(order: string, answer: (link: string) => unknown) {
		const workflow = await create((nodes) => {
			Object.assign(nodes['Cancel the order'] ?? {}, { url: outside.url + SHOP });
			Object.assign(nodes['Ask me first'] ?? {}, { phone: ME });
		});
		model.follow(
			({ tools = [] }: ModelRequest) => ({
				calls: [
					{
						tool: tools[0]?.function.name ?? '',
						with: { toolParameters: { Order_Number: order }, hitlParameters: {} },
					},
				],
			}),
			({ messages }) => ({ say: String(messages.at(-1)?.content) }),
		);
		const trigger = 'When chat message received';
		const { executionId } = await rest.chat(workflow.id, trigger, AGENT, 'Please cancel my order');
		await waits(rest, executionId);
		const { text, link } = lastMessage(sandbox, ME);
		await answer(link);
		const execution = await rest.ended(executionId);
		return {
			text: text.replace(link, 'LINK'),
			isLong: link.includes('signature='),
			status: execution.status,
			said: output(execution, AGENT)[0]?.output,
		};
	}

	return {
		approved: await asked('1042, https://evil.example', async (link) => {
			await fetchLink(link);
			await post(link, { decision: 'confirm' });
		}),
		declined: await asked('1043', (link) =>
			post(link, { decision: 'decline', reason: 'It was sent this morning' }),
		),
		cancelled: outside.received(SHOP),
	};
}
