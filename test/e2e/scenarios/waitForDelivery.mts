import type { Execution, N8nRest, WorkflowFile } from '../../../demo/n8nRest.mts';
import { output } from '../../../demo/n8nRest.mts';
import type { Sandbox } from '../../../sandbox/startSandbox.mts';
import type { FaultSpec } from '../../../sandbox/wire/faults.mts';
import {
	byHand,
	START,
	started,
	textMe,
	waitForDelivery,
	waits,
	type Credential,
} from '../harness/byHand.mts';
import { clockAhead, killAtRest, scenario } from '../harness/realN8n.mts';
import { createTextMeCredential, node } from '../harness/triggerWorkflow.mts';
import { until } from '../../../demo/until.mts';

type Node = WorkflowFile['nodes'][number];

interface Run {
	items: Array<{ name: string; phones: string }>;
	minutes: number;
	onError?: Node['onError'];
	retryOnFail?: boolean;
}

/** Sends and waits. Each output item takes its name from the input item that n8n pairs it with. */
function workflow(
	title: string,
	credential: Credential,
	{ items, minutes, ...more }: Run,
): WorkflowFile {
	const parameters = {
		phones: '={{ $json.phones }}',
		message: `=${title} to {{ $json.name }}`,
		options: waitForDelivery(minutes),
	};
	const value = `={{ $('${START}').item.json.name }}`;
	const named = { assignments: [{ id: '1', name: 'name', type: 'string', value }] };
	const told = (name: string) =>
		node(
			name,
			'n8n-nodes-base.set',
			{ assignments: named, includeOtherFields: true, options: {} },
			{ typeVersion: 3.4 },
		);
	const whole = byHand(title, [textMe('Send', credential, parameters, more)], items);
	const to = (name: string) => [{ node: name, type: 'main', index: 0 }];
	return {
		...whole,
		nodes: [...whole.nodes, told('After'), told('Failed')],
		connections: { ...whole.connections, Send: { main: [to('After'), to('Failed')] } },
	};
}

async function waiting(
	rest: N8nRest,
	{ baseUrl }: Sandbox,
	account: Parameters<typeof createTextMeCredential>[1]['account'],
	title: string,
	of: Run,
) {
	const credential = await createTextMeCredential(rest, { account, baseUrl });
	const run = await started(rest, workflow(title, credential, of));
	// A brief wait may be over before anybody sees it.
	if (of.minutes > 1) await waits(rest, run.executionId);
	return run;
}

const told = (execution: Execution) => ({
	status: execution.status,
	error: execution.data.resultData.error?.message,
	after: output(execution, 'After').map(({ name, outcome, accepted, warning, ...sent }) => ({
		name,
		outcome,
		accepted,
		warning,
		recipients: ((sent.recipients ?? [sent]) as Array<Record<string, unknown>>).map(
			({ phone, delivered, state, final, status }) => ({ phone, delivered, state, final, status }),
		),
	})),
	failed: output(execution, 'Failed').map(({ name, error, outcome }) => ({ name, error, outcome })),
});

const executionsOf = (rest: N8nRest, { workflowId }: { workflowId: string }) =>
	rest.executions(workflowId);

/** Texts that wait for their delivery while n8n is killed, the gateway is down, or nothing ever comes. */
await scenario(async (real) => {
	const { rest, sandbox } = real;
	const { account, reseller, otherUser, subAccount } = sandbox;
	const failLooks = ({ username }: { username: string }, fault: FaultSpec) =>
		sandbox.addFault({ times: 0, ...fault, root: 'dlr', username });
	const allLooksFail = () => {
		for (const each of [account, reseller, otherUser]) {
			failLooks(each, { kind: 'httpStatus', status: 503 });
		}
	};
	sandbox.addFault({ kind: 'reset', root: 'sms', phase: 'after', username: otherUser.username });
	// No delivery is found until n8n has been killed twice. Otherwise n8n could be killed while it goes on with one, and
	// would cut that execution off, as with any node.
	allLooksFail();
	const [mixed, gatewayDown, doubt] = await Promise.all([
		waiting(rest, sandbox, account, 'Mixed', {
			items: [
				{ name: 'wrong', phones: '12' },
				{ name: 'both', phones: '0501111111, 0509999103' },
				{ name: 'late', phones: '0509999801' },
				{ name: 'none', phones: '0509999015' },
			],
			minutes: 30,
			onError: 'continueErrorOutput',
			retryOnFail: true,
		}),
		waiting(rest, sandbox, reseller, 'Gateway down', {
			items: [{ name: 'down', phones: '0501111113' }],
			minutes: 30,
		}),
		waiting(rest, sandbox, otherUser, 'Doubt', {
			items: [{ name: 'doubt', phones: '0501111114' }],
			minutes: 30,
		}),
	]);
	await killAtRest(real);
	await real.startAgain(clockAhead(0));
	const later = await waiting(rest, sandbox, account, 'Later', {
		items: [{ name: 'later', phones: '0501111116' }],
		minutes: 30,
	});
	const looks = (kind: string) =>
		sandbox.requests({ root: 'dlr' }).filter(({ fault }) => fault === kind).length;
	await until(() => looks('httpStatus') > 0);
	// One look gets no answer, and n8n is killed during it, when all others wait again: of two executions, of which one watches
	// the other, only one is cut off.
	do {
		const before = looks('hang');
		sandbox.clearFaults();
		failLooks(account, { kind: 'hang', times: 1 });
		allLooksFail();
		await until(() => looks('hang') > before);
		// On a busy machine the look may have given up by then.
	} while (!(await killAtRest(real, 1)));
	sandbox.clearFaults();
	failLooks(subAccount, { kind: 'httpStatus', status: 403 });
	await real.startAgain(clockAhead(0));
	const [silent, refused] = await Promise.all([
		waiting(rest, sandbox, account, 'Silent', {
			items: [{ name: 'silent', phones: '0509999802, 0501111112' }],
			minutes: 1,
		}),
		waiting(rest, sandbox, subAccount, 'Refused', {
			items: [{ name: 'refused', phones: '0501111115' }],
			minutes: 30,
		}),
	]);
	const ended = async ({ executionId }: { executionId: string }) =>
		told(await rest.ended(executionId));
	const wasCutOff = ({ mode, status }: { mode: string; status: string }) =>
		mode === 'integrated' && status === 'crashed';
	const results = {
		mixed: await ended(mixed),
		silent: await ended(silent),
		gatewayDown: await ended(gatewayDown),
		doubt: await ended(doubt),
		refused: await ended(refused),
		later: await ended(later),
	};
	const ofMixed = await executionsOf(rest, mixed);
	const ofLater = await executionsOf(rest, later);
	return {
		...results,
		modes: [
			...new Set(
				ofMixed
					.filter((execution) => !wasCutOff(execution))
					.map(({ mode, status }) => `${mode} ${status}`),
			),
		].sort(),
		cutOff: [...ofMixed, ...ofLater].some(wasCutOff),
		sends: sandbox.counters().requests.sms,
		repeated: sandbox.counters().repeated,
	};
});
