import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { STATUS_CODES } from '../../gateway/status';
import { REFUSED } from './harness/refusedAccounts.mts';
import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const bulk = (values: INodeParameters = {}, options: INodeParameters = {}): INodeParameters => ({
	resource: 'sms',
	operation: 'sendBulk',
	source: { __rl: true, mode: 'list', value: 'TextMe' },
	phones: '={{ $json.phone }}',
	message: '={{ $json.text }}',
	...values,
	// Checking first is tested in sms.sendBulk.scale.test.mts.
	options: { checkFirst: false, ...options },
});

const ITEMS = [
	{ phone: '0501111111', text: 'Hello Dana' },
	{ phone: '0502222222', text: 'שלום <b>&"\' 👋' },
	{ phone: '050-333-3333', text: 'x'.repeat(161) },
];
const PHONES = ['0501111111', '0502222222', '0503333333'];

const idOf = (item: number, phone = 0) =>
	expect.stringMatching(new RegExp(`^n8n-[0-9a-f]{6}-1042-0-${item}-${phone}$`)) as string;

const pairs = (count: number) => Array.from({ length: count }, (_, item) => ({ item }));

/** The `bulk` element of every request made, as it went over the wire in JSON. */
const sentBulks = () =>
	fixture.sandbox
		.requests({ root: 'bulk' })
		.map(({ body }) => (JSON.parse(body) as { bulk: IDataObject }).bulk);

const texts = () => fixture.sandbox.messages().map(({ phone, text }) => [phone, text]);

describe.each(ENCODINGS)('SMS Send Bulk in %s', (encoding) => {
	test('every item is one message of one batch and comes out with the batch it is in', async () => {
		const { items, error } = await fixture.run(bulk(), { items: ITEMS, encoding });
		expect(error).toBeUndefined();
		expect(texts()).toEqual(ITEMS.map(({ text }, index) => [PHONES[index], text]));
		const shipmentId = String(fixture.sandbox.messages()[0]?.campaignId);
		const common = {
			accepted: true,
			shipmentId,
			contactLists: undefined,
			message: 'SMS will be sent',
			campaignName: expect.stringMatching(/^n8n-[0-9a-f]{6}-1042-0$/) as string,
		};
		expect(items).toEqual(
			[
				{ segments: 1, encoding: 'GSM-7' },
				{ segments: 1, encoding: 'UCS-2' },
				{ segments: 2, encoding: 'GSM-7' },
			].map((length, item) => ({
				json: {
					...common,
					...length,
					recipients: [{ phone: PHONES[item], externalId: idOf(item) }],
				},
				pairedItem: { item },
			})),
		);
		expect(fixture.sandbox.messages().map(({ externalId }) => externalId)).toEqual(
			items.map(({ json }) => (json.recipients as IDataObject[])[0]?.externalId),
		);
		expect(fixture.sandbox.counters().requests.live).toEqual({ bulk: 1 });
	});

	test('sender, numbers, ids, links and list of every item are its own', async () => {
		const made = await fixture.run(
			{
				resource: 'custom',
				operation: 'call',
				root: 'newCL',
				body: JSON.stringify({
					cl: [{ name: 'VIP', destinations: { destination: [{ phone: '0529999999' }] } }],
				}),
				options: {},
			},
			{ encoding: 'json' },
		);
		const list = made.items[0]?.json.identifiers as string;
		const { items, error } = await fixture.run(
			bulk(
				{ source: '={{ $json.sender }}' },
				{
					externalIds: '={{ $json.ids }}',
					contactList: '={{ $json.list }}',
					links: { link: [{ id: '1', url: '={{ $json.url }}' }] },
				},
			),
			{
				encoding,
				items: [
					{
						sender: 'TextMe',
						phone: '0501111111, 0504444444',
						ids: 'a,b',
						text: 'one [link-1]',
						url: 'https://example.com/1?a=1&b=2',
					},
					{
						sender: '0559000100',
						phone: ['0502222222'],
						ids: ['c'],
						list,
						text: 'two [link-1]',
						url: 'https://example.com/2',
					},
				],
			},
		);
		expect(error).toBeUndefined();
		expect(
			fixture.sandbox
				.messages()
				.map((message) => [message.phone, message.source, message.externalId]),
		).toEqual([
			['0501111111', 'TextMe', 'a'],
			['0504444444', 'TextMe', 'b'],
			['0502222222', '0559000100', 'c'],
			['0529999999', '0559000100', ''],
		]);
		expect(items.map(({ json }) => [json.recipients, json.contactLists])).toEqual([
			[
				[
					{ phone: '0501111111', externalId: 'a' },
					{ phone: '0504444444', externalId: 'b' },
				],
				undefined,
			],
			[[{ phone: '0502222222', externalId: 'c' }], [list]],
		]);
	});

	test('every setting arrives, once for the batch', async () => {
		const { error } = await fixture.run(
			bulk(
				{},
				{
					campaignName: 'Spring',
					addUnsubscribe: '2',
					tempBl: 14,
					timing: '2030-01-02T10:30:00',
					includesInternational: true,
				},
			),
			{ encoding, items: [...ITEMS, { phone: '+14155550100', text: 'Hello' }] },
		);
		expect(error).toBeUndefined();
		expect(fixture.sandbox.messages()).toHaveLength(4);
		for (const message of fixture.sandbox.messages()) {
			expect(message).toMatchObject({
				state: 'scheduled',
				campaignName: 'Spring',
				optOut: 'reply',
			});
		}
		expect(fixture.sandbox.messages()[3]?.phone).toBe('14155550100');
	});

	test.each([
		[4, 'noCredit', '0501234567', /not have enough credit for the whole batch \(status 4\)$/],
		[12, 'noMoney', '+14155550100', /not have enough money .* whole batch \(status 12\)$/],
	] as const)('status %i is every item of the batch', async (status, account, phone, message) => {
		const items = [
			{ phone, text: 'a' },
			{ phone, text: 'b' },
		];
		const options = { encoding, items, account: fixture.sandbox[account] };
		const parameters = bulk({}, { includesInternational: true });
		const stopped = await fixture.run(parameters, options);
		expect(stopped.error?.message).toMatch(message);
		expect(stopped.error?.description).toContain('Nothing of this batch went out.');
		const goesOn = await fixture.run(parameters, { ...options, onError: 'continueRegularOutput' });
		expect(goesOn.items.map(({ pairedItem }) => pairedItem)).toEqual(pairs(2));
		goesOn.items.forEach(({ json }, item) => {
			expect(json.error).toMatch(message);
			expect(json.details).toMatchObject({
				status,
				outcome: 'rejected',
				retryable: false,
				externalIds: [idOf(item)],
			});
		});
		expect(fixture.sandbox.messages()).toEqual([]);
	});

	test.each(REFUSED)('status %i: the account is refused', async (status, account) => {
		const { error } = await fixture.run(bulk(), {
			encoding,
			items: ITEMS,
			account: account(fixture.sandbox),
		});
		expect(error?.message).toMatch(new RegExp(`\\(status ${status}\\)$`));
		expect(error?.context).toMatchObject({ status, outcome: 'rejected', retryable: false });
		expect(error?.description).toBeTruthy();
	});

	test('515: one unverified sender refuses the batch', async () => {
		const { error } = await fixture.run(bulk({ source: '={{ $json.sender ?? "TextMe" }}' }), {
			encoding,
			items: [ITEMS[0] ?? {}, { ...ITEMS[1], sender: 'Nobody' }],
		});
		expect(error?.message).toMatch(/The sender is not verified \(status 515\)$/);
		expect(fixture.sandbox.messages()).toEqual([]);
	});

	test('988: a contact list that is not there', async () => {
		const { error } = await fixture.run(bulk({}, { contactList: '999999' }), {
			encoding,
			items: ITEMS,
		});
		expect(error?.message).toMatch(/The contact list does not exist \(status 988\)$/);
	});

	test('an unknown outcome tells each item its own external ids', async () => {
		fixture.sandbox.addFault({ kind: 'reset', phase: 'after' });
		const { items } = await fixture.run(bulk(), {
			encoding,
			items: ITEMS,
			onError: 'continueRegularOutput',
		});
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(pairs(3));
		items.forEach(({ json }, item) => {
			expect(json.error).toMatch(/it is not known whether the request was carried out$/);
			expect(json.details).toMatchObject({ outcome: 'unknown', externalIds: [idOf(item)] });
		});
		expect(fixture.sandbox.counters().requests.live).toEqual({ bulk: 1 });
	});

	test('accepted without a shipment id comes out with a warning, said once', async () => {
		const { items, hints } = await fixture.run(bulk(), {
			encoding,
			items: [...ITEMS, { phone: '0504444444', text: 'x #noshipment' }],
		});
		expect(items.map(({ json }) => json.warning)).toEqual(
			Array.from({ length: 4 }, () => expect.stringContaining('without a shipment ID') as string),
		);
		expect(hints).toHaveLength(1);
	});

	test('Simplify off gives the reply as it came, paired with all its items', async () => {
		const { items } = await fixture.run(bulk({}, { simplify: false }), { encoding, items: ITEMS });
		expect(items).toEqual([
			{
				json: {
					status: encoding === 'json' ? 0 : '0',
					message: 'SMS will be sent',
					shipment_id: String(fixture.sandbox.messages()[0]?.campaignId),
				},
				pairedItem: pairs(3),
			},
		]);
	});

	test('Validate Only sends nothing and says so for every item', async () => {
		const { items } = await fixture.run(bulk({}, { validateOnly: true }), {
			encoding,
			items: ITEMS,
		});
		expect(items.map(({ json }) => json.validatedOnly)).toEqual([true, true, true]);
		expect(fixture.sandbox.counters()).toMatchObject({
			messages: 0,
			requests: { live: {}, test: { bulk: 1 } },
		});
	});
});

test('the JSON form is the tree of the specification', async () => {
	await fixture.run(
		bulk({}, { externalIds: '={{ $json.id }}', campaignName: 'Spring', tempBl: 3 }),
		{
			items: [
				{ phone: '0501111111', text: 'Hello', id: 'a' },
				{ phone: '0502222222', text: 'Shalom', id: 'b' },
			],
		},
	);
	expect(sentBulks()).toEqual([
		{
			user: { username: 'demo' },
			messages: {
				sms: [
					{
						source: 'TextMe',
						destinations: { phone: [{ $: { id: 'a' }, _: '0501111111' }] },
						message: 'Hello',
					},
					{
						source: 'TextMe',
						destinations: { phone: [{ $: { id: 'b' }, _: '0502222222' }] },
						message: 'Shalom',
					},
				],
			},
			temp_bl: '3',
			campaign_name: 'Spring',
		},
	]);
});

test('the list of a message stands beside its destinations', async () => {
	await fixture.run(bulk({}, { contactList: '={{ 21518 }}' }), { items: [ITEMS[0] ?? {}] });
	expect(sentBulks()).toMatchObject([
		{ messages: { sms: [{ cl_id: '21518', destinations: { phone: [{ _: '0501111111' }] } }] } },
	]);
});

test.each(ENCODINGS)('every status in %s is an error that says what to do', async (encoding) => {
	for (const status of STATUS_CODES.filter((code) => code !== 0)) {
		const { error } = await fixture.run(bulk(), {
			encoding,
			items: [ITEMS[0] ?? {}, { phone: '0502222222', text: `x #status:${status}` }],
		});
		expect(error?.message).toMatch(new RegExp(`\\(status ${status}\\)(; it is not known .*)?$`));
		expect(error?.description).toBeTruthy();
	}
	expect(fixture.sandbox.counters().messages).toBe(0);
});

test('2,500 items are one call', async () => {
	const items = Array.from({ length: 2500 }, (_, index) => ({
		phone: `05${String(10_000_000 + index)}`,
		text: `Message ${index}`,
	}));
	const { items: output, error } = await fixture.run(bulk(), { items });
	expect(error).toBeUndefined();
	expect(fixture.sandbox.counters()).toMatchObject({
		messages: 2500,
		requests: { live: { bulk: 1 } },
		repeated: [],
	});
	expect(output).toHaveLength(2500);
	expect(output[2499]?.json.recipients).toEqual([{ phone: '0510002499', externalId: idOf(2499) }]);
});

test('the error of a large batch stays short', async () => {
	const items = Array.from({ length: 300 }, (_, index) => ({
		phone: `05${String(10_000_000 + index)}`,
		text: `x ${index}`,
	}));
	fixture.sandbox.addFault({ kind: 'reset', phase: 'after' });
	const { items: output } = await fixture.run(bulk(), { items, onError: 'continueRegularOutput' });
	expect(output[299]?.json.message).toMatch(/1042-0-4-0 and 295 more\.$/);
	expect(output[299]?.json.details).toMatchObject({ externalIds: [idOf(299)] });
});

test('n8n running the node again sends nobody a second text', async () => {
	fixture.sandbox.addFault({ kind: 'reset', phase: 'after' });
	const { items } = await fixture.run(bulk(), {
		items: ITEMS,
		onError: 'continueRegularOutput',
		retryOnFail: true,
		maxTries: 3,
	});
	expect(fixture.sandbox.counters()).toMatchObject({
		messages: 3,
		requests: { live: { bulk: 1 } },
	});
	expect(items.map(({ json }) => json.details)).toMatchObject(
		[0, 1, 2].map((item) => ({ outcome: 'unknown', externalIds: [idOf(item)] })),
	);
});

describe('one bad item among good ones', () => {
	const items = [ITEMS[0] ?? {}, { phone: 'nobody', text: 'Hello' }, ITEMS[2] ?? {}];

	test('stops before the request when the workflow stops on errors', async () => {
		const { error } = await fixture.run(bulk(), { items });
		expect(error?.message).toMatch(/'Phone Numbers' is not a phone number .*\[item 1\]$/);
		expect(fixture.sandbox.requests()).toHaveLength(0);
	});

	test('comes out beside the others when it goes on', async () => {
		const { items: output } = await fixture.run(bulk(), {
			items,
			onError: 'continueRegularOutput',
		});
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(pairs(3));
		expect(output.map(({ json }) => json.error ?? json.accepted)).toEqual([
			true,
			expect.stringContaining("'Phone Numbers' is not a phone number"),
			true,
		]);
		expect(texts().map(([phone]) => phone)).toEqual(['0501111111', '0503333333']);
	});

	test('goes to the error output with what it came from', async () => {
		const { items: output, errors } = await fixture.run(bulk(), {
			items,
			onError: 'continueErrorOutput',
		});
		expect(output).toHaveLength(2);
		expect(errors.map(({ json }) => json)).toMatchObject([{ phone: 'nobody', text: 'Hello' }]);
	});
});

test('items that differ in a setting of the batch are batches of their own', async () => {
	const { items } = await fixture.run(bulk({}, { campaignName: '={{ $json.name }}' }), {
		items: [
			{ ...ITEMS[0], name: 'A' },
			{ ...ITEMS[1], name: 'B' },
			{ ...ITEMS[2], name: 'A' },
		],
	});
	expect(fixture.sandbox.counters().requests.live).toEqual({ bulk: 1, sms: 1 });
	const ids = items.map(({ json }) => json.shipmentId);
	expect(ids[0]).toBe(ids[2]);
	expect(ids[0]).not.toBe(ids[1]);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(pairs(3));
});

test.each([
	[{ message: '={{ "" }}' }, {}, "'Message' is empty"],
	[{ message: '={{ "x".repeat(1006) }}' }, {}, "'Message' has 1006 characters"],
	[{ message: '={{ {"a": 1} }}' }, {}, "'Message' is not plain text"],
	[{ source: '={{ "" }}' }, {}, "'Sender' is empty"],
	[{ source: 'TwelveLetter' }, {}, "'Sender' has 12 characters"],
	[{ phones: '={{ "" }}' }, {}, "'Phone Numbers' is empty"],
	[{ phones: '+14155550100' }, {}, "'Phone Numbers' is not an Israeli number"],
	[{}, { externalIds: 'a,b' }, "'External IDs' has 2 entries for 1 phone numbers"],
	[{}, { externalIds: 'null' }, '\'External IDs\' is "null"'],
	[{}, { contactList: '1,2' }, "'Contact List Name or ID' has more than one contact list"],
	[{}, { links: { link: [{ id: '9', url: 'https://example.com' }] } }, "'Short Links' has link 9"],
	[{}, { campaignName: 'x'.repeat(51) }, "'Campaign Name' has 51 characters"],
	[{}, { tempBl: 15 }, '\'Skip If Messaged in Last Days\' is "15"'],
	[{}, { timing: 'soon' }, "'Schedule' is not a date"],
] as Array<[INodeParameters, INodeParameters, string]>)(
	'bad input %j %j is named before anything is sent',
	async (values, options, message) => {
		const { error } = await fixture.run(bulk(values, options), { items: [ITEMS[0] ?? {}] });
		expect(error?.message).toContain(message);
		expect(error?.message).toMatch(/\[item 0\]$/);
		expect(fixture.sandbox.requests()).toHaveLength(0);
	},
);

describe('a reply nobody has shown', () => {
	const answered = async (reply: string) =>
		await fixture.runWithReply(reply, bulk(), { items: ITEMS });

	test.each([
		'{"status":"0","message":"ok","shipment_id":4711}',
		'{"bulk":{"status":0,"message":"ok","shipment_id":"4711"}}',
		'<bulk><status>0</status><message>ok</message><shipment_id>4711</shipment_id></bulk>',
	])('%s is read', async (reply) => {
		const { items } = await answered(reply);
		expect(items.map(({ json }) => json.shipmentId)).toEqual(['4711', '4711', '4711']);
	});

	test('a number that is rejected alone comes out with its item', async () => {
		const { items } = await answered(
			'{"status":0,"message":"ok","shipment_id":"1","errors":["972502222222 is blocked","Be quick"]}',
		);
		expect(items.map(({ json }) => [json.rejected, json.notes])).toEqual([
			[undefined, ['Be quick']],
			[[{ phone: '0502222222', reason: '972502222222 is blocked' }], undefined],
			[undefined, undefined],
		]);
	});
});
