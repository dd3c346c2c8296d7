import type { N8nRest } from '../../../demo/n8nRest.mts';
import { output } from '../../../demo/n8nRest.mts';
import { oneNodeWorkflow, SEND, START } from '../harness/oneNodeWorkflow.mts';
import { scenario } from '../harness/realN8n.mts';
import { createTextMeCredential } from '../harness/triggerWorkflow.mts';

const PHONES = ['0501111110', '0501111111', '0501111112'];

const workflow = (credential: { id: string; name: string }, options: object) =>
	oneNodeWorkflow(
		'Send',
		{
			type: 'n8n-nodes-textme.textMe',
			parameters: {
				source: { __rl: true, mode: 'id', value: 'TextMe' },
				phones: '={{ $json.phone }}',
				message: 'Hello',
				options: { advanced: { concurrentRequests: 1 }, ...options },
			},
			credentials: { textMeApi: credential },
		},
		PHONES.map((phone) => ({ phone, order: `order ${phone}` })),
	);

/** What is sent when a person retries a failed execution, and when a later execution has the same idempotency keys. */
await scenario(async ({ rest, sandbox, n8n, startAgain }) => {
	const credential = await createTextMeCredential(rest, sandbox);
	const times = () => PHONES.map((phone) => sandbox.timesSent(phone, 'Hello'));

	async function run(client: N8nRest, workflowId: string) {
		const { executionId } = await client.run(workflowId, START);
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
		workflow(credential, { tracking: { idempotencyKey: '={{ $json.order }}' } }),
	);
	const outputs: unknown[] = [];
	const note = async () =>
		outputs.push(output(await run(rest, keyed.id), SEND).map(({ skipped }) => skipped ?? false));
	await note();
	await note();
	await n8n.stop();
	await startAgain();
	await note();
	return { refused, lost, keyed: { outputs, times: times() } };
});
