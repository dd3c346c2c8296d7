import { expect } from 'expect';
import { output, type WorkflowFile } from '../../../demo/n8nRest.mts';
import { byHand, started, textMe } from '../harness/byHand.mts';
import { withSharedN8n } from '../harness/realN8n.mts';
import { createTextMeCredential } from '../harness/triggerWorkflow.mts';

const PHONES = ['0501111110', '0501111111', '0501111112'];
const SEND = 'Send';

await withSharedN8n(async ({ rest, sandbox }) => {
	const credential = await createTextMeCredential(rest, sandbox);
	const workflow = (parameters: object, items: Array<Record<string, unknown>>) =>
		byHand(
			SEND,
			[textMe(SEND, credential, { phones: '={{ $json.phone }}', ...parameters })],
			items,
		);

	/**
	 * Runs a workflow that fails because of the fault. The returned function retries its execution, or a later one, as a person
	 * does.
	 */
	async function failed(file: WorkflowFile, fault: Parameters<typeof sandbox.addFault>[0]) {
		sandbox.reset();
		sandbox.addFault(fault);
		const { executionId, workflowId } = await started(rest, file);
		expect((await rest.ended(executionId)).status).toBe('error');
		return async (retried = executionId) => {
			await rest.retry(retried);
			const [newest] = await rest.executions(workflowId);
			return await rest.ended(newest?.id ?? '');
		};
	}

	const oneByOne = { message: 'Hello', options: { advanced: { concurrentRequests: 1 } } };
	const three = workflow(
		oneByOne,
		PHONES.map((phone) => ({ phone })),
	);
	const times = () => PHONES.map((phone) => sandbox.timesSent(phone, 'Hello'));
	// The service refuses the second of three for now. The retry sends the second and third, not the first.
	const retryRefused = await failed(three, { kind: 'httpStatus', status: 429, skip: 1 });
	expect(times()).toEqual([1, 0, 0]);
	await retryRefused();
	expect(times()).toEqual([1, 1, 1]);
	// The second was sent, but its answer got lost. The retry sends the third, never the second.
	const retryLost = await failed(three, { kind: 'reset', phase: 'after', skip: 1 });
	expect(times()).toEqual([1, 1, 0]);
	await retryLost();
	expect(times()).toEqual([1, 1, 1]);

	// The service sends a batch and goes down before it answers. A person retries while it is down, and again when it is back. No
	// retry sends the batch again, and each shows the error.
	const people = Array.from({ length: 300 }, (_, n) => ({ phone: `0521${100_000 + n}`, n }));
	const bulk = workflow({ operation: 'sendBulk', message: '=Hello {{ $json.n }}' }, people);
	const retry = await failed(bulk, { kind: 'reset', phase: 'after' });
	sandbox.addFault({ kind: 'httpStatus', status: 503, times: 0 });
	const whileDown = await retry();
	sandbox.clearFaults();
	await sandbox.advanceClock(600_000);
	const back = await retry(whileDown.id);
	for (const { status, data } of [whileDown, back]) {
		expect(status).toBe('error');
		expect(data.resultData.error?.message).toContain(
			'it is not known whether the request was carried out',
		);
	}
	expect(output(back, SEND)).toEqual([]);
	expect(sandbox.counters()).toMatchObject({ messages: 300, repeated: [] });
});
