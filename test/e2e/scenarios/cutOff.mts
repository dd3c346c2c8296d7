import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { output } from '../../../demo/n8nRest.mts';
import { scenario } from '../harness/realN8n.mts';
import {
	activated,
	callNode,
	createTextMeCredential,
	POLL_NODE,
	pollTrigger,
	pushTrigger,
	severalPolls,
	workflowOf,
} from '../harness/triggerWorkflow.mts';
import { until } from '../../../demo/until.mts';

const EVENTS = { events: ['incomingMessage'] };

/** A server that answers only after n8n was killed. */
async function startServer() {
	let isOpen = false;
	let waiting = 0;
	const server = createServer((_, response) => {
		if (isOpen) response.end('{}');
		else waiting++;
	}).listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
		waiting: () => waiting,
		open: () => (isOpen = true),
		close: () => server.close(),
	};
}

await scenario(async (real) => {
	const { sandbox } = real;
	const server = await startServer();
	const credential = await createTextMeCredential(real.rest, sandbox);
	const call = callNode('Call', server.url);
	const triggers = {
		push: pushTrigger('cut-off', EVENTS),
		poll: pollTrigger(credential, EVENTS),
	};
	const workflows = [];
	for (const [name, trigger] of Object.entries(triggers)) {
		workflows.push({ ...(await activated(real.rest, workflowOf(name, [trigger], [call]))), name });
	}
	sandbox.registerPush({ feed: 'incoming', url: `${real.n8n.url}/webhook/cut-off` });
	sandbox.handsetReply({ phone: '0501234567', text: 'cut off' });
	await until(() => server.waiting() >= workflows.length);
	await real.n8n.kill();
	server.open();
	await real.startAgain();

	const report: Record<string, unknown> = {};
	const executionsOf = async (id: string) =>
		(await real.rest.executions(id)).sort((a, b) => Number(a.id) - Number(b.id));
	for (const { name, id } of workflows) {
		await real.rest.published(id);
		const [first, ...others] = await executionsOf(id);
		if (!first) throw new Error(`No execution of ${name}`);
		await real.rest.retry(first.id);
		await until(async () => (await executionsOf(id)).length >= 2 + others.length);
		const last = (await executionsOf(id)).at(-1);
		const retried = await real.rest.ended(last?.id ?? '');
		report[name] = {
			crashed: first.status,
			others: others.length,
			retried: retried.status,
			// When n8n recovers an execution, it adds its own item for each finished node.
			texts: ['TextMe Trigger', POLL_NODE].flatMap((trigger) =>
				output(retried, trigger)
					.filter(({ isArtificialRecoveredEventItem: isAdded }) => !isAdded)
					.map(({ message }) => message),
			),
		};
	}
	for (const { id } of sandbox.pushLog()) sandbox.repeatPush(id);
	await sandbox.settle();
	await severalPolls(sandbox, 1);
	const again: Record<string, unknown> = {};
	for (const { name, id } of workflows) {
		const ended = await Promise.all(
			(await executionsOf(id)).slice(2).map(async (one) => await real.rest.ended(one.id)),
		);
		again[name] = ended.flatMap((one) =>
			['TextMe Trigger', POLL_NODE].flatMap((trigger) => output(one, trigger)),
		).length;
	}
	server.close();
	return { ...report, again };
});
