import type { INodeParameters } from 'n8n-workflow';

import { rowOf } from '../../gateway/status';
import { bulk, idOf, ITEMS } from './harness/bulkItems.mts';
import { bulkByExpression, bulkPeople } from './harness/bulkPeople.mts';
import { expectBadInput } from './harness/expectBadInput.mts';
import { pairs } from './harness/pairs.mts';
import { expectExplained, refusingStatuses } from './harness/refusingStatuses.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

describe('SMS Send Bulk refused', () => {
	test.each([
		[4, 'noCredit', '0501234567', /not have enough credit for the whole batch \(status 4\)$/],
		[12, 'noMoney', '+14155550100', /not have enough money .* whole batch \(status 12\)$/],
	] as const)('status %i is every item of the batch', async (status, account, phone, message) => {
		const items = [
			{ phone, text: 'a' },
			{ phone, text: 'b' },
		];
		const options = { items, account: fixture.sandbox[account] };
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
		expect(fixture.sandbox.messages()).toStrictEqual([]);
	});

	test('515: an unverified sender is refused, and the others are sent', async () => {
		const { error } = await fixture.run(bulk({ source: '={{ $json.sender ?? "TextMe" }}' }), {
			items: [ITEMS[0] ?? {}, { ...ITEMS[1], sender: 'Nobody' }],
		});
		expect(error?.message).toMatch(/The sender is not verified \(status 515\) \[item 1\]$/);
		expect(fixture.sandbox.messages().map(({ phone }) => phone)).toEqual(['0501111111']);
	});

	test('holds nothing back when a status nobody knows refuses a batch', async () => {
		fixture.sandbox.addFault({ kind: 'statusUnknown' });
		const { items } = await fixture.run(bulkByExpression(), {
			items: bulkPeople(2501),
			onError: 'continueRegularOutput',
		});
		const refused = items.filter(({ json }) => json.error !== undefined);
		expect(refused).toHaveLength(2500);
		expect(refused[0]?.json.details).toMatchObject({ status: 4711, outcome: 'rejected' });
		expect(items[2500]?.json).toMatchObject({ accepted: true });
		expect(fixture.sandbox.counters().messages).toBe(1);
	});

	test('988: a contact list that is not there', async () => {
		const { error } = await fixture.run(bulk({}, { contactList: '999999' }), {
			items: ITEMS.slice(0, 1),
		});
		expect(error?.message).toMatch(/The contact list does not exist \(status 988\) \[item 0\]$/);
	});

	test('tells each item its own external ids at an unknown outcome', async () => {
		fixture.sandbox.addFault({ kind: 'reset', phase: 'after' });
		const { items } = await fixture.run(bulk(), {
			items: ITEMS,
			onError: 'continueRegularOutput',
		});
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(pairs(3));
		items.forEach(({ json }, item) => {
			expect(json.details).toMatchObject({
				whatToDo: expect.stringMatching(
					/^it is not known whether the request was carried out\. /,
				) as string,
				outcome: 'unknown',
				externalIds: [idOf(item)],
			});
		});
		expect(fixture.sandbox.counters().requests).toEqual({ bulk: 1 });
	});
});

test('says what to do after each status of a batch', async () => {
	for (const status of refusingStatuses('bulk')) {
		const { error } = await fixture.run(bulk(), {
			items: [ITEMS[0] ?? {}, { phone: '0502222222', text: `x #status:${status}` }],
		});
		expectExplained(error, status, '');
		expect(error?.description?.includes('SMS, Send makes one request')).toBe(
			rowOf(status)?.about !== undefined,
		);
		expect(fixture.sandbox.counters().messages).toBe(0);
		fixture.sandbox.reset();
	}
});

test('keeps the error of a large batch short', async () => {
	fixture.sandbox.addFault({ kind: 'reset', phase: 'after' });
	const { items: output } = await fixture.run(bulkByExpression(), {
		items: bulkPeople(300),
		onError: 'continueRegularOutput',
	});
	expect(output[299]?.json.details).toMatchObject({
		whatToDo: expect.stringMatching(/1042-0-4-0 and 295 more\.$/) as string,
		externalIds: [idOf(299)],
	});
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
		requests: { bulk: 1 },
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

	test('puts a failed message of a batch out beside the others when it goes on', async () => {
		const { items: output } = await fixture.run(bulk(), {
			items,
			onError: 'continueRegularOutput',
		});
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(pairs(3));
		expect(output.map(({ json }) => json.error ?? json.accepted)).toStrictEqual([
			true,
			expect.stringContaining("'Phone Numbers' is not a phone number"),
			true,
		]);
		expect(fixture.sandbox.messages().map(({ phone }) => phone)).toEqual([
			'0501111111',
			'0503333333',
		]);
	});

	test('puts a failed message of a batch out on the error output with its fields', async () => {
		const { items: output, errors } = await fixture.run(bulk(), {
			items,
			onError: 'continueErrorOutput',
		});
		expect(output).toHaveLength(2);
		expect(errors.map(({ json }) => json)).toMatchObject([{ phone: 'nobody', text: 'Hello' }]);
	});
});

test.each([
	[{ message: '={{ "" }}' }, {}, "'Message' is empty"],
	[{ message: '={{ "x".repeat(1006) }}' }, {}, "'Message' has 1006 characters"],
	[{ message: '={{ {"a": 1} }}' }, {}, "'Message' is not plain text"],
	[{ source: '={{ "" }}' }, {}, "'Sender' is empty"],
	[{ source: 'TwelveLetter' }, {}, "'Sender' has 12 characters"],
	[{ phones: '={{ "" }}' }, {}, "'Phone Numbers' is empty"],
	[{ phones: '+14155550100' }, {}, "'Phone Numbers' is not an Israeli number"],
	[{}, { externalIds: ['a', 'b'] }, "'External IDs' has 2 entries for 1 phone numbers"],
	[{}, { externalIds: 'null' }, '\'External IDs\' is "null"'],
	[{}, { contactList: '1,2' }, "'Contact List Name or ID' has more than one contact list"],
	[{}, { links: { link: [{ id: '9', url: 'https://example.com' }] } }, "'Short Links' has link 9"],
	[{}, { campaignName: 'x'.repeat(51) }, "'Campaign Name' has 51 characters"],
	[{}, { tempBl: 15 }, '\'Skip If Messaged in Last Days\' is "15"'],
	[{}, { timing: 'soon' }, "'Schedule' is not a date"],
] as Array<[INodeParameters, INodeParameters, string]>)(
	'names bad input of a batch before it sends: %j %j',
	async (values, options, message) => {
		const { error } = await fixture.run(bulk(values, options), { items: [ITEMS[0] ?? {}] });
		expectBadInput(fixture, error, message);
	},
);

describe('a reply nobody has shown', () => {
	const answered = async (reply: string) =>
		await fixture.runWithReply(reply, bulk(), { items: ITEMS });

	test.each([
		'{"status":"0","message":"ok","shipment_id":4711}',
		'{"bulk":{"status":0,"message":"ok","shipment_id":"4711"}}',
		'<bulk><status>0</status><message>ok</message><shipment_id>4711</shipment_id></bulk>',
	])('reads the number of a failed message: %s', async (reply) => {
		const { items } = await answered(reply);
		expect(items.map(({ json }) => json.shipmentId)).toStrictEqual(['4711', '4711', '4711']);
	});

	test('gives out a number that is rejected alone with its item', async () => {
		const { items } = await answered(
			'{"status":0,"message":"ok","shipment_id":"1","errors":["972502222222 is blocked","Be quick"]}',
		);
		expect(items.map(({ json }) => [json.rejected, json.notes])).toStrictEqual([
			[undefined, ['Be quick']],
			[[{ phone: '0502222222', reason: '972502222222 is blocked' }], undefined],
			[undefined, undefined],
		]);
	});
});
