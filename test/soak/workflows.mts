import type { N8nRest, WorkflowFile } from '../../demo/n8nRest.mts';
import type { Sandbox } from '../../sandbox/startSandbox.mts';
import { textMe as nodeOf } from '../e2e/harness/byHand.mts';
import {
	activated,
	createTextMeCredential,
	node,
	pollTrigger,
	pushTrigger,
	webhookNode,
	workflowOf,
} from '../e2e/harness/triggerWorkflow.mts';

const EVERY_MINUTE = { pollTimes: { item: [{ mode: 'everyMinute' }] } };

export type Doer = 'TextMe' | 'core nodes';

export const PATHS = { send: 'send', bulk: 'bulk', report: 'report', push: 'push' } as const;

type Node = WorkflowFile['nodes'][number];

const then = node('Then', 'n8n-nodes-base.noOp');

/** The same five workflows with this package or with n8n's own nodes: texts, batches, reports, pushes, polling. */
export async function createWorkflows(doer: Doer, rest: N8nRest, sandbox: Sandbox): Promise<void> {
	const make = doer === 'TextMe' ? await ofTextMe(rest, sandbox) : await ofCore(rest, sandbox);
	for (const [name, [trigger, ...row]] of Object.entries(make)) {
		if (!trigger) throw new Error(`${name} has no trigger.`);
		// Does not keep successful executions, as an n8n under load should not.
		const settings = { saveDataSuccessExecution: 'none' };
		await activated(rest, workflowOf(name, [trigger], [...row, then], settings));
	}
}

async function ofTextMe(rest: N8nRest, sandbox: Sandbox): Promise<Record<string, Node[]>> {
	const credential = await createTextMeCredential(rest, sandbox);
	const textMe = (parameters: Record<string, unknown>) => nodeOf('TextMe', credential, parameters);
	return {
		[PATHS.send]: [
			webhookNode(PATHS.send),
			textMe({ phones: '={{ $json.body.phone }}', message: '={{ $json.body.text }}' }),
		],
		[PATHS.bulk]: [
			webhookNode(PATHS.bulk),
			node('Split', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'body.messages', options: {} }),
			textMe({ operation: 'sendBulk', phones: '={{ $json.phone }}', message: '={{ $json.text }}' }),
		],
		[PATHS.report]: [
			webhookNode(PATHS.report),
			textMe({ resource: 'report', operation: 'getByDate' }),
		],
		[PATHS.push]: [pushTrigger(PATHS.push)],
		polling: [pollTrigger(credential, { events: ['incomingMessage'], ...EVERY_MINUTE })],
	};
}

async function ofCore(rest: N8nRest, { account, baseUrl }: Sandbox) {
	const name = 'Bearer token';
	const { id } = await rest.createCredential(name, 'httpHeaderAuth', {
		name: 'Authorization',
		value: `Bearer ${account.token}`,
	});
	const user = `user: { username: "${account.username}" }`;
	const now = '$now.setZone("Asia/Jerusalem")';
	const minute = '"dd/LL/yy HH:mm"';
	const window = `from: ${now}.minus({ hours: 1 }).toFormat(${minute}), to: ${now}.toFormat(${minute})`;
	const call = (body: string) =>
		node(
			'HTTP Request',
			'n8n-nodes-base.httpRequest',
			{
				method: 'POST',
				url: `${baseUrl}/api`,
				authentication: 'genericCredentialType',
				genericAuthType: 'httpHeaderAuth',
				sendBody: true,
				specifyBody: 'json',
				jsonBody: `={{ ${body} }}`,
				options: {},
			},
			{ typeVersion: 4.2, credentials: { httpHeaderAuth: { id, name } } },
		);
	const message = (text: string, phone: string) =>
		`source: "TextMe", destinations: { phone: ${phone} }, message: ${text}`;
	return {
		[PATHS.send]: [
			webhookNode(PATHS.send),
			call(`{ sms: { ${user}, ${message('$json.body.text', '$json.body.phone')} } }`),
		],
		[PATHS.bulk]: [
			webhookNode(PATHS.bulk),
			call(
				`{ bulk: { ${user}, messages: { sms: $json.body.messages.map((m) => ({ ${message('m.text', 'm.phone')} })) } } }`,
			),
		],
		[PATHS.report]: [
			webhookNode(PATHS.report),
			call(`{ dlrByDate: { ${user}, transactions: { external_id: "null" }, ${window} } }`),
			node('Split', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'transactions', options: {} }),
		],
		[PATHS.push]: [webhookNode(PATHS.push)],
		polling: [
			node(
				'Schedule',
				'n8n-nodes-base.scheduleTrigger',
				{ rule: { interval: [{ field: 'minutes', minutesInterval: 1 }] } },
				{ typeVersion: 1.2 },
			),
			call(`{ incoming: { ${user}, ${window} } }`),
		],
	};
}
