import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { STATUS_CODES } from '../../gateway/status';
import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const send = (values: INodeParameters = {}, options: INodeParameters = {}): INodeParameters => ({
	resource: 'sms',
	operation: 'send',
	source: { __rl: true, mode: 'id', value: 'TextMe' },
	phones: '0501234567',
	message: 'Hello',
	...values,
	options,
});

/** The `sms` element of the only request made. */
const sent = (): IDataObject => {
	const requests = fixture.sandbox.requests();
	expect(requests).toHaveLength(1);
	return (JSON.parse(requests[0]?.body ?? '') as { sms: IDataObject }).sms;
};

describe.each(ENCODINGS)('SMS Send in %s', (encoding) => {
	test('one text reaches one person and can be found again', async () => {
		const { items, error } = await fixture.run(send({ message: 'שלום <b>&"\' 👋' }), { encoding });
		expect(error).toBeUndefined();
		const [message] = fixture.sandbox.messages();
		expect(message).toMatchObject({ phone: '0501234567', text: 'שלום <b>&"\' 👋' });
		expect(items).toEqual([
			{
				json: {
					accepted: true,
					shipmentId: String(message?.campaignId),
					recipients: [{ phone: '0501234567', externalId: message?.externalId }],
					contactLists: undefined,
					segments: 1,
					encoding: 'UCS-2',
					message: 'SMS will be sent',
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(message?.externalId).toMatch(/^n8n-[0-9a-f]{6}-1042-0-0-0$/);
	});

	test('every setting arrives', async () => {
		const { error } = await fixture.run(
			send(
				{ phones: '0501234567, +972 52-765-4321', message: 'See [link-1]' },
				{
					externalIds: 'a, b',
					campaignName: 'Spring',
					addUnsubscribe: '3',
					tempBl: 14,
					timing: '2030-01-02T10:30:00',
					includesInternational: true,
					links: { link: [{ id: '1', url: 'https://example.com/?a=1&b=2' }] },
				},
			),
			{ encoding },
		);
		expect(error).toBeUndefined();
		expect(fixture.sandbox.messages()).toMatchObject([
			{ phone: '0501234567', externalId: 'a', state: 'scheduled' },
			{ phone: '0527654321', externalId: 'b', state: 'scheduled' },
		]);
	});

	test.each([
		[4, 'noCredit', '0501234567', /not have enough credit \(status 4\) \[item 0\]/],
		[12, 'noMoney', '+14155550100', /not have enough money/],
	] as const)('status %i', async (status, account, phones, message) => {
		const { error } = await fixture.run(send({ phones }, { includesInternational: true }), {
			encoding,
			account: fixture.sandbox[account],
		});
		expect(error?.message).toMatch(message);
		expect(error?.context).toMatchObject({ status, outcome: 'rejected', itemIndex: 0 });
	});

	test('an unverified sender is refused with what to do', async () => {
		const { error } = await fixture.run(send({ source: 'Nobody' }), { encoding });
		expect(error?.message).toMatch(/\(status 515\) \[item 0\]/);
		expect(error?.description).toMatch(/verif/i);
	});

	test('accepted without a shipment id comes out with a warning', async () => {
		const { items, hints } = await fixture.run(send({ message: 'x #noshipment' }), { encoding });
		expect(items[0]?.json).toMatchObject({
			accepted: true,
			warning: expect.stringContaining('without a shipment ID') as string,
		});
		expect(hints).toHaveLength(1);
	});

	test('Simplify off gives the reply as it came', async () => {
		const { items } = await fixture.run(send({}, { simplify: false }), { encoding });
		expect(items[0]?.json).toMatchObject({ message: 'SMS will be sent' });
		expect(Number(items[0]?.json.status)).toBe(0);
	});

	test('Validate Only sends nothing and says so', async () => {
		const { items } = await fixture.run(send({}, { validateOnly: true }), { encoding });
		expect(items[0]?.json).toMatchObject({ valid: true, validatedOnly: true });
		expect(fixture.sandbox.counters()).toMatchObject({
			messages: 0,
			requests: { live: {}, test: { sms: 1 } },
		});
	});

	test('a reseller sends for a sub-account', async () => {
		const { error } = await fixture.run(
			send({}, { onBehalfOf: fixture.sandbox.subAccount.username }),
			{ encoding, account: fixture.sandbox.reseller },
		);
		expect(error).toBeUndefined();
		expect(fixture.sandbox.requests()[0]?.username).toBe(fixture.sandbox.subAccount.username);
	});
});

test.each(ENCODINGS)('every status is an error that says what to do, in %s', async (encoding) => {
	for (const status of STATUS_CODES.filter((code) => code !== 0)) {
		const { error } = await fixture.run(send({ message: `x #status:${status}` }), { encoding });
		expect(error?.message).toMatch(
			new RegExp(`\\(status ${status}\\)(; it is not known .*)? \\[item 0\\]$`),
		);
		expect(error?.description).toBeTruthy();
	}
	expect(fixture.sandbox.counters().messages).toBe(0);
});

test.each([
	[{ message: '={{ "" }}' }, {}, "'Message' is empty"],
	[{ message: 'x'.repeat(1006) }, {}, "'Message' has 1006 characters"],
	[
		{ message: 'a\u0001b' },
		{},
		'The request holds a character that cannot be sent (U+0001 in sms.message',
	],
	[{ source: 'TwelveLetter' }, {}, "'Sender' has 12 characters"],
	[{ source: '+972501234' }, {}, '\'Sender\' starts with "+"'],
	[{ source: 'חנות' }, {}, "'Sender' has characters other than digits and English letters"],
	[{ source: '={{ "" }}' }, {}, "'Sender' is empty"],
	[{ phones: '={{ [] }}' }, {}, "'Phone Numbers' is empty"],
	[{ phones: '05O1234567' }, {}, '\'Phone Numbers\' is not a phone number ("05O1234567")'],
	[{ phones: '+14155550100' }, {}, "'Phone Numbers' is not an Israeli number"],
	[
		{ sendTo: 'contactLists', contactLists: '={{ [] }}' },
		{},
		"'Contact List Names or IDs' is empty",
	],
	[{}, { campaignName: 'x'.repeat(51) }, "'Campaign Name' has 51 characters"],
	[{}, { addDynamic: true }, "'Merge Contact Fields' needs exactly one contact list"],
	[
		{ sendTo: 'contactLists', contactLists: ['1', '2'] },
		{ addDynamic: true },
		"'Merge Contact Fields' needs exactly one contact list",
	],
	[{}, { tempBl: 0 }, '\'Skip If Messaged in Last Days\' is "0"'],
	[{}, { tempBl: 15 }, '\'Skip If Messaged in Last Days\' is "15"'],
	[{}, { timing: 'next week' }, "'Schedule' is not a date"],
	[{}, { timing: '2030-02-31T10:00' }, "'Schedule' is not a date"],
	[{ phones: '0501234567,0527654321' }, { externalIds: 'a' }, "'External IDs' has 1 entries for 2"],
	[{}, { links: { link: [{ id: '1', url: 'https://example.com' }] } }, "'Short Links' has link 1"],
] as Array<[INodeParameters, INodeParameters, string]>)(
	'bad input %j %j is named before anything is sent',
	async (values, options, message) => {
		const { error } = await fixture.run(send(values, options));
		expect(error?.message).toContain(message);
		expect(error?.message).toMatch(/\[item 0\]$/);
		expect(fixture.sandbox.requests()).toHaveLength(0);
	},
);

describe('one bad item among good ones', () => {
	const items = ['0501111111', 'not a phone', '0503333333'].map((phone) => ({ phone }));
	const parameters = send({ phones: '={{ $json.phone }}' });

	test('stops before the first request when the workflow stops on errors', async () => {
		const { error } = await fixture.run(parameters, { items });
		expect(error?.message).toContain('[item 1]');
		expect(fixture.sandbox.counters().messages).toBe(0);
	});

	test('comes out beside the others when it goes on', async () => {
		const { items: output } = await fixture.run(parameters, {
			items,
			onError: 'continueRegularOutput',
		});
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
		expect(output[1]?.json).toMatchObject({
			error: expect.stringContaining("'Phone Numbers' is not a phone number") as string,
			details: { outcome: 'rejected', retryable: false },
		});
		expect(fixture.sandbox.messages().map(({ phone }) => phone)).toEqual([
			'0501111111',
			'0503333333',
		]);
	});

	test('goes to the error output with what it came from', async () => {
		const { items: output, errors } = await fixture.run(parameters, {
			items,
			onError: 'continueErrorOutput',
		});
		expect(output).toHaveLength(2);
		expect(errors).toHaveLength(1);
		// Older versions of n8n take nothing else for an error.
		expect(errors[0]?.json).toEqual({
			phone: 'not a phone',
			error: expect.stringMatching(/'Phone Numbers' is not a phone number/) as string,
			message: 'Nothing was sent for this item.',
		});
	});

	test('tells on the error output what to look up of a send of unknown outcome', async () => {
		fixture.sandbox.addFault({ kind: 'reset', root: 'sms', phase: 'after' });
		const { errors } = await fixture.run(parameters, {
			items: items.slice(0, 1),
			onError: 'continueErrorOutput',
		});
		const [message] = fixture.sandbox.messages();
		expect(errors[0]?.json.message).toContain(message?.externalId);
		expect(errors[0]?.json).not.toHaveProperty('details');
	});
});

test('constants are read once, expressions for every item', async () => {
	const items = Array.from({ length: 3 }, (_, index) => ({ phone: `050111111${index}`, n: index }));
	await fixture.run(send({ phones: '={{ $json.phone }}', message: '=Number {{ $json.n }}' }), {
		items,
	});
	expect(fixture.sandbox.messages().map(({ phone, text }) => [phone, text])).toEqual([
		['0501111110', 'Number 0'],
		['0501111111', 'Number 1'],
		['0501111112', 'Number 2'],
	]);
});

test('a number listed twice is one person', async () => {
	await fixture.run(send({ phones: '0501234567, 050-123-4567' }));
	expect(sent().destinations).toEqual({
		phone: [{ $: { id: expect.any(String) as string }, _: '0501234567' }],
	});
});
