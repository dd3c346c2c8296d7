import type { Engine } from './results.mts';

/** One way to text every input item. A new one is a row here. */
export interface Contestant {
	/** Its webhook path. */
	id: string;
	name: string;
	node: { type: string; typeVersion: number; credential: string; parameters: object };
	/** Who counts its messages. */
	service: 'sandbox' | 'vendorStub';
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

const NAMED_FIELDS = {
	operation: 'sendBulk',
	source: SENDER,
	valuesFrom: 'itemFields',
	phoneField: 'phone',
	messageTemplate: '{text}',
};

/** How somebody without this package would call the gateway. */
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

/** The one the others are compared with, when the built package has it. */
export const REFERENCES = ['bulk-fields', 'bulk-expressions'];

export const contestants = (gateway: string, latencyMs: number): Contestant[] => [
	{
		id: 'bulk-fields',
		name: 'TextMe, Send Bulk, named fields',
		node: ours({ ...NAMED_FIELDS, options: {} }),
		service: 'sandbox',
	},
	{
		id: 'bulk-fields-unchecked',
		name: 'TextMe, Send Bulk, named fields, not checked first',
		node: ours({ ...NAMED_FIELDS, options: { checkFirst: false } }),
		service: 'sandbox',
	},
	{
		// The keys of all executions before are remembered: some 100,000 in the end.
		id: 'keyed-fields',
		name: 'TextMe, Send Bulk, named fields, idempotency keys',
		node: ours({ ...NAMED_FIELDS, options: { idempotencyKeyField: 'order' } }),
		service: 'sandbox',
	},
	{
		id: 'bulk-expressions',
		name: 'TextMe, Send Bulk, expressions',
		node: ours({
			operation: 'sendBulk',
			source: SENDER,
			phones: '={{ $json.phone }}',
			message: '={{ $json.text }}',
			options: {},
		}),
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
		name: 'TextMe, Send, one call per item',
		node: ours({
			operation: 'send',
			source: SENDER,
			phones: '={{ $json.phone }}',
			message: '={{ $json.text }}',
			options: {},
		}),
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
