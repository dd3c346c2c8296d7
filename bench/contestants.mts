import type { WorkflowFile } from '../demo/n8nRest.mts';
import { node, workflowOf } from '../test/e2e/harness/triggerWorkflow.mts';
import type { CredentialIds, Engine } from './benchN8n.mts';

/** One way to text every input item. A new one is a row here. */
export interface Contestant {
	/** Its webhook path. */
	id: string;
	name: string;
	node: { type: string; typeVersion: number; credential: string; parameters: object };
	/** Items of an execution before the measured ones, with other idempotency keys; 1 when left out. */
	warmUp?: number;
	/** The engines it is run with; the default one when left out. */
	engines?: Engine[];
}

const SENDER = { __rl: true, mode: 'id', value: 'TextMe' };
/** The expressions that the editor writes when somebody drags fields into the parameters. */
const PLAIN = { source: SENDER, phones: '={{ $json.phone }}', message: '={{ $json.text }}' };
/** What people write in a reminder. */
const REMINDER =
	"=Hello {{ $json.name.split(' ')[0] }}, your order is ready on {{ DateTime.fromISO($json.date).toFormat('dd/MM HH:mm') }}";
const KEYED = { tracking: { idempotencyKey: '={{ $json.order }}' } };

const ours = (operation: string, options: object, values: object = {}) => ({
	type: 'n8n-nodes-textme.textMe',
	typeVersion: 1,
	credential: 'textMeApi',
	parameters: { resource: 'sms', operation, ...PLAIN, ...values, options },
});

const vendor = (name: string) => ({
	type: `n8n-nodes-base.${name}`,
	typeVersion: 1,
	credential: `${name}Api`,
	parameters: {
		resource: 'sms',
		operation: 'send',
		from: 'TextMe',
		to: '={{ $json.phone }}',
		message: '={{ $json.text }}',
		options: {},
	},
});

/** A call of the gateway without this package. */
const httpRequest = (gateway: string, options: object) => ({
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	credential: 'httpHeaderAuth',
	parameters: {
		method: 'POST',
		url: `${gateway}/api`,
		authentication: 'genericCredentialType',
		genericAuthType: 'httpHeaderAuth',
		sendBody: true,
		specifyBody: 'json',
		jsonBody:
			'={{ { sms: { user: { username: "demo" }, source: "TextMe", destinations: { phone: $json.phone }, message: $json.text } } }}',
		options,
	},
});

/** The contestant that the others are compared with. */
export const REFERENCE = 'bulk';

export const isOurs = ({ node: { credential } }: Contestant) => credential === 'textMeApi';

/** @param keys the number of older keys that are remembered, where there are many */
export const contestants = (gateway: string, latencyMs: number, keys: number): Contestant[] => [
	{ id: 'bulk', name: 'TextMe, Send Bulk', node: ours('sendBulk', {}) },
	{
		id: 'bulk-keyed',
		name: 'TextMe, Send Bulk, idempotency keys',
		node: ours('sendBulk', KEYED),
	},
	{
		id: 'bulk-keyed-many',
		name: `TextMe, Send Bulk, idempotency keys, beside ${keys.toLocaleString('en')} older ones`,
		node: ours('sendBulk', KEYED),
		warmUp: keys,
	},
	{
		id: 'bulk-engine',
		name: 'TextMe, Send Bulk, a name and a date by expression',
		node: ours('sendBulk', {}, { message: REMINDER }),
		engines: ['default', 'lazy', 'legacy'],
	},
	{
		id: 'http-parallel',
		name: 'HTTP Request, all at once (its default)',
		node: httpRequest(gateway, {}),
	},
	{
		id: 'http-paced',
		name: `HTTP Request, one every ${latencyMs} ms (batching 1)`,
		node: httpRequest(gateway, {
			batching: { batch: { batchSize: 1, batchInterval: latencyMs } },
		}),
	},
	{ id: 'send', name: 'TextMe, Send, five requests at a time', node: ours('send', {}) },
	{
		id: 'send-one-by-one',
		name: 'TextMe, Send, one request at a time',
		node: ours('send', { advanced: { concurrentRequests: 1 } }),
	},
	{ id: 'twilio', name: 'Twilio', node: vendor('twilio') },
	{ id: 'sms77', name: 'seven (sms77)', node: vendor('sms77') },
];

/** The path of the workflow that sends nothing. */
export const EMPTY = 'empty';

/** Costs little itself: answers when it has ended, stores nothing, and gets its items in one request. */
export function sendWorkflow(
	{ id, node: sender }: Pick<Contestant, 'id'> & Partial<Contestant>,
	peopleUrl: string,
	credentials: CredentialIds,
): WorkflowFile {
	const { type = 'n8n-nodes-base.noOp', typeVersion = 1, credential = '' } = sender ?? {};
	const known = credentials[credential];
	const start = node(
		'Start',
		'n8n-nodes-base.webhook',
		{ httpMethod: 'POST', path: id, responseMode: 'lastNode', responseData: 'noData', options: {} },
		{ typeVersion: 2, webhookId: id },
	);
	const everybody = node(
		'People',
		'n8n-nodes-base.httpRequest',
		{ url: `=${peopleUrl}/?items={{ $json.query.items }}`, options: {} },
		{ typeVersion: 4.2 },
	);
	const send = node(
		'Send',
		type,
		{ ...sender?.parameters },
		{ typeVersion, ...(known && { credentials: { [credential]: known } }) },
	);
	return workflowOf(id, [start], [everybody, send], { saveDataSuccessExecution: 'none' });
}
