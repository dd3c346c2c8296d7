import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { call, smsTo, withId } from '../sandbox/call.mts';
import { behindGateway } from './harness/behindGateway.mts';
import { parametersFor } from './harness/parametersFor.mts';
import { reportsArrive } from './harness/reports.mts';
import { ENCODINGS, useSandbox, type Encoding } from './harness/useSandbox.mts';

const fixture = useSandbox();
const WEEKS = { from: '2026-01-15T00:00:00', to: '2026-02-05T00:00:00' };
const summarize = parametersFor('report', 'summarizeCampaign', {
	...WEEKS,
	campaign: '={{ $json.campaign }}',
});

/** Sends a text to each phone, with its place as its ID, and returns the shipment. */
async function shipmentTo(phones: string[], more: object = {}): Promise<string> {
	const recipients = phones.map((phone, index) => withId(phone, `m${index}`));
	const { fields } = await call(
		fixture.sandbox,
		'sms',
		smsTo(recipients as never, { source: fixture.sandbox.account.number, ...more }),
	);
	return String(fields.shipment_id);
}

const run = async (campaign: unknown, options: INodeParameters = {}, encoding: Encoding = 'json') =>
	await fixture.run(summarize({}, options), {
		encoding,
		items: [{ campaign } as IDataObject],
	});

describe.each(ENCODINGS)('Report Summarize Campaign in %s', (encoding) => {
	test('counts 10,000 messages of several shipments as by hand', async () => {
		const many = (count: number, phone: (index: number) => string) =>
			Array.from({ length: count }, (_, index) => phone(index));
		const first = await shipmentTo([
			...many(5000, (index) => `05${10_000_000 + index}`),
			...many(400, () => '0509999101'),
		]);
		const second = await shipmentTo([
			...many(4000, (index) => `05${20_000_000 + index}`),
			...many(350, () => '0529999103'),
			...many(250, () => '0529999017'),
		]);
		await shipmentTo(['0501234567']);
		await reportsArrive(fixture);
		fixture.sandbox.handsetReply({ phone: '0510000000', text: 'Thanks' });
		fixture.sandbox.handsetReply({ phone: '0510000001', text: 'Stop' });
		fixture.sandbox.handsetReply({ phone: '0501234567', text: 'Not of this campaign' });
		fixture.sandbox.optOut({ phone: '0510000001' });
		await reportsArrive(fixture);

		const { items, error } = await run([first, second], {}, encoding);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		const isJson = encoding === 'json';
		expect(items[0]?.json).toMatchObject({
			campaign: `${first}, ${second}`,
			found: true,
			reported: 10_000,
			delivered: 9000,
			failed: 400,
			blocked: 250,
			expired: 350,
			sentUnconfirmed: 0,
			unknown: 0,
			deliveredPercent: 90,
			charged: 9750,
			// Reports in XML have neither phones nor operators.
			...(isJson && { replies: 2, optOutsUpTo: 1 }),
			firstReport: '2026-01-15T10:00:00+02:00',
		});
		const { reasons, operators } = items[0]?.json as Record<string, IDataObject[]>;
		expect(reasons?.map(({ reason, count }) => [reason, count])).toEqual([
			['Not delivered', 400],
			['Expired before it could be delivered', 350],
			['Blocked for advertising messages', 250],
		]);
		const byOperator = [
			{ operator: 'Xphone', reported: 5000, delivered: 5000 },
			{ operator: 'Cellcom', reported: 4600, delivered: 4000 },
			{ operator: 'Pelephone', reported: 400, delivered: 0 },
		];
		expect(operators).toEqual(isJson ? byOperator : []);
		if (!isJson)
			expect([items[0]?.json.replies, items[0]?.json.optOuts]).toEqual([undefined, undefined]);
	});

	test('reads three weeks in three requests', async () => {
		const shipment = await shipmentTo(['0501234567']);
		await reportsArrive(fixture);
		await run(shipment, {}, encoding);
		expect(fixture.sandbox.requests({ root: 'dlrByDate' })).toHaveLength(3);
		expect(fixture.sandbox.requests({ root: 'incoming' })).toHaveLength(1);
		expect(fixture.sandbox.requests({ root: 'blacklist' })).toHaveLength(1);
	});

	test.each(['700999', 'No such campaign', 'Sale, spring'])(
		'says that there is no report of %j',
		async (campaign) => {
			await shipmentTo(['0501234567'], { campaign_name: 'Sale' });
			await reportsArrive(fixture);
			const { items, error } = await run(campaign, { htmlReport: true }, encoding);
			expect(error).toBeUndefined();
			expect(items[0]?.json).toMatchObject({
				found: false,
				reported: 0,
				warning: expect.stringMatching(/^There is no report of this campaign/) as string,
				html: expect.stringContaining('There are no reports of this campaign yet.') as string,
			});
		},
	);

	test('finds a name on the reports of a service that writes it there', async () => {
		await shipmentTo(['0501234567', '0527654321']);
		await reportsArrive(fixture);
		const named = await behindGateway(
			fixture.sandbox,
			async ({ body }, forward) => {
				if (!body.includes('dlrByDate')) return undefined;
				const reply = await forward();
				const text = reply.text
					.replaceAll('"shipment_id"', '"campaign_name":"Sale, spring","shipment_id"')
					.replaceAll('<shipment_id>', '<campaign_name>Sale, spring</campaign_name><shipment_id>');
				return { ...reply, text };
			},
			async (baseUrl) =>
				await fixture.run(summarize(), {
					credentials: { ...fixture.credentials({ encoding }), baseUrl },
					items: [{ campaign: 'Sale, spring' }],
				}),
		);
		expect(named.items[0]?.json).toMatchObject({ found: true, reported: 2, delivered: 2 });
	});
});

test.each([
	['', /^'Campaign' is empty, and the input item has no shipmentId; enter .+ \[item 0\]/],
	[[], /^'Campaign' is empty/],
])('refuses the campaign %j', async (campaign, message) => {
	const { error } = await run(campaign);
	expect(error?.message).toMatch(message);
	expect(fixture.sandbox.requests()).toHaveLength(0);
});

const sendOf = (resource: string, operation: string) =>
	parametersFor(resource, operation, {
		source: 'TextMe',
		sendTo: 'phones',
		phones: '={{ $json.phone }}',
		message: '=Hello {{ $json.name }}',
	});
const send = sendOf('sms', 'send');

describe('of the output of a send, as it is,', () => {
	const summaryOf = async (items: IDataObject[], options: INodeParameters = {}) => {
		const run = await fixture.run(summarize({ campaign: '' }, options), { items });
		expect(run.error).toBeUndefined();
		return run.items;
	};
	const sendTo = async (phones: string[], parameters: INodeParameters) => {
		const items = phones.map((phone, index) => ({ phone, name: `Person ${index}` }));
		const run = await fixture.run(parameters, { items, onError: 'continueRegularOutput' });
		return run.items.map(({ json }) => json);
	};

	test('counts what went out, what has a report, and what has none', async () => {
		// The last but one opted out, and the last one is no number.
		fixture.sandbox.optOut({ phone: '0541111111' });
		const phones = ['0501234567', '0509999101', '0509999640', '0541111111', 'x'];
		const sent = await sendTo(phones, send());
		await reportsArrive(fixture);
		const more = await sendTo(['0521111111'], send());
		const items = await summaryOf([...sent, ...more]);
		expect(items).toHaveLength(1);
		expect(items[0]).toMatchObject({
			json: {
				campaign: [...sent, ...more].flatMap((one) => (one.shipmentId ?? []) as string).join(', '),
				sent: 4,
				reported: 3,
				withoutReport: 1,
				delivered: 1,
				deliveredPercent: 25,
				failed: 1,
			},
			pairedItem: { item: 0 },
		});
		expect(fixture.sandbox.requests({ root: 'dlrByDate' })).toHaveLength(3);
	});

	test('takes a batch of 3,000 rows for two shipments', async () => {
		const phones = Array.from({ length: 3000 }, (_, index) => `05${10_000_000 + index}`);
		const options = { checkFirst: false, tracking: { campaignName: 'Spring sale' } };
		const sent = await sendTo(phones, sendOf('sms', 'sendBulk')({}, options));
		await reportsArrive(fixture);
		const [item, ...others] = await summaryOf(sent, { htmlReport: true });
		expect(others).toEqual([]);
		expect(item?.json).toMatchObject({ sent: 3000, reported: 3000, withoutReport: 0 });
		expect(item?.json.html).toContain('Spring sale</h1>');
	});

	test('counts a text and its call each on its own', async () => {
		fixture.sandbox.optOut({ phone: '0529999999' });
		// A filtered phone gets no text, and its call.
		const sent = await sendTo(
			['0509999015', '0501234567'],
			sendOf('voice', 'send')({ reachBy: 3 }),
		);
		expect(sent[0]).toMatchObject({ alsoCalled: true });
		await reportsArrive(fixture);
		const [item] = await summaryOf(sent);
		expect(item?.json).toMatchObject({
			sent: 4,
			reported: 4,
			delivered: 3,
			blocked: 1,
			deliveredPercent: 75,
		});
	});

	test.each<[string, IDataObject, number]>([
		['a number that is a sample', { phone: '1', rejected: [{ phone: '2', reason: 'x' }] }, 1],
		[
			'a number that the service refused',
			{ recipients: [{ phone: '1' }, { phone: '2' }], rejected: [{ phone: '2' }] },
			1,
		],
		[
			'people beyond the ten of a rehearsal',
			{ recipients: [{ phone: '1' }, { phone: '2', onlyChecked: true }] },
			1,
		],
		[
			'one of several who were asked',
			{
				phone: '2',
				asked: [
					{ phone: '1', shipmentId: '700001' },
					{ phone: '2', shipmentId: '700002' },
					{ error: 'x' },
				],
			},
			2,
		],
	])('counts what went out, with %s', async (_, output, sent) => {
		const [item] = await summaryOf([{ shipmentId: '700002', ...output }]);
		expect(item?.json.sent).toBe(sent);
		expect(item?.json.campaign).toMatch(sent === 2 ? '700001, 700002' : '700002');
	});

	test('names no number of messages where contact lists got some', async () => {
		const [item] = await summaryOf([
			{ shipmentId: '700001', phone: '1' },
			{ shipmentId: '700002', contactLists: ['1'], recipients: [] },
		]);
		expect(item?.json).toMatchObject({ campaign: '700001, 700002', found: false, reported: 0 });
		expect(item?.json.sent).toBeUndefined();
	});

	test('summarizes campaigns that are entered item by item, in the same requests', async () => {
		const shipments = [
			await shipmentTo(['0501234567']),
			await shipmentTo(['0501234567', '0521111111']),
		];
		await reportsArrive(fixture);
		const items = shipments.map((campaign) => ({ campaign }));
		const { items: summaries } = await fixture.run(summarize(), { items });
		expect(
			summaries.map(({ json, pairedItem }) => [json.campaign, json.reported, pairedItem]),
		).toEqual([
			[shipments[0], 1, { item: 0 }],
			[shipments[1], 2, { item: 1 }],
		]);
		expect(fixture.sandbox.requests({ root: 'dlrByDate' })).toHaveLength(3);
	});
});

test('counts a campaign among 150,000 reports of three weeks, 100,000 of them in one', async () => {
	/** One in a hundred is of the campaign; of these one in ten failed, an hour after the others were delivered. */
	const repliesOf = (count: number, date: string) =>
		JSON.stringify({
			status: 0,
			message: '',
			transactions: Array.from({ length: count }, (_, n) => ({
				external_id: `${date} ${n}`,
				phone: `97251${String(n).padStart(7, '0')}`,
				status: n % 1000 === 0 ? '101' : '102',
				date: `${date} ${n % 1000 === 0 ? '11' : '10'}:00`,
				shipment_id: n % 100 === 0 ? '700123' : '700999',
				operator: 'Cellcom',
			})),
		});
	const weeks = [
		repliesOf(25_000, '16/01/26'),
		repliesOf(100_000, '23/01/26'),
		repliesOf(25_000, '30/01/26'),
	];
	const asked: number[] = [];
	const { items, error } = await behindGateway(
		fixture.sandbox,
		({ body }) => {
			if (!body.includes('dlrByDate')) return undefined;
			const week = ['15/01/26', '22/01/26', '29/01/26'].findIndex((from) =>
				body.includes(`"from":"${from}`),
			);
			asked.push(week);
			return { text: weeks[week] ?? '', contentType: 'application/json' };
		},
		async (baseUrl) =>
			await fixture.run(summarize(), {
				credentials: { ...fixture.credentials({}), baseUrl },
				items: [{ campaign: '700123' }],
			}),
	);
	expect(error).toBeUndefined();
	expect(asked.sort()).toEqual([0, 1, 2]);
	expect(items[0]?.json).toMatchObject({
		reported: 1500,
		delivered: 1350,
		failed: 150,
		deliveredPercent: 90,
		operators: [{ operator: 'Cellcom', reported: 1500, delivered: 1350 }],
		// 225, 900 and 225 were delivered at once, a week and two weeks after the first report.
		secondsToDelivery: { median: 7 * 86_400, percentile90: 14 * 86_400 },
		firstReport: '2026-01-16T10:00:00+02:00',
		lastReport: '2026-01-30T11:00:00+02:00',
	});
	// What n8n keeps of it is small.
	expect(JSON.stringify(items).length).toBeLessThan(10_000);
});

test('shows a reply without anything like a report', async () => {
	const { items } = await behindGateway(
		fixture.sandbox,
		({ body }) =>
			body.includes('dlrByDate')
				? { text: '{"status":0,"message":"","report_file":"https://my.example/r.csv"}' }
				: undefined,
		async (baseUrl) =>
			await fixture.run(summarize(), {
				credentials: { ...fixture.credentials({}), baseUrl },
				items: [{ campaign: '700123' }],
			}),
	);
	expect(items[0]?.json).toMatchObject({
		found: false,
		other: { report_file: 'https://my.example/r.csv' },
	});
});

test('returns a page in the language of the replies', async () => {
	const shipment = await shipmentTo(['0501234567', '0509999101']);
	await reportsArrive(fixture);
	const english = await run(shipment, { htmlReport: true });
	expect(english.items[0]?.json.html).toContain('<html lang="en" dir="ltr">');
	fixture.sandbox.handsetReply({ phone: '0501234567', text: 'תודה רבה' });
	const answered = await run(shipment, { htmlReport: true });
	expect(answered.items[0]?.json.html).toContain('<html lang="he" dir="rtl">');
	const [item] = answered.items;
	expect(item?.binary).toEqual({
		report: expect.objectContaining({
			fileName: `Campaign report ${shipment}.html`,
			mimeType: 'text/plain',
			fileType: 'html',
			data: Buffer.from(item?.json.html as string).toString('base64'),
		}) as unknown,
	});
	const [without] = (await run(shipment)).items;
	expect([without?.json.html, without?.binary]).toEqual([undefined, undefined]);
});
