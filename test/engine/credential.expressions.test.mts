import type { INodeParameters } from 'n8n-workflow';
import { people, sendSms, TO_EACH } from './harness/calls.mts';
import { CredentialsOf } from './harness/credentialsOf.mts';
import { usePollingTriggers } from './harness/pollingTriggers.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const triggers = usePollingTriggers(fixture);

const account = (values: object) => ({ ...fixture.credentials(), ...values });
const tokens = () => {
	const { token } = fixture.sandbox.account;
	return [
		{ phone: '0501111111', token },
		{ phone: '0502222222', token: 'of somebody else' },
	];
};
const send: INodeParameters = {
	...{ resource: 'sms', operation: 'send', source: 'TextMe', message: 'Hi' },
	phones: '={{ $json.phone }}',
};

test.each<[string, INodeParameters]>([
	['SMS, Send', send],
	['Send Bulk', { ...send, operation: 'sendBulk' }],
	['Get Balance', { resource: 'account', operation: 'getBalance' }],
])('a credential that reads an item is refused, not read for the first one: %s', async (_, own) => {
	for (const code of ['$json.token', '$input.item.json.token', "$('Start').item.json.token"]) {
		for (const items of [tokens(), tokens().slice(0, 1)]) {
			const credentials = account({ apiToken: `={{ ${code} }}` });
			const { error } = await fixture.run(own, { credentials, items });
			expect(error?.message).toMatch(/^The credential has an expression that reads an item/);
			expect(error?.description).toContain("{{ $('Account').first().json.token }}");
		}
	}
	expect(fixture.sandbox.requests()).toEqual([]);
});

test('a model chooses no account', async () => {
	const credentials = account({ username: '={{ $json.username }}' });
	const { items } = await fixture.run(
		{ ...send, phones: '0501111111' },
		{ credentials, type: 'n8n-nodes-textme.textMeTool', items: [fixture.sandbox.account] as never },
	);
	expect(items[0]?.json.error).toMatch(/^The credential has an expression that reads an item/);
	expect(fixture.sandbox.requests()).toEqual([]);
});

test.each<[string, string]>([
	['apiToken', '$input.first().json.token'],
	['apiToken', "$('Start').first().json.token"],
	['encoding', '$vars.encoding || "xml"'],
])('%s of a credential may be the same for all items: %s', async (field, code) => {
	const credentials = account({ [field]: `={{ ${code} }}` });
	await fixture.runWell(send, { credentials, items: tokens() });
	const texted = fixture.sandbox.messages().map(({ phone }) => phone);
	expect(texted).toEqual(tokens().map(({ phone }) => phone));
});

test('a poll has no item to read: n8n says so, and the service is not asked', async () => {
	const trigger = await triggers.start(
		{},
		{ credentials: account({ apiToken: '={{ $json.token }}' }) },
	);
	await expect(trigger.poll()).rejects.toThrow(/^An expression of the credential fails: /);
	expect(fixture.sandbox.requests()).toEqual([]);
});

test('n8n reads the credential for the run, not for each request', async () => {
	const read = jest.spyOn(CredentialsOf.prototype, 'getDecrypted');
	await fixture.runWell(sendSms(TO_EACH), { items: people(5) });
	expect(fixture.sandbox.requests()).toHaveLength(5);
	// As it is, and to see whether it reads an item.
	expect(read).toHaveBeenCalledTimes(2);
	read.mockRestore();
});
