import { startCollector } from '../../storm/collector.mts';
import { textMe, waitForDelivery } from '../harness/byHand.mts';
import { clockAhead, killAtRest, scenario } from '../harness/realN8n.mts';
import {
	activated,
	callNode,
	createTextMeCredential,
	node,
	webhookNode,
	workflowOf,
} from '../harness/triggerWorkflow.mts';
import { until } from '../../../demo/until.mts';

const PHONES = ['0501111121', '0501111122', '0501111123'];
const PATH = 'unsaved';

/** Texts that wait for their delivery while n8n is killed, in a workflow that saves no executions. */
await scenario(async (real) => {
	const { rest, sandbox } = real;
	const textMeApi = await createTextMeCredential(rest, sandbox);
	const collector = await startCollector();
	const webhook = webhookNode(PATH);
	const send = textMe('Send', textMeApi, {
		phones: '={{ $json.phone }}',
		message: 'Hello',
		options: waitForDelivery(30),
	});
	const split = node('Split', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'body', options: {} });
	const report = callNode(
		'Report',
		`=${collector.url}/?event={{ $json.phone }} {{ $json.outcome }}`,
	);
	const kept = { saveDataSuccessExecution: 'none', saveDataErrorExecution: 'none' };
	const workflow = await activated(
		rest,
		workflowOf('Unsaved', [webhook], [split, send, report], kept),
	);

	await fetch(`${real.n8n.url}/webhook/${PATH}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(PHONES.map((phone) => ({ phone }))),
	});
	const statuses = async () => (await rest.executions(workflow.id)).map(({ status }) => status);
	await until(async () => (await statuses()).filter((status) => status === 'waiting').length === 3);
	const whileWaiting = await statuses();
	await killAtRest(real);
	await real.startAgain(clockAhead(0));
	await until(() => collector.seen.size === PHONES.length);
	await until(async () => (await statuses()).length === 0);
	collector.close();
	return {
		whileWaiting,
		seen: [...collector.seen.keys()].sort(),
		left: await statuses(),
		sent: sandbox.messages().length,
	};
});
