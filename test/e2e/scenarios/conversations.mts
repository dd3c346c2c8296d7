import { scenario, type RealN8n } from '../harness/realN8n.mts';
import {
	activated,
	eventsOf,
	node,
	outcomes,
	pushTrigger,
	workflowOf,
} from '../harness/triggerWorkflow.mts';

const TEXTS = ['Hi', 'it is me', 'Dana'];

/** A person sends several texts in a row. Reports the answers to the service and the executions. */
async function conversation({ rest, n8n }: RealN8n, path: string, acknowledge: string) {
	const trigger = pushTrigger(path, {
		events: ['incomingMessage'],
		executions: 'conversation',
		quietSeconds: 15,
		acknowledge,
	});
	const workflow = await activated(
		rest,
		workflowOf(path, [trigger], [node('Then', 'n8n-nodes-base.noOp')]),
	);
	const answers: Array<Promise<number>> = [];
	for (const message of TEXTS) {
		const body = new URLSearchParams({ phone: '972501234567', dest: '0559000100', message });
		const answer = fetch(`${n8n.url}/webhook/${path}`, { method: 'POST', body });
		answers.push(answer.then(({ status }) => status));
		if (acknowledge === 'received') await answer;
	}
	const statuses = await Promise.all(answers);
	await eventsOf(rest, workflow, 1);
	const executions = await outcomes(rest, workflow);
	const handedOn = executions.flatMap(({ events }) => events.map(({ messages }) => messages));
	return {
		answers: statuses,
		// What is answered at the end is under way at the same time, in any order.
		handedOn:
			acknowledge === 'received' ? handedOn : handedOn.map((texts) => (texts as string[]).sort()),
		ended: [...new Set(executions.map(({ status }) => status))],
	};
}

async function both(real: RealN8n, path: string) {
	const [received, finished] = await Promise.all([
		conversation(real, `${path}/received`, 'received'),
		conversation(real, `${path}/finished`, 'finished'),
	]);
	return { received, finished };
}

await scenario(async (real) => {
	const { received, finished } = await both(real, 'all');
	await real.n8n.stop();
	await real.startAgain({ N8N_CONCURRENCY_PRODUCTION_LIMIT: '2' });
	const two = await both(real, 'two');
	return {
		received,
		finished,
		'received, two at a time': two.received,
		'finished, two at a time': two.finished,
	};
});
