import type { WorkflowFile } from '../demo/n8nRest.mts';
import { node, workflowOf } from '../test/e2e/harness/triggerWorkflow.mts';
import type { CredentialIds } from './benchN8n.mts';

/** One way to text every input item. Add a row for a new one. */
export interface Contestant {
	id: string;
	name: string;
	node: { type: string; typeVersion: number; credential: string; parameters: object };
}

const SENDER = { __rl: true, mode: 'id', value: 'TextMe' };
/** The expressions that the editor writes for dragged fields. */
const PLAIN = { source: SENDER, phones: '={{ $json.phone }}', message: '={{ $json.text }}' };
const REMINDER =
	"=Hello {{ $json.name.split(' ')[0] }}, your order is ready on {{ DateTime.fromISO($json.date).toFormat('dd/MM HH:mm') }}";
const KEYED = { idempotencyKey: '={{ $json.order }}' };

const ours = (operation: string, options: object, values: object = {}) => ({
	type: 'n8n-nodes-textme.textMe',
	typeVersion: 1,
	credential: 'textMeApi',
	parameters: { resource: 'sms', operation, ...PLAIN, ...values, options },
});

const twilio = {
	type: 'n8n-nodes-base.twilio',
	typeVersion: 1,
	credential: 'twilioApi',
	parameters: {
		resource: 'sms',
		operation: 'send',
		from: 'TextMe',
		to: '={{ $json.phone }}',
		message: '={{ $json.text }}',
		options: {},
	},
};

/** A call of the gateway without this package. */
const httpRequest = (gateway: string) => ({
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
		options: {},
	},
});

export const contestants = (gateway: string): Contestant[] => [
	{ id: 'dragged', name: 'TextMe, Send Bulk, dragged fields', node: ours('sendBulk', {}) },
	{
		id: 'computed',
		name: 'TextMe, Send Bulk, a name and a date by expression',
		node: ours('sendBulk', {}, { message: REMINDER }),
	},
	{ id: 'keyed', name: 'TextMe, Send Bulk, idempotency keys', node: ours('sendBulk', KEYED) },
	{ id: 'send', name: 'TextMe, Send', node: ours('send', {}) },
	{ id: 'http', name: 'HTTP Request', node: httpRequest(gateway) },
	{ id: 'twilio', name: 'Twilio', node: twilio },
];

/** The path of the workflow that sends nothing. */
export const EMPTY = 'empty';

/** Cheap itself: answers at its end, stores nothing, and gets its items in one request. */
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
