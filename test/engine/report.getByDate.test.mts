import type { INodeParameters } from 'n8n-workflow';

import { REFUSED_OR_RESTRICTED } from './harness/refusedAccounts.mts';
import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';
import { plainReply } from './harness/withReply.mts';

const fixture = useSandbox();

const get = (values: INodeParameters = {}, options: INodeParameters = {}): INodeParameters => ({
	resource: 'report',
	operation: 'getByDate',
	// The sandbox's clock stands in this day.
	from: '2026-01-15T00:00:00',
	to: '2026-01-16T00:00:00',
	returnAll: true,
	...values,
	options,
});

/** One message to each phone, with its own number as the external id, and time for the reports to arrive. */
async function sent(...phones: string[]) {
	await fixture.run({
		resource: 'sms',
		operation: 'send',
		source: 'TextMe',
		phones,
		message: 'Hello',
		options: { externalIds: phones.join() },
	});
	await fixture.sandbox.advanceClock(60_000);
}

const requests = () => fixture.sandbox.requests({ root: 'dlrByDate' });

const DELIVERED = '0501234567';
const EXPIRED = '0509999103';
const KOSHER = '0509999015';
const UNCONFIRMED = '0509999800';
const FAILED = '0509999101';
const ODD = '0509999640';

describe.each(ENCODINGS)('Report Get by Date in %s', (encoding) => {
	test('everything that was sent, one item for each report', async () => {
		await sent(DELIVERED, EXPIRED);
		const [message] = fixture.sandbox.messages();
		const { items, error } = await fixture.run(get(), { encoding });
		expect(error).toBeUndefined();
		const shipmentId = String(message?.campaignId);
		expect(items).toEqual([
			{
				json: {
					eventId: `deliveryReport|${DELIVERED}|${shipmentId}|102|2026-01-15T10:00`,
					externalId: DELIVERED,
					shipmentId,
					status: 102,
					state: 'delivered',
					final: true,
					meaning: 'Delivered',
					heMessage: 'הגיע ליעד',
					enMessage: 'Delivered',
					date: '2026-01-15T10:00:00+02:00',
					// The XML form leaves these out (specification, dlr).
					...(encoding === 'json' && {
						source: 'TextMe',
						phone: DELIVERED,
						phoneInternational: '+972501234567',
						operator: 'Pelephone',
					}),
				},
				pairedItem: { item: 0 },
			},
			{
				json: expect.objectContaining({ externalId: EXPIRED, state: 'expired' }) as unknown,
				pairedItem: { item: 0 },
			},
		]);
	});

	test('nothing was sent', async () => {
		const { items, error } = await fixture.run(get(), { encoding });
		expect(error).toBeUndefined();
		expect(items).toEqual([]);
	});

	test.each([
		[['delivered'], [DELIVERED]],
		[
			['failed', 'expired'],
			[EXPIRED, FAILED],
		],
		[['blocked'], [KOSHER]],
		[['sentUnconfirmed'], [UNCONFIRMED]],
		[['unknown'], [ODD]],
		[[], [DELIVERED, EXPIRED, KOSHER, UNCONFIRMED, FAILED, ODD]],
	])('states %j', async (states, expected) => {
		await sent(DELIVERED, EXPIRED, KOSHER, UNCONFIRMED, FAILED, ODD);
		const { items } = await fixture.run(get({}, { states }), { encoding });
		expect(items.map(({ json }) => json.externalId)).toEqual(expected);
	});

	test('Limit counts what the states let through', async () => {
		await sent(DELIVERED, EXPIRED, KOSHER, FAILED);
		const { items } = await fixture.run(
			get({ returnAll: false, limit: 2 }, { states: ['expired', 'blocked', 'failed'] }),
			{ encoding },
		);
		expect(items.map(({ json }) => json.externalId)).toEqual([EXPIRED, KOSHER]);
	});

	test('Simplify off gives the reply as it came', async () => {
		await sent(DELIVERED);
		const { items } = await fixture.run(get({}, { simplify: false }), { encoding });
		const entry = expect.objectContaining({ external_id: DELIVERED, status: '102' }) as unknown;
		expect(items).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({
			transactions: encoding === 'json' ? [entry] : { transaction: entry },
		});
	});

	test.each(REFUSED_OR_RESTRICTED)('status %i', async (status, account) => {
		const { error } = await fixture.run(get(), { encoding, account: account(fixture.sandbox) });
		expect(error?.message).toMatch(new RegExp(`\\(status ${status}\\) \\[item 0\\]$`));
		expect(error?.context).toMatchObject({ status, outcome: 'rejected' });
		expect(error?.description).toBeTruthy();
	});

	test('status 2 says what may be missing', async () => {
		const { error } = await fixture.runWithReply(plainReply(encoding, 2), get(), { encoding });
		expect(error?.message).toBe(
			'The start or the end of the time window is missing (status 2) [item 0]',
		);
	});
});

test('the window and the word null are what the gateway is asked', async () => {
	await fixture.run(get({ from: '2026-01-14T22:30:00Z', to: '2026-01-15T10:30:59' }));
	expect(requests()).toHaveLength(1);
	expect(JSON.parse(requests()[0]?.body ?? '')).toEqual({
		dlrByDate: {
			user: { username: 'demo' },
			transactions: { external_id: 'null' },
			from: '15/01/26 00:30',
			to: '15/01/26 10:31',
		},
	});
});

test('the last seven days when both ends are empty', async () => {
	await fixture.sandbox.setClock(Date.now());
	await sent('0509999805');
	const { items } = await fixture.run(get({ from: '', to: '' }));
	expect(items).toHaveLength(1);
});

test('each item has its own window', async () => {
	await sent(DELIVERED);
	const items = [{ from: '2026-01-15' }, { from: '2026-01-15T12:00' }, { from: '2026-01-14' }];
	const { items: output } = await fixture.run(get({ from: '={{ $json.from }}' }), { items });
	expect(output.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
	expect(requests()).toHaveLength(3);
});

test.each([
	[{ from: '2026-01-17' }, {}, "The time from 'From' to 'To' ends before it begins"],
	[{ from: 'x' }, {}, "'From' is not a date"],
	[{ to: '15-01-2026' }, {}, "'To' is not a date"],
	[{ returnAll: false, limit: 0 }, {}, '\'Limit\' is "0"'],
	[{ returnAll: false, limit: '={{ "many" }}' }, {}, '\'Limit\' is "many"'],
	[{}, { states: '={{ ["lost"] }}' }, '\'States\' has "lost", which no report can be'],
] as Array<[INodeParameters, INodeParameters, string]>)(
	'bad input %j %j is named before anything is asked',
	async (values, options, message) => {
		const { error } = await fixture.run(get(values, options));
		expect(error?.message).toContain(message);
		expect(error?.message).toMatch(/\[item 0\]$/);
		expect(fixture.sandbox.requests()).toHaveLength(0);
	},
);

test('one bad item does not take the others down', async () => {
	await sent(DELIVERED);
	const { items } = await fixture.run(get({ from: '={{ $json.from }}' }), {
		items: [{ from: 'x' }, { from: '2026-01-15' }],
		onError: 'continueRegularOutput',
	});
	expect(items.map(({ json, pairedItem }) => [pairedItem, json.error ?? json.state])).toEqual([
		[{ item: 0 }, expect.stringContaining("'From' is not a date")],
		[{ item: 1 }, 'delivered'],
	]);
});
