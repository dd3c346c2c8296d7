import { expect } from 'expect';
import type { FaultSpec } from '../../../sandbox/wire/faults.mts';
import { byHand, started, textMe } from '../harness/byHand.mts';
import { withSharedN8n } from '../harness/realN8n.mts';
import { createTextMeCredential } from '../harness/triggerWorkflow.mts';

const PHONES = ['0501111110', '0501111111', '0501111112'];
/** A fault, and how often each was texted before a person retries the execution. */
const FAULTS: Array<[fault: FaultSpec, before: number[]]> = [
	// The service refuses the second of three for now. The retry sends the second and third, not the first.
	[{ kind: 'httpStatus', status: 429, skip: 1 }, [1, 0, 0]],
	// The second was sent, but its answer got lost. The retry sends the third, never the second.
	[{ kind: 'reset', phase: 'after', skip: 1 }, [1, 1, 0]],
];

await withSharedN8n(async ({ rest, sandbox }) => {
	const credential = await createTextMeCredential(rest, sandbox);
	const send = textMe('Send', credential, {
		...{ phones: '={{ $json.phone }}', message: 'Hello' },
		options: { concurrentRequests: 1 },
	});
	const items = PHONES.map((phone) => ({ phone }));
	const times = () => PHONES.map((phone) => sandbox.timesSent(phone, 'Hello'));
	for (const [fault, before] of FAULTS) {
		sandbox.reset();
		sandbox.addFault(fault);
		const { executionId, workflowId } = await started(rest, byHand('Send', [send], items));
		expect((await rest.ended(executionId)).status).toBe('error');
		expect(times()).toEqual(before);
		await rest.retry(executionId);
		const [newest] = await rest.executions(workflowId);
		await rest.ended(newest?.id ?? '');
		expect(times()).toEqual([1, 1, 1]);
	}
});
