import type { INodeParameters } from 'n8n-workflow';
import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const call = (
	root: string,
	body: INodeParameters[string] = '{}',
	options: INodeParameters = {},
): INodeParameters => ({ resource: 'custom', operation: 'call', root, body, options });

test.each(ENCODINGS)('gives the reply to a bare operation as it came, in %s', async (encoding) => {
	const { items } = await fixture.runWell(call('get_birthday_campaigns'), { encoding });
	const campaigns = [
		{ id: expect.anything() as unknown, message: 'Happy birthday!', source: 'TextMe' },
		{ id: expect.anything() as unknown, source: 'TextMe', time: '09:30' },
	].map((campaign) => expect.objectContaining(campaign) as unknown);
	expect(items).toHaveLength(1);
	expect(items[0]?.pairedItem).toEqual({ item: 0 });
	expect(Number(items[0]?.json.status)).toBe(0);
	expect(items[0]?.json.birthday_campaigns).toEqual(
		encoding === 'json' ? campaigns : { birthday_campaign: campaigns },
	);
});

test('sends a body given as text', async () => {
	const body = `{
			"source": "TextMe",
			"destinations": { "phone": [{ "$": { "id": "my-id" }, "_": "0501234567" }, "0527654321"] },
			"message": "a <b> & \\"c\\""
		}`;
	const { items } = await fixture.run(call('sms', body));
	expect(items[0]?.json).toMatchObject({ message: 'SMS will be sent' });
	expect(fixture.sandbox.messages()).toMatchObject([
		{ phone: '0501234567', externalId: 'my-id', text: 'a <b> & "c"' },
		{ phone: '0527654321', text: 'a <b> & "c"' },
	]);
});

test('sends a body given as an object, a different one for each item', async () => {
	const items = [{ body: { type: 'mail' } }, { body: {} }];
	const { items: output } = await fixture.run(call('balance', '={{ $json.body }}'), { items });
	expect(output.map(({ json, pairedItem }) => [pairedItem, json.balance])).toStrictEqual([
		[{ item: 0 }, '1000'],
		[{ item: 1 }, '100000'],
	]);
});

test.each([
	[946, 'addNumBL', '{ "phones": { "phone": "0501234567" } }'],
	[944, 'rmNumBL', '{ "phones": { "phone": "0501234567" }, "reason": "asked for it" }'],
])('status %i counts as success of %s', async (status, root, body) => {
	const { items } = await fixture.runWell(call(root, body));
	expect(Number(items[0]?.json.status)).toBe(status);
});

test.each([
	[510, 'verify_phone', '{}', /No phone number was given/],
	[977, 'cancel', '{ "campaign_id": 1 }', /campaign does not exist/],
	[997, 'noSuchThing', '{}', /does not know this operation/],
])('status %i of %s', async (status, root, body, message) => {
	const { items, error } = await fixture.run(call(root, body));
	expect(items).toStrictEqual([]);
	expect(error?.message).toMatch(message);
	expect(error?.message).toMatch(new RegExp(`\\(status ${status}\\) \\[item 0\\]$`));
	expect(error?.description).toMatch(/The service said: ".+"/);
	expect(error?.context).toMatchObject({ status, outcome: 'rejected' });
});

const OTHER_USER = '{ "user": { "username": "someone-else" } }';
test.each([
	['the account of the credential', '{}', {}, 'demo-reseller'],
	['the sub-account acted for', '{}', { onBehalfOf: 'demo-sub' }, 'demo-sub'],
	['nobody else whom the body names', OTHER_USER, {}, 'demo-reseller'],
	['the sub-account acted for beside that', OTHER_USER, { onBehalfOf: 'demo-sub' }, 'demo-sub'],
])('calls in the name of %s', async (_, body, options, username) => {
	await fixture.runWell(call('balance', body, options), { account: fixture.sandbox.reseller });
	expect(fixture.sandbox.requests().map((request) => request.username)).toEqual([username]);
});

test('calls the operation without the spaces around its name', async () => {
	await fixture.runWell(call(' getCL '));
	expect(fixture.sandbox.requests()).toHaveLength(1);
});

test('an item whose idempotency key was used says so', async () => {
	const keyed = call('balance', '{}', { idempotencyKey: 'order-1' });
	await fixture.runWell(keyed, { executionId: '1' });
	const { items } = await fixture.runWell(keyed, { executionId: '2' });
	expect(items).toMatchObject([
		{
			json: {
				accepted: false,
				result: 'Not sent: sent before under this idempotency key',
				details: { skipped: true, idempotencyKey: 'order-1' },
			},
			pairedItem: { item: 0 },
		},
	]);
	expect(fixture.sandbox.requests()).toHaveLength(1);
});
