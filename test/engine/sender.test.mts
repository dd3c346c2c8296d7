import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { REFUSED_OR_RESTRICTED } from './harness/refusedAccounts.mts';
import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';
import { plainReply } from './harness/withReply.mts';

const fixture = useSandbox();

const verify = (phones: string | string[], options: INodeParameters = {}): INodeParameters => ({
	resource: 'sender',
	operation: 'verify',
	phones,
	options,
});

const getMany = (values: INodeParameters = {}, options: INodeParameters = {}): INodeParameters => ({
	resource: 'sender',
	operation: 'getMany',
	returnAll: true,
	...values,
	options,
});

/** What is below the root element of the only request made. */
const sent = (root: string): IDataObject => {
	const requests = fixture.sandbox.requests();
	expect(requests).toHaveLength(1);
	return (JSON.parse(requests[0]?.body ?? '') as Record<string, IDataObject>)[root] ?? {};
};

const pending = () =>
	fixture.sandbox
		.accountView()
		.senders.filter(({ state }) => state === 'pending')
		.map(({ number }) => number);

describe.each(ENCODINGS)('Sender Verify in %s', (encoding) => {
	test('every number comes out with what it still needs', async () => {
		const { items, error } = await fixture.run(verify('+972 50-111-2222, 03-555 6666'), {
			encoding,
		});
		expect(error).toBeUndefined();
		const message =
			'0501112222: follow the link sent to it by SMS; 035556666: call 035555555 from it';
		expect(items).toEqual([
			{
				json: {
					phone: '0501112222',
					phoneInternational: '+972501112222',
					lineType: 'mobile',
					verificationStarted: true,
					stillNeeded: '0501112222: follow the link sent to it by SMS',
					message,
				},
				pairedItem: { item: 0 },
			},
			{
				json: {
					phone: '035556666',
					phoneInternational: '+97235556666',
					lineType: 'landline',
					verificationStarted: true,
					stillNeeded: '035556666: call 035555555 from it',
					message,
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(pending()).toEqual(['0501112222', '035556666']);
	});

	test('all items go in one call, and each gets its own numbers back', async () => {
		const items = [{ n: '0501112222' }, { n: ['035556666', '0501112222'] }, { n: '501113333' }];
		const { items: output } = await fixture.run(verify('={{ $json.n }}'), { encoding, items });
		expect(output.map(({ json, pairedItem }) => [pairedItem, json.phone])).toEqual([
			[{ item: 0 }, '0501112222'],
			[{ item: 1 }, '035556666'],
			[{ item: 1 }, '0501112222'],
			[{ item: 2 }, '0501113333'],
		]);
		expect(fixture.sandbox.requests()).toHaveLength(1);
		expect(pending()).toEqual(['0501112222', '035556666', '0501113333']);
	});

	test('a text that names no number leaves the general advice', async () => {
		const reply = {
			json: '{"status":0,"verify_message":"Call 035555555"}',
			xml: '<verify_phone><status>0</status><verify_message>Call 035555555</verify_message></verify_phone>',
		}[encoding];
		const { items } = await fixture.runWithReply(reply, verify('0501112222,035556666'), {
			encoding,
		});
		expect(items.map(({ json }) => [json.stillNeeded, json.message])).toEqual([
			['Follow the link that was sent to this number by SMS.', 'Call 035555555'],
			['Call the number that the message names from this landline.', 'Call 035555555'],
		]);
	});

	test('Simplify off gives the reply as it came', async () => {
		const { items } = await fixture.run(verify('0501112222', { simplify: false }), { encoding });
		expect(items).toHaveLength(1);
		expect(items[0]?.json).toEqual({
			status: encoding === 'json' ? 0 : '0',
			verify_message: '0501112222: follow the link sent to it by SMS',
		});
	});

	test('Validate Only changes nothing and says so', async () => {
		const { items } = await fixture.run(verify('0501112222', { validateOnly: true }), { encoding });
		expect(items[0]?.json).toMatchObject({ valid: true, validatedOnly: true });
		expect(pending()).toEqual([]);
	});

	test('a number the gateway finds too short fails the call with its own text', async () => {
		const { error } = await fixture.run(verify('05123456'), { encoding });
		expect(error?.message).toBe('A number to verify is too short or too long (status 9) [item 0]');
		expect(error?.description).toContain('At least one phone number is too short or too long');
		expect(error?.context).toMatchObject({ status: 9, outcome: 'rejected' });
	});

	test('status 510', async () => {
		const { error } = await fixture.runWithReply(plainReply(encoding, 510), verify('0501112222'), {
			encoding,
		});
		expect(error?.message).toBe('No phone number was given (status 510) [item 0]');
		expect(error?.description).toContain('Enter at least one phone number to verify.');
	});

	test.each(REFUSED_OR_RESTRICTED)('status %i', async (status, account) => {
		const { error } = await fixture.run(verify('0501112222'), {
			encoding,
			account: account(fixture.sandbox),
		});
		expect(error?.message).toMatch(new RegExp(`\\(status ${status}\\) \\[item 0\\]$`));
		expect(error?.context).toMatchObject({ status, outcome: 'rejected' });
	});
});

test.each([
	['={{ [] }}', "'Phone Numbers' is empty"],
	['MyShop', '\'Phone Numbers\' is not a phone number ("MyShop")'],
	['0501112222, +14155550100', '\'Phone Numbers\' is not an Israeli number ("+14155550100")'],
])('bad numbers %s are named before anything is sent', async (phones, message) => {
	const { error } = await fixture.run(verify(phones));
	expect(error?.message).toContain(message);
	expect(error?.message).toMatch(/\[item 0\]$/);
	expect(fixture.sandbox.requests()).toHaveLength(0);
});

test('one bad item does not take the others down', async () => {
	const { items } = await fixture.run(verify('={{ $json.n }}'), {
		items: [{ n: '0501112222' }, { n: '1' }, { n: '035556666' }],
		onError: 'continueRegularOutput',
	});
	expect(items.map(({ json, pairedItem }) => [pairedItem, json.phone ?? json.error])).toEqual([
		[{ item: 0 }, '0501112222'],
		[{ item: 1 }, expect.stringContaining("'Phone Numbers' is not a phone number")],
		[{ item: 2 }, '035556666'],
	]);
	expect(pending()).toEqual(['0501112222', '035556666']);
});

test('a number that only the gateway finds too short does not take the others down either', async () => {
	const { items } = await fixture.run(verify('={{ $json.n }}'), {
		items: [{ n: '0501112222' }, { n: '05123456' }, { n: '035556666' }],
		onError: 'continueRegularOutput',
	});
	expect(items.map(({ json, pairedItem }) => [pairedItem, json.phone ?? json.error])).toEqual([
		[{ item: 0 }, '0501112222'],
		[{ item: 1 }, expect.stringContaining('(status 9) [item 1]')],
		[{ item: 2 }, '035556666'],
	]);
	expect(pending()).toEqual(['0501112222', '035556666']);
});

describe.each(ENCODINGS)('Sender Get Many in %s', (encoding) => {
	test('one item for each sender, with the names of the gateway', async () => {
		const { items, error } = await fixture.run(getMany(), { encoding });
		expect(error).toBeUndefined();
		const record = {
			username: 'demo',
			assigned_date: '15/01/26 10:00',
			updated_date: '15/01/26 10:00',
		};
		expect(items).toEqual([
			{ json: { phone: 'TextMe', ...record }, pairedItem: { item: 0 } },
			{ json: { phone: '0559000100', ...record }, pairedItem: { item: 0 } },
		]);
	});

	test('a number appears once it is verified', async () => {
		await fixture.run(verify('0501112222'), { encoding });
		const before = await fixture.run(getMany(), { encoding });
		fixture.sandbox.verifySender({ number: '0501112222' });
		const after = await fixture.run(getMany(), { encoding });
		expect([before.items.length, after.items.length]).toEqual([2, 3]);
		expect(after.items[2]?.json.phone).toBe('0501112222');
	});

	test('those of sub-accounts only when asked for', async () => {
		const account = fixture.sandbox.reseller;
		const own = await fixture.run(getMany(), { encoding, account });
		const all = await fixture.run(getMany({}, { includeSubAccounts: true }), { encoding, account });
		expect(new Set(own.items.map(({ json }) => json.username))).toEqual(new Set(['demo-reseller']));
		expect(new Set(all.items.map(({ json }) => json.username))).toEqual(
			new Set(['demo-reseller', 'demo-sub', 'demo-sub-new']),
		);
	});

	test('Limit', async () => {
		const { items } = await fixture.run(getMany({ returnAll: false, limit: 1 }), { encoding });
		expect(items.map(({ json }) => json.phone)).toEqual(['TextMe']);
	});

	test('Simplify off gives the reply as it came', async () => {
		const { items } = await fixture.run(getMany({}, { simplify: false }), { encoding });
		const entries = [{ phone: 'TextMe' }, { phone: '0559000100' }];
		expect(items).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({
			verified_phones: encoding === 'json' ? entries : { verified_phone: entries },
		});
	});

	test.each(REFUSED_OR_RESTRICTED)('status %i', async (status, account) => {
		const { error } = await fixture.run(getMany(), { encoding, account: account(fixture.sandbox) });
		expect(error?.message).toMatch(new RegExp(`\\(status ${status}\\) \\[item 0\\]$`));
		expect(error?.context).toMatchObject({ status, outcome: 'rejected' });
	});
});

test.each([
	[{}, { user: { username: 'demo' } }],
	[{ includeSubAccounts: false }, { user: { username: 'demo' } }],
	[{ includeSubAccounts: true }, { user: { username: 'demo' }, is_subs: '1' }],
])('with options %j the request is %j', async (options, body) => {
	await fixture.run(getMany({}, options));
	expect(sent('getVerifiedPhones')).toEqual(body);
});

test.each([
	[
		'under any name',
		'{"status":0,"message":"","data":{"list":[{"num":"03"},{"num":"04"}]}}',
		[{ num: '03' }, { num: '04' }],
	],
	['a single one', '{"status":0,"phones":{"phone":{"num":"03"}}}', [{ num: '03' }]],
	[
		'plain numbers',
		'{"status":0,"phones":["0501112222","0501113333"]}',
		[{ phones: ['0501112222', '0501113333'] }],
	],
	['none', '{"status":0,"message":"none","phones":[]}', []],
])('records are found: %s', async (_, reply, expected) => {
	const { items } = await fixture.runWithReply(reply, getMany());
	expect(items.map(({ json }) => json)).toEqual(expected);
});

test('a limit that is none is named before anything is asked', async () => {
	const { error } = await fixture.run(getMany({ returnAll: false, limit: 0 }));
	expect(error?.message).toBe('\'Limit\' is "0"; use a whole number of at least 1 [item 0]');
	expect(fixture.sandbox.requests()).toHaveLength(0);
});
