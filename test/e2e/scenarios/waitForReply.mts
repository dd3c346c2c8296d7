import { expect } from 'expect';
import { output } from '../../../demo/n8nRest.mts';
import { until } from '../../../demo/until.mts';
import { startCollector } from '../../queue/collector.mts';
import {
	byHand,
	chosen,
	goOn,
	limitWait,
	START,
	started,
	textMe,
	waits,
} from '../harness/byHand.mts';
import type { RealN8n } from '../harness/realN8n.mts';
import {
	activated,
	callNode,
	createTextMeCredential,
	node,
	webhookNode,
	workflowOf,
} from '../harness/triggerWorkflow.mts';

const UNSAVED = ['0501111121', '0501111122', '0501111123'];
const [DANA, OMER, NOA] = ['0501111111', '0501111112', '0501111116'];

interface Kill {
	/** Makes a look hang, in an execution that runs. */
	looks: () => Promise<void>;
	/** Called before n8n starts again. */
	whileDown: () => void;
}

/** Questions wait for replies by text. n8n is killed while they wait, during a look. */
export async function* waitForReply({
	rest,
	sandbox,
	n8n,
}: RealN8n): AsyncGenerator<Kill, undefined> {
	const { baseUrl, account, reseller } = sandbox;
	const credential = await createTextMeCredential(rest, sandbox);
	const ask = textMe(
		'Ask',
		credential,
		{
			...{ operation: 'sendAndWait', responseType: 'smsReply', source: chosen(account.number) },
			...{ phones: '={{ $json.phone }}', message: 'Coming?', options: limitWait(120) },
		},
		{ onError: 'continueErrorOutput', retryOnFail: true },
	);
	const begin = async (...phones: string[]) => {
		const items = phones.map((phone) => ({ phone }));
		const run = await started(rest, byHand('Ask and wait', [ask, goOn], items));
		await waits(rest, run.executionId);
		return run;
	};

	const keyed = textMe('Keyed', credential, {
		...{ phones: '0501111199', message: 'Once' },
		options: { idempotencyKey: 'order 1' },
	});
	// A node has its own keys, so the same workflow runs each time.
	const { id: keyedId } = await rest.createWorkflow(byHand('Keyed', [keyed]));
	const isSkipped = async () => {
		const { executionId } = await rest.run(keyedId, START);
		return output(await rest.ended(executionId), keyed.name).map(
			({ details }) => (details as { skipped?: boolean } | undefined)?.skipped === true,
		);
	};
	expect(await isSkipped()).toEqual([false]);

	// No text from before a question answers it.
	sandbox.handsetReply({ phone: DANA, text: 'said before' });
	const mixed = await begin('12', DANA, OMER);

	// A workflow that saves no executions. It has another account, so that no look of it is cut off.
	const textMeApi = await createTextMeCredential(rest, { baseUrl, account: reseller });
	const collector = await startCollector();
	const split = node('Split', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'body', options: {} });
	const event = '{{ $json.phone }} {{ $json.outcome }}';
	const report = callNode('Report', `=${collector.url}/?event=${event}`);
	const kept = { saveDataSuccessExecution: 'none', saveDataErrorExecution: 'none' };
	const row = [split, { ...ask, credentials: { textMeApi } }, report];
	const unsaved = await activated(rest, workflowOf('Unsaved', [webhookNode('unsaved')], row, kept));
	await fetch(`${n8n.url}/webhook/unsaved`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(UNSAVED.map((phone) => ({ phone }))),
	});
	const left = async () => (await rest.executions(unsaved.id)).map(({ status }) => status);
	await until(async () => (await left()).filter((status) => status === 'waiting').length === 3);

	const later = await begin(NOA);
	// n8n is killed during a look that hangs. One execution looks and another supervises it, which waits: only the first is cut
	// off. Nobody has replied yet: an answer would let the workflow continue, and a kill would cut that off, as with any node.
	const hung = () => sandbox.requests({ root: 'incoming' }).filter(({ fault }) => fault === 'hang');
	yield {
		looks: async () => {
			// On a busy machine, an earlier look may have timed out by now.
			const before = hung().length;
			sandbox.clearFaults();
			sandbox.addFault({ kind: 'hang', root: 'incoming', username: account.username });
			await until(() => hung().length > before);
		},
		whileDown: () => {
			sandbox.clearFaults();
			for (const phone of [DANA, OMER, NOA]) sandbox.handsetReply({ phone, text: `of ${phone}` });
			const { username, number: dest } = reseller;
			for (const phone of UNSAVED) sandbox.handsetReply({ phone, text: 'yes', dest, username });
		},
	};

	/** The execution's status, and each item's answer. */
	const told = async ({ executionId }: { executionId: string }) => {
		const execution = await rest.ended(executionId);
		return [execution.status, ...output(execution, goOn.name).map(({ text }) => text)];
	};
	expect(await told(mixed)).toEqual(['success', `of ${DANA}`, `of ${OMER}`]);
	expect(await told(later)).toEqual(['success', `of ${NOA}`]);
	await until(() => collector.seen.size === UNSAVED.length);
	await until(async () => (await left()).length === 0);
	collector.close();
	expect([...collector.seen.keys()].sort()).toEqual(UNSAVED.map((phone) => `${phone} answered`));
	const helpers = [
		...(await rest.executions(mixed.workflowId)),
		...(await rest.executions(later.workflowId)),
	];
	// One execution looked and another supervised it. One of them was cut off.
	expect(helpers.map(({ mode, status }) => `${mode} ${status}`)).toEqual(
		expect.arrayContaining(['integrated success', 'manual success']),
	);
	expect(await isSkipped()).toEqual([true]);
	expect(sandbox.counters()).toMatchObject({ requests: { sms: 7 }, repeated: [] });
}
