import { scenario, type RealN8n } from '../harness/realN8n.mts';
import {
	activated,
	createTextMeCredential,
	eventsOf,
	node,
	outcomes,
	pollTrigger,
	POLL_NODE,
	pushTrigger,
	severalPolls,
	workflowOf,
} from '../harness/triggerWorkflow.mts';
import { until } from '../../../demo/until.mts';

const noOp = node('Then', 'n8n-nodes-base.noOp');

const eventKinds = (events: Array<Record<string, unknown>>) =>
	events.map(({ event }) => event).sort();

await scenario(async (real: RealN8n) => {
	const { rest, sandbox } = real;
	const credential = await createTextMeCredential(rest, sandbox);
	const alone = await activated(rest, workflowOf('Polling', [pollTrigger(credential)], [noOp]));
	const both = await activated(
		rest,
		workflowOf('Push and poll', [pushTrigger('both'), pollTrigger(credential)], [noOp]),
	);
	for (const feed of ['incoming', 'blocklist'] as const) {
		sandbox.registerPush({ feed, url: `${real.n8n.url}/webhook/both` });
	}
	const happen = async (text: string, phone: string) => {
		sandbox.handsetReply({ phone: '0501234567', text });
		sandbox.optOut({ phone });
		await sandbox.settle();
	};

	// The gateway fails before anything happens, so that no poll finds an event early and one poll fails.
	sandbox.addFault({ kind: 'httpStatus', status: 400, times: 0 });
	const failures = async () =>
		(await outcomes(rest, alone)).filter(({ status }) => status === 'error').length;
	await happen('first', '0502222222');
	const before = await failures();
	await until(async () => (await failures()) > before);
	const whileDown = (await eventsOf(rest, alone)).length;
	sandbox.clearFaults();
	const afterwards = eventKinds(await eventsOf(rest, alone, 2));
	await eventsOf(rest, both, 2);

	// n8n is killed, and restarted after the next events.
	await real.n8n.kill();
	await happen('second', '0503333333');
	await sandbox.advanceClock(0);
	await real.startAgain();
	await rest.published(alone.id);
	const afterOutage = eventKinds(await eventsOf(rest, alone, 4));
	const bothEvents = await eventsOf(rest, both, 4);
	await severalPolls(sandbox);

	const tested = await rest.createWorkflow(
		workflowOf('Fetch test event', [pollTrigger(credential)], [noOp]),
	);
	await rest.ended((await rest.run(tested.id, POLL_NODE)).executionId);
	return {
		whileDown,
		afterwards,
		afterOutage,
		bothFirst: eventKinds(bothEvents),
		/** The same after more polls. */
		alone: eventKinds(await eventsOf(rest, alone)),
		both: eventKinds(await eventsOf(rest, both)),
		tested: (await eventsOf(rest, tested))
			.map(({ event, sample, message }) => [event, sample ?? message ?? ''].join())
			.sort(),
	};
});
