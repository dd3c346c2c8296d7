import { createModelCredential, fromAi } from '../harness/agentWorkflow.mts';
import { chosen } from '../harness/byHand.mts';
import { sharedScenario } from '../harness/realN8n.mts';
import { startScriptedModel, type ModelRequest, type Turn } from '../../../demo/scriptedModel.mts';
import { createTextMeCredential } from '../harness/triggerWorkflow.mts';

const PHONE = '0501111100';
/** More than a model may send. */
const OFFERS = 12;

const call = (tool: string, given: Record<string, unknown> = {}): Turn => ({
	calls: [{ tool, with: given }],
});

/** One of n8n's own agents, which run nodes without a workflow or an execution. */
await sharedScenario(async ({ rest, sandbox }) => {
	const model = await startScriptedModel();
	try {
		const textMeApi = await createTextMeCredential(rest, sandbox);
		const openAiApi = await createModelCredential(rest, model);
		const tool = (name: string, nodeParameters: object, more: object = {}) => ({
			type: 'node',
			name,
			description: name,
			node: {
				nodeType: 'n8n-nodes-textme.textMe',
				nodeTypeVersion: 1,
				nodeParameters,
				credentials: { textMeApi },
			},
			...more,
		});
		const send = {
			resource: 'sms',
			operation: 'send',
			source: chosen('TextMe'),
			phones: fromAi('Phone_Numbers'),
			message: fromAi('Message'),
		};
		const wait = { waitForDelivery: { values: { amount: 1, unit: 'hours' } } };
		const agent = await rest.createAgent({
			name: 'Own agent',
			model: 'openai/scripted',
			credential: openAiApi.id,
			instructions: 'Do what you are asked to.',
			tools: [
				tool('Get balance', { resource: 'account', operation: 'getBalance' }),
				tool('Send SMS', send),
				tool('Send once', { ...send, options: { tracking: { idempotencyKey: 'order-1' } } }),
				tool('Send and wait', { ...send, options: wait }),
				tool('Ask', { ...send, operation: 'sendAndWait', phone: PHONE, phones: undefined }),
				tool('Send if approved', send, { requireApproval: true }),
				tool('Send code', {
					resource: 'otp',
					operation: 'send',
					source: 'TextMe',
					phone: PHONE,
					text: 'Your code is [code]',
				}),
				tool('Make list', {
					resource: 'contactList',
					operation: 'create',
					listName: 'VIP',
					phones: PHONE,
				}),
			],
		});

		/** Lets the agent take these turns, and returns what its tools told the model. n8n may also ask the model for a title. */
		async function chat(...turns: Turn[]) {
			let told: ModelRequest | undefined;
			const next = (request: ModelRequest): Turn => {
				if (!request.tools?.length) return { say: 'A title' };
				told = request;
				return turns.shift() ?? { say: 'Done.' };
			};
			model.follow(...Array.from({ length: turns.length + 5 }, () => next));
			const events = await rest.chatWithAgent(agent, { message: 'Please' });
			const results = (told?.messages ?? []).filter(({ role }) => role === 'tool');
			return { events, results: results.map(({ content }) => content) };
		}
		const texts = (text: string) => sandbox.messages().filter((one) => one.text === text);

		const read = await chat(call('Get_balance'));
		const sent = await chat(call('Send_SMS', { Phone_Numbers: PHONE, Message: 'Hello' }));
		const others = await chat(call('Send_code'), call('Make_list'));
		const refused = await chat(call('Send_once', { Phone_Numbers: PHONE, Message: 'Once' }));
		const waited = await chat(call('Send_and_wait', { Phone_Numbers: PHONE, Message: 'Wait' }));
		const asking = await chat(call('Ask', { Message: 'May I?' }));
		const given = { Phone_Numbers: PHONE, Message: 'Approved' };
		const asked = await chat(call('Send_if_approved', given));
		const before = texts('Approved').length;
		const suspended = asked.events.find(({ type }) => type === 'tool-call-suspended');
		const { runId, toolCallId } = suspended?.payload as { runId: string; toolCallId: string };
		model.follow({ say: 'Done.' }, { say: 'Done.' });
		await rest.chatWithAgent(agent, { runId, toolCallId, resumeData: { approved: true } });
		const offers = await chat(
			...Array.from({ length: OFFERS }, (_, n) =>
				call('Send_SMS', { Phone_Numbers: PHONE, Message: `Offer ${n}` }),
			),
		);
		const externalIds = sandbox.messages().flatMap(({ externalId }) => externalId ?? []);
		return {
			read: read.results,
			sent: sent.results,
			texts: texts('Hello').length,
			others: others.results,
			refused: refused.results,
			textsOnce: texts('Once').length,
			waited: waited.results,
			asking: asking.results,
			textsAsking: sandbox.messages().filter(({ text }) => text.startsWith('May I?')).length,
			textsWait: texts('Wait').length,
			shown: JSON.stringify(suspended?.payload),
			approval: [before, texts('Approved').length],
			offers: sandbox.messages().filter(({ text }) => text.startsWith('Offer')).length,
			last: offers.results.at(-1),
			idsOfTheirOwn: new Set(externalIds).size === externalIds.length,
			undefinedIds: externalIds.filter((id) => id.includes('undefined')).length,
		};
	} finally {
		await model.close();
	}
});
