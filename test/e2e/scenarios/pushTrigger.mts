import { setTimeout as sleep } from 'node:timers/promises';
import { call, smsTo, withId } from '../../sandbox/call.mts';
import { scenario, type RealN8n } from '../harness/realN8n.mts';
import {
	activated,
	eventsOf,
	node,
	outcomes,
	pushTrigger,
	workflowOf,
} from '../harness/triggerWorkflow.mts';

async function answerOf(url: string, init?: RequestInit) {
	const response = await fetch(url, init);
	return [response.status, await response.text()];
}

const noOp = node('Then', 'n8n-nodes-base.noOp');

/** All three feeds at one address, and other requests to it. */
async function feeds({ rest, n8n, sandbox }: RealN8n) {
	const events = ['deliveryReport', 'incomingMessage', 'blocklistAddition'];
	const workflow = await activated(
		rest,
		workflowOf('Feeds', [pushTrigger('textme/feeds', { events })], [noOp]),
	);
	const address = `${n8n.url}/webhook/textme/feeds`;
	for (const feed of ['delivery', 'incoming', 'blocklist'] as const) {
		sandbox.registerPush({ feed, url: address });
	}
	const post = async (body: RequestInit['body'], type?: string) => {
		const headers = type === undefined ? undefined : { 'content-type': type };
		return await answerOf(address, { method: 'POST', body, headers });
	};
	const answers = {
		GET: await answerOf(address),
		HEAD: await answerOf(address, { method: 'HEAD' }),
		multipart: await post(new FormData()),
		'malformed JSON': await post('{"status"', 'application/json'),
		'malformed XML': await post('<a', 'text/xml'),
	};
	await call(sandbox, 'sms', smsTo([withId('0501234567', 'feeds-1')]));
	sandbox.handsetReply({ phone: '0501234567', text: 'שלום', dest: sandbox.account.number });
	sandbox.optOut({ phone: '0501234567' });
	await sandbox.advanceClock(5_000);
	const seen = await eventsOf(rest, workflow, 4);
	const pushAnswers = sandbox
		.pushLog()
		.flatMap(({ attempts }) => attempts.map(({ answer }) => answer));
	return { workflow, answers, seen, count: seen.length, pushAnswers };
}

/** The same pushes again, before and after n8n was killed and restarted. */
async function repeats(real: RealN8n, workflow: { id: string }, before: number) {
	const { rest, sandbox } = real;
	const repeatAll = async () => {
		for (const { id } of sandbox.pushLog().slice(0, 3)) sandbox.repeatPush(id);
		await sandbox.settle();
		await sleep(2_000);
		return (await eventsOf(rest, workflow)).length - before;
	};
	const sameProcess = await repeatAll();
	await real.n8n.kill();
	await real.startAgain();
	await real.rest.published(workflow.id);
	const afterRestart = await repeatAll();
	const last = sandbox.pushLog().slice(-3);
	return { sameProcess, afterRestart, answers: last.map(({ attempts }) => attempts[0]?.answer) };
}

/** The editor listens for a test event: a browser opens the test address, which then gets a push. */
async function testMode({ rest, n8n }: RealN8n) {
	const workflow = await rest.createWorkflow(
		workflowOf('Test mode', [pushTrigger('test-mode')], [noOp]),
	);
	const address = `${n8n.url}/webhook-test/test-mode`;
	const answers = [];
	await rest.run(workflow.id, 'TextMe Trigger');
	answers.push(await answerOf(address));
	await eventsOf(rest, workflow, 3);
	await rest.run(workflow.id, 'TextMe Trigger');
	answers.push(await answerOf(address, { method: 'HEAD' }));
	const body = new URLSearchParams({ phone: '972501234567', dest: '0559000100', message: 'test' });
	answers.push(await answerOf(address, { method: 'POST', body }));
	await eventsOf(rest, workflow, 4);
	return { answers, outcomes: await outcomes(rest, workflow) };
}

await scenario(async (real) => {
	const { workflow, ...first } = await feeds(real);
	return {
		feeds: first,
		repeats: await repeats(real, workflow, first.seen.length),
		testMode: await testMode(real),
	};
});
