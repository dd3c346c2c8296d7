import type { N8nRest } from '../../../demo/n8nRest.mts';
import { output } from '../../../demo/n8nRest.mts';
import { byHand, START, textMe, type Credential } from '../harness/byHand.mts';
import { scenario } from '../harness/realN8n.mts';
import { createTextMeCredential } from '../harness/triggerWorkflow.mts';

const PHONES = ['0501111110', '0501111111', '0501111112'];

const SEND = 'Send';
const workflow = (credential: Credential, options: object) =>
	byHand(
		SEND,
		[
			textMe(SEND, credential, {
				phones: '={{ $json.phone }}',
				message: 'Hello',
				options: { advanced: { concurrentRequests: 1 }, ...options },
			}),
		],
		PHONES.map((phone) => ({ phone, order: `order ${phone}` })),
	);

/** SMS Send Bulk of different texts to 300 people: one request. */
const bulkTo300 = (credential: Credential) =>
	byHand(
		'Send to 300',
		[
			textMe(SEND, credential, {
				operation: 'sendBulk',
				phones: '={{ $json.phone }}',
				message: '={{ $json.text }}',
			}),
		],
		Array.from({ length: 300 }, (_, n) => ({ phone: `0521${100_000 + n}`, text: `Hello ${n}` })),
	);

/** What a person's retry of a failed execution sends, and what a later execution with the same idempotency keys sends. */
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

	/**
	 * The service carries out the batch and goes down before its answer. A person retries while it is down, and when it is back.
	 */
	async function outage() {
		sandbox.reset();
		const { id } = await rest.createWorkflow(bulkTo300(credential));
		sandbox.addFault({ kind: 'reset', phase: 'after' });
		const failed = await run(rest, id);
		sandbox.addFault({ kind: 'httpStatus', status: 503, times: 0 });
		const retry = async (executionId: string) => {
			await rest.retry(executionId);
			const [newest] = await rest.executions(id);
			return await rest.ended(newest?.id ?? '');
		};
		const whileDown = await retry(failed.id);
		sandbox.clearFaults();
		await sandbox.advanceClock(600_000);
		const back = await retry(whileDown.id);
		return {
			statuses: [failed, whileDown, back].map(({ status }) => status),
			said: whileDown.data.resultData.error?.message,
			states: output(back, SEND).map(({ accepted, state }) => [accepted, state].join()),
			counters: sandbox.counters(),
		};
	}

	const refused = await retried({ kind: 'httpStatus', status: 429 });
	const lost = await retried({ kind: 'reset', phase: 'after' });
	const down = await outage();

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
	return { refused, lost, down, keyed: { outputs, times: times() } };
});
