import { expectBadInput } from './harness/expectBadInput.mts';
import { parametersFor } from './harness/parametersFor.mts';
import { onlySentElement } from './harness/sentElements.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const getMany = parametersFor('sender', 'getMany', { returnAll: true });

describe('Sender Get Many', () => {
	test('one item for each sender, with the names of the gateway', async () => {
		const { items, error } = await fixture.run(getMany());
		expect(error).toBeUndefined();
		const record = {
			username: 'demo',
			assigned_date: '2026-01-15T10:00:00+02:00',
			updated_date: '2026-01-15T10:00:00+02:00',
		};
		expect(items).toEqual([
			{ json: { phone: 'TextMe', ...record }, pairedItem: { item: 0 } },
			{ json: { phone: '0559000100', ...record }, pairedItem: { item: 0 } },
		]);
	});

	test('lists a number once it is verified', async () => {
		await fixture.run({
			resource: 'sender',
			operation: 'verify',
			phones: '0501112222',
			options: {},
		});
		const before = await fixture.run(getMany());
		fixture.sandbox.verifySender({ number: '0501112222' });
		const after = await fixture.run(getMany());
		expect([before.items.length, after.items.length]).toEqual([2, 3]);
		expect(after.items[2]?.json.phone).toBe('0501112222');
	});

	test('lists those of sub-accounts only when asked for', async () => {
		const account = fixture.sandbox.reseller;
		const own = await fixture.run(getMany(), { account });
		const all = await fixture.run(getMany({}, { includeSubAccounts: true }), { account });
		expect(new Set(own.items.map(({ json }) => json.username))).toStrictEqual(
			new Set(['demo-reseller']),
		);
		expect(new Set(all.items.map(({ json }) => json.username))).toStrictEqual(
			new Set(['demo-reseller', 'demo-sub', 'demo-sub-new']),
		);
	});

	test('lists as many senders as the limit', async () => {
		const { items } = await fixture.run(getMany({ returnAll: false, limit: 1 }));
		expect(items.map(({ json }) => json.phone)).toStrictEqual(['TextMe']);
	});
});

test.each([
	[{}, { user: { username: 'demo' } }],
	[{ includeSubAccounts: false }, { user: { username: 'demo' } }],
	[{ includeSubAccounts: true }, { user: { username: 'demo' }, is_subs: '1' }],
])('requests with the options %j %j', async (options, body) => {
	await fixture.run(getMany({}, options));
	expect(onlySentElement(fixture, 'getVerifiedPhones')).toEqual(body);
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
	expect(items.map(({ json }) => json)).toStrictEqual(expected);
});

test('names a limit that is none before anything is asked', async () => {
	const { error } = await fixture.run(getMany({ returnAll: false, limit: 0 }));
	expectBadInput(fixture, error, /^'Limit' is "0"; use a whole number of at least 1 /);
});
