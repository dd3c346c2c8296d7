import type { N8nRest, WorkflowFile } from '../../../demo/n8nRest.mts';
import { output } from '../../../demo/n8nRest.mts';
import { scenario } from '../harness/realN8n.mts';

const PHONES = ['0501111110', '0501111111', '0501111112'];

function workflow(credential: { id: string; name: string }, options: object): WorkflowFile {
	return {
		name: 'Send',
		nodes: [
			{
				id: 'start',
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			{
				id: 'send',
				name: 'Send',
				type: 'n8n-nodes-textme.textMe',
				typeVersion: 1,
				position: [200, 0],
				parameters: {
					source: { __rl: true, mode: 'id', value: 'TextMe' },
					phones: '={{ $json.phone }}',
					message: 'Hello',
					options,
				},
				credentials: { textMeApi: credential },
			},
		],
		connections: { Start: { main: [[{ node: 'Send', type: 'main', index: 0 }]] } },
		pinData: { Start: PHONES.map((phone) => ({ json: { phone, order: `order ${phone}` } })) },
	};
}

/** What a person's retry of a failed execution sends, and what a key keeps from being sent by a later execution. */
await scenario(async ({ rest, sandbox, n8n, startAgain }) => {
	const data = {
		username: sandbox.account.username,
		apiToken: sandbox.account.token,
		baseUrl: sandbox.baseUrl,
		encoding: 'json',
	};
	const { id } = await rest.createCredential('TextMe', 'textMeApi', data);
	const credential = { id, name: 'TextMe' };
	const times = () => PHONES.map((phone) => sandbox.timesSent(phone, 'Hello'));

	async function run(client: N8nRest, workflowId: string) {
		const { executionId } = await client.run(workflowId, 'Start');
		return await client.ended(executionId);
	}

	async function retried(fault: Parameters<typeof sandbox.addFault>[0]) {
		sandbox.reset();
		const { id: workflowId } = await rest.createWorkflow(workflow(credential, {}));
		sandbox.addFault({ skip: 1, ...fault });
		const failed = await run(rest, workflowId);
		const before = times();
		await rest.retry(failed.id);
		return { status: failed.status, before, after: times() };
	}

	const refused = await retried({ kind: 'httpStatus', status: 429 });
	const lost = await retried({ kind: 'reset', phase: 'after' });

	sandbox.reset();
	const keyed = await rest.createWorkflow(
		workflow(credential, { idempotencyKey: '={{ $json.order }}' }),
	);
	const outputs: unknown[] = [];
	const note = async () =>
		outputs.push(output(await run(rest, keyed.id), 'Send').map(({ skipped }) => skipped ?? false));
	await note();
	await note();
	await n8n.stop();
	await startAgain();
	await note();
	return { refused, lost, keyed: { outputs, times: times() } };
});
