import type { Engine } from './results.mts';

/** One way to text every input item. A new one is a row here. */
export interface Contestant {
	/** Its webhook path. */
	id: string;
	name: string;
	node: { type: string; typeVersion: number; credential: string; parameters: object };
	/** The service that counts its messages. */
	service: 'sandbox' | 'vendorStub';
	/** Items of an execution before the measured ones, with other idempotency keys; 1 when left out. */
	warmUp?: number;
	/** Takes minutes for 10,000 items. */
	isSlow?: true;
	/** The engines it is run with; the default one when left out. */
	engines?: Engine[];
}

const OUR_TYPE = 'n8n-nodes-textme.textMe';
const SENDER = { __rl: true, mode: 'id', value: 'TextMe' };

const ours = (parameters: object) => ({
	type: OUR_TYPE,
	typeVersion: 1,
	credential: 'textMeApi',
	parameters: { resource: 'sms', ...parameters },
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

/** The expressions that the editor writes when somebody drags fields into the parameters. */
const PLAIN = { source: SENDER, phones: '={{ $json.phone }}', message: '={{ $json.text }}' };

const bulk = (options: object, values: object = {}) =>
	ours({ operation: 'sendBulk', ...PLAIN, ...values, options });

const KEYED = { tracking: { idempotencyKey: '={{ $json.order }}' } };

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

/** @param keys the number of older keys that are remembered, where there are many */
export const contestants = (gateway: string, latencyMs: number, keys: number): Contestant[] => [
	{
		id: 'bulk',
		name: 'TextMe, Send Bulk',
		node: bulk({}),
		service: 'sandbox',
	},
	{
		id: 'bulk-unchecked',
		name: 'TextMe, Send Bulk, not checked first',
		node: bulk({ advanced: { checkFirst: false } }),
		service: 'sandbox',
	},
	{
		id: 'bulk-keyed',
		name: 'TextMe, Send Bulk, idempotency keys',
		node: bulk(KEYED),
		service: 'sandbox',
	},
	{
		id: 'bulk-keyed-many',
		name: `TextMe, Send Bulk, idempotency keys, beside ${keys.toLocaleString('en')} older ones`,
		node: bulk(KEYED),
		service: 'sandbox',
		warmUp: keys,
	},
	{
		id: 'bulk-engine',
		name: "TextMe, Send Bulk, expressions that need n8n's engine",
		node: bulk({}, { phones: '={{ $json.phone.trim() }}', message: '={{ $json.text.trim() }}' }),
		service: 'sandbox',
		engines: ['default', 'legacy'],
	},
	{
		id: 'http-parallel',
		name: 'HTTP Request, all at once (its default)',
		node: httpRequest(gateway, {}),
		service: 'sandbox',
	},
	{
		id: 'http-paced',
		name: `HTTP Request, one every ${Math.max(latencyMs, 1)} ms (batching 1)`,
		node: httpRequest(gateway, {
			batching: { batch: { batchSize: 1, batchInterval: Math.max(latencyMs, 1) } },
		}),
		service: 'sandbox',
		isSlow: true,
	},
	{
		id: 'send',
		name: 'TextMe, Send, five requests at a time',
		node: ours({ operation: 'send', ...PLAIN, options: {} }),
		service: 'sandbox',
		isSlow: true,
	},
	{
		id: 'send-one-by-one',
		name: 'TextMe, Send, one request at a time',
		node: ours({ operation: 'send', ...PLAIN, options: { advanced: { concurrentRequests: 1 } } }),
		service: 'sandbox',
		isSlow: true,
	},
	{ id: 'twilio', name: 'Twilio', node: vendor('twilio'), service: 'vendorStub', isSlow: true },
	{
		id: 'sms77',
		name: 'seven (sms77)',
		node: vendor('sms77'),
		service: 'vendorStub',
		isSlow: true,
	},
];
