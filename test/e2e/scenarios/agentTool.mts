import type { N8nRest } from '../../../demo/n8nRest.mts';
import { output, PATIENCE_MS } from '../../../demo/n8nRest.mts';
import type { Sandbox } from '../../../sandbox/startSandbox.mts';
import {
	AGENT,
	agentWorkflow,
	createModelCredential,
	fromAi,
	tool,
	type AgentVersion,
} from '../harness/agentWorkflow.mts';
import { carriedOut, chosen, type Credential } from '../harness/byHand.mts';
import { sharedScenario } from '../harness/realN8n.mts';
import { startScriptedModel, type ScriptedModel, type Turn } from '../../../demo/scriptedModel.mts';
import { createTextMeCredential } from '../harness/triggerWorkflow.mts';

/** More than a model may send. */
const OFFERS = 12;

const call = (name: string, given: Record<string, unknown>): Turn => ({
	calls: [{ tool: name, with: given }],
});

const phoneOf = (version: AgentVersion, last: number) => `05${version === 3 ? 3 : 2}-111110${last}`;

/** Tools as the editor creates them, with fields that the model fills in. */
const toolsFor = (credential: Credential) => [
	...['Send SMS', 'Send Offer'].map((name) =>
		tool(
			name,
			credential,
			{
				resource: 'sms',
				operation: 'send',
				source: chosen('TextMe'),
				phones: fromAi('Phone_Numbers'),
				message: fromAi('Message'),
			},
			{ retryOnFail: true, waitBetweenTries: 10 },
		),
	),
	tool('Get Report', credential, {
		resource: 'report',
		operation: 'getByExternalId',
		externalIds: fromAi('External_IDs'),
	}),
	...[false, true].map((isAllowed) =>
		tool(isAllowed ? 'Unblock' : 'Unblock Off', credential, {
			resource: 'blocklist',
			operation: 'remove',
			allowBlocklistRemoveInTools: isAllowed,
			phones: fromAi('Phone_Numbers'),
			reason: 'Asked for it',
		}),
	),
];

/** Runs one version of the agent with the tools, and reports the results. */
async function agentRun(
	rest: N8nRest,
	sandbox: Sandbox,
	scripted: ScriptedModel,
	credentials: { model: Credential; textMe: Credential },
	version: AgentVersion,
) {
	const [phone, lost] = [phoneOf(version, 1), phoneOf(version, 2)];
	const text = 'Your order is on its way';
	const unblocks = () => sandbox.requests({ root: 'rmNumBL' }).length;
	const before = unblocks();
	let unblocksWhenOff = 0;
	scripted.follow(
		call('Send_SMS', { Phone_Numbers: phone, Message: text }),
		call('Send_SMS', { Phone_Numbers: phone, Message: text }),
		async () => {
			const [sent] = JSON.parse(scripted.results()[0] ?? '') as Array<{ externalId: string }>;
			await sandbox.waitForMessage(
				{ phone: phone.replace('-', ''), state: 'delivered' },
				PATIENCE_MS,
			);
			return call('Get_Report', { External_IDs: sent?.externalId, From: '', To: '' });
		},
		() => {
			sandbox.addFault({ kind: 'reset', root: 'sms', phase: 'after' });
			return call('Send_SMS', { Phone_Numbers: lost, Message: 'Lost' });
		},
		call('Send_SMS', { Phone_Numbers: lost, Message: 'Lost' }),
		call('Unblock_Off', { Phone_Numbers: phone }),
		() => {
			unblocksWhenOff = unblocks() - before;
			const offers = Array.from({ length: OFFERS }, (_, index) => ({
				tool: 'Send_Offer',
				with: { Phone_Numbers: phone, Message: `Offer ${index}` },
			}));
			return { calls: [{ tool: 'Unblock', with: { Phone_Numbers: phone } }, ...offers] };
		},
		{ say: 'Done.' },
	);
	const execution = await carriedOut(
		rest,
		agentWorkflow(credentials.model, toolsFor(credentials.textMe), version),
	);
	const times = (to: string, message: string) => sandbox.timesSent(to.replace('-', ''), message);
	return {
		status: execution.status,
		said: output(execution, AGENT),
		results: scripted.results().map((result) => JSON.parse(result) as unknown),
		tools: scripted.tools().map(({ function: { name, description, parameters } }) => ({
			name,
			description,
			parameters: Object.keys(parameters.properties),
		})),
		timesSent: times(phone, text),
		timesSentWhenLost: times(lost, 'Lost'),
		offersSent: sandbox
			.messages()
			.filter(({ phone: to, text }) => to === phone.replace('-', '') && text.startsWith('Offer'))
			.length,
		unblocksWhenOff,
		unblocks: unblocks() - before,
	};
}

await sharedScenario(async ({ rest, sandbox }) => {
	const scripted = await startScriptedModel();
	try {
		const credentials = {
			model: await createModelCredential(rest, scripted),
			textMe: await createTextMeCredential(rest, sandbox),
		};
		const run = (version: AgentVersion) => agentRun(rest, sandbox, scripted, credentials, version);
		return { agent3: await run(3), agent2: await run(2.2) };
	} finally {
		await scripted.close();
	}
});
