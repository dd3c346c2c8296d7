import { output } from '../../../demo/n8nRest.mts';
import { until } from '../../../demo/until.mts';
import { startCollector } from '../../storm/collector.mts';
import { byHand, goOn, started, textMe, waitForDelivery, waits } from '../harness/byHand.mts';
import { clockAhead, killAtRest, scenario } from '../harness/realN8n.mts';
import {
	activated,
	callNode,
	createTextMeCredential,
	node,
	webhookNode,
	workflowOf,
} from '../harness/triggerWorkflow.mts';

const UNSAVED = ['0501111121', '0501111122', '0501111123'];

/** Texts wait for delivery while n8n is killed, both as it waits and as it looks, and while the gateway is down. */
await scenario(async (real) => {
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
	/** Each output is paired with its input item. */
	const told = async ({ executionId }: { executionId: string }) => {
		const execution = await rest.ended(executionId);
		const items = output(execution, goOn.name).map(({ phone, outcome, recipients }) =>
			[phone ?? (recipients as unknown[]).length, outcome].join(' '),
		);
		return [execution.status, ...items];
	};

	// No look succeeds until n8n was killed twice. Otherwise n8n might be killed while it continues with a delivery, which would
	// cut off that execution, as with any node.
	const allLooksFail = () =>
		sandbox.addFault({ kind: 'httpStatus', status: 503, root: 'dlr', times: 0 });
	allLooksFail();
	const mixed = await begin('12', '0501111111, 0509999103', '0509999801', '0509999015');

	// A workflow that saves no executions. Another account, so that none of its looks is cut off.
	const { baseUrl, account, reseller } = sandbox;
	const textMeApi = await createTextMeCredential(rest, { baseUrl, account: reseller });
	const collector = await startCollector();
	const split = node('Split', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'body', options: {} });
	const report = callNode(
		'Report',
		`=${collector.url}/?event={{ $json.phone }} {{ $json.outcome }}`,
	);
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
	// One look gets no answer, and n8n is killed during it, while all others wait. Of two executions, one of which watches the
	// other, only one is cut off.
	do {
		const before = looks('hang');
		sandbox.clearFaults();
		sandbox.addFault({ kind: 'hang', root: 'dlr', username: account.username });
		allLooksFail();
		await until(() => looks('hang') > before);
		// On a busy machine, the look may have given up by then.
	} while (!(await killAtRest(real, 1)));
	sandbox.clearFaults();
	await real.startAgain(clockAhead(0));
	const outcomes = { mixed: await told(mixed), later: await told(later) };
	await until(() => collector.seen.size === UNSAVED.length);
	await until(async () => (await left()).length === 0);
	collector.close();
	const helpers = await Promise.all(
		[mixed, later].map(async ({ workflowId }) => await rest.executions(workflowId)),
	);
	return {
		...outcomes,
		unsaved: [...collector.seen.keys()].sort(),
		helpers: [...new Set(helpers.flat().map(({ mode, status }) => `${mode} ${status}`))].sort(),
		sends: sandbox.counters().requests.sms,
		repeated: sandbox.counters().repeated,
	};
});
