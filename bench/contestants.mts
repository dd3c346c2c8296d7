import type { WorkflowFile } from '../demo/n8nRest.mts';
import { node, workflowOf } from '../test/e2e/harness/triggerWorkflow.mts';
import type { CredentialIds } from './benchN8n.mts';

/** One way to text every input item, or to read the report about it. Add a row for a new one. */
export interface Contestant {
	id: string;
	name: string;
	/** Default: one that does nothing. */
	node?: { type: string; typeVersion: number; credential: string; parameters: object };
	reads?: true;
}

const SENDER = { __rl: true, mode: 'id', value: 'TextMe' };
/** The expressions that the editor writes for dragged fields. */
const PLAIN = { source: SENDER, phones: '={{ $json.phone }}', message: '={{ $json.text }}' };
const REMINDER =
	"=Hello {{ $json.name.split(' ')[0] }}, your order is ready on {{ DateTime.fromISO($json.date).toFormat('dd/MM HH:mm') }}";
const KEYED = { idempotencyKey: '={{ $json.order }}' };

const ours = (parameters: object) => ({
	type: 'n8n-nodes-textme.textMe',
	typeVersion: 1,
	credential: 'textMeApi',
	parameters,
});

const sms = (operation: string, options: object, values: object = {}) =>
	ours({ resource: 'sms', operation, ...PLAIN, ...values, options });

const reports = ours({
	...{ resource: 'report', operation: 'getByExternalId', externalIds: '={{ $json.phone }}' },
	...{ from: '2026-01-15T00:00:00', to: '2026-01-16T00:00:00', options: {} },
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
const httpRequest = (gateway: string, body: string) => ({
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
		jsonBody: `={{ { ${body} } }}`,
		options: {},
	},
});

const SMS =
	'sms: { user: { username: "demo" }, source: "TextMe", destinations: { phone: $json.phone }, message: $json.text }';
const DLR =
	'dlr: { user: { username: "demo" }, transactions: { external_id: $json.phone }, from: "15/01/26 00:00", to: "16/01/26 00:00" }';

export const contestants = (gateway: string): Contestant[] => [
	{ id: 'empty', name: 'Nobody' },
	{ id: 'dragged', name: 'TextMe, Send Bulk, dragged fields', node: sms('sendBulk', {}) },
	{
		id: 'computed',
		name: 'TextMe, Send Bulk, a name and a date by expression',
		node: sms('sendBulk', {}, { message: REMINDER }),
	},
	{ id: 'keyed', name: 'TextMe, Send Bulk, idempotency keys', node: sms('sendBulk', KEYED) },
	{ id: 'send', name: 'TextMe, Send', node: sms('send', {}) },
	{ id: 'http', name: 'HTTP Request', node: httpRequest(gateway, SMS) },
	{ id: 'twilio', name: 'Twilio', node: twilio },
	{ id: 'read', name: 'TextMe, Report, Get by External ID', node: reports, reads: true },
	{ id: 'readHttp', name: 'HTTP Request', node: httpRequest(gateway, DLR), reads: true },
];

/** Cheap itself: answers at its end, stores nothing, and gets its items in one request. */
export function sendWorkflow(
	{ id, node: sender }: Contestant,
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
