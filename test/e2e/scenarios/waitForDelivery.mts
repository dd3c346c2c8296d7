import { expect } from 'expect';
import { output } from '../../../demo/n8nRest.mts';
import { until } from '../../../demo/until.mts';
import { startCollector } from '../../storm/collector.mts';
import {
	byHand,
	goOn,
	START,
	started,
	textMe,
	waitForDelivery,
	waits,
} from '../harness/byHand.mts';
import { clockAhead, killAtRest, withRealN8n } from '../harness/realN8n.mts';
import {
	activated,
	callNode,
	createTextMeCredential,
	node,
	webhookNode,
	workflowOf,
} from '../harness/triggerWorkflow.mts';

const UNSAVED = ['0501111121', '0501111122', '0501111123'];

/** Texts wait for delivery while the gateway is down. n8n is killed twice: once while it waits, once during a look. */
await withRealN8n(async (real) => {
	const { rest, sandbox } = real;
	const credential = await createTextMeCredential(rest, sandbox);
	const send = textMe(
		'Send',
		credential,
		{ phones: '={{ $json.phone }}', message: 'Hello', options: waitForDelivery(30) },
		{ onError: 'continueErrorOutput', retryOnFail: true },
	);
	const begin = async (...phones: string[]) => {
		const items = phones.map((phone) => ({ phone }));
		const run = await started(rest, byHand('Send and wait', [send, goOn], items));
		await waits(rest, run.executionId);
		return run;
	};

	const keyed = textMe('Keyed', credential, {
		...{ phones: '0501111199', message: 'Once' },
		options: { tracking: { idempotencyKey: 'order 1' } },
	});
	// A node has its own keys, so the same workflow runs each time.
	const { id: keyedId } = await rest.createWorkflow(byHand('Keyed', [keyed]));
	const isSkipped = async () => {
		const { executionId } = await rest.run(keyedId, START);
		return output(await rest.ended(executionId), keyed.name).map(({ skipped = false }) => skipped);
	};
	expect(await isSkipped()).toEqual([false]);

	// All looks fail until n8n was killed twice. A report would let the workflow continue, and a kill would cut that off, as with
	// any node.
	const allLooksFail = () =>
		sandbox.addFault({ kind: 'httpStatus', status: 503, root: 'dlr', times: 0 });
	allLooksFail();
	const mixed = await begin('12', '0501111111, 0509999103', '0509999801', '0509999015');

	// A workflow that saves no executions. It has another account, so that no look of it is cut off.
	const { baseUrl, account, reseller } = sandbox;
	const textMeApi = await createTextMeCredential(rest, { baseUrl, account: reseller });
	const collector = await startCollector();
	const split = node('Split', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'body', options: {} });
	const event = '{{ $json.phone }} {{ $json.outcome }}';
	const report = callNode('Report', `=${collector.url}/?event=${event}`);
	const kept = { saveDataSuccessExecution: 'none', saveDataErrorExecution: 'none' };
	const row = [split, { ...send, credentials: { textMeApi } }, report];
	const unsaved = await activated(rest, workflowOf('Unsaved', [webhookNode('unsaved')], row, kept));
	await fetch(`${real.n8n.url}/webhook/unsaved`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(UNSAVED.map((phone) => ({ phone }))),
	});
	const left = async () => (await rest.executions(unsaved.id)).map(({ status }) => status);
	await until(async () => (await left()).filter((status) => status === 'waiting').length === 3);

	await killAtRest(real);
	await real.startAgain(clockAhead(0));
	const later = await begin('0501111116');
	const looks = (kind: string) =>
		sandbox.requests({ root: 'dlr' }).filter(({ fault }) => fault === kind).length;
	await until(() => looks('httpStatus') > 0);
	// n8n is killed during a look that hangs. One execution looks and another supervises it, which waits: only the first is cut
	// off.
	do {
		const before = looks('hang');
		sandbox.clearFaults();
		sandbox.addFault({ kind: 'hang', root: 'dlr', username: account.username });
		allLooksFail();
		await until(() => looks('hang') > before);
		// On a busy machine, the look may have timed out by then.
	} while (!(await killAtRest(real, 1)));
	sandbox.clearFaults();
	await real.startAgain(clockAhead(0));

	/** The execution's status, and each item's outcome. */
	const told = async ({ executionId }: { executionId: string }) => {
		const execution = await rest.ended(executionId);
		const items = output(execution, goOn.name).map(({ phone, outcome }) =>
			[phone, outcome].join(' '),
		);
		return [execution.status, ...items];
	};
	expect(await told(mixed)).toEqual([
		'success',
		'0501111111, 0509999103 partlyDelivered',
		// The first report on this phone said "sent without confirmation".
		'0509999801 delivered',
		'0509999015 notDelivered',
	]);
	expect(await told(later)).toEqual(['success', '0501111116 delivered']);
	await until(() => collector.seen.size === UNSAVED.length);
	await until(async () => (await left()).length === 0);
	collector.close();
	expect([...collector.seen.keys()].sort()).toEqual(UNSAVED.map((phone) => `${phone} delivered`));
	const helpers = [
		...(await rest.executions(mixed.workflowId)),
		...(await rest.executions(later.workflowId)),
	];
	// One execution looked and another supervised it. One of them was cut off.
	expect(helpers.map(({ mode, status }) => `${mode} ${status}`)).toEqual(
		expect.arrayContaining(['integrated success', 'manual success']),
	);
	expect(await isSkipped()).toEqual([true]);
	expect(sandbox.counters()).toMatchObject({ requests: { sms: 8 }, repeated: [] });
});
