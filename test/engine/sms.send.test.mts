import type { INodeParameters } from 'n8n-workflow';

import { expectBadInput } from './harness/expectBadInput.mts';
import { OUT_OF_FUNDS } from './harness/refusedAccounts.mts';
import { expectExplained, refusingStatuses } from './harness/refusingStatuses.mts';
import { onlySentElement } from './harness/sentElements.mts';
import { sendSms } from './harness/smsSend.mts';
import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

describe('SMS Send', () => {
	test.each(ENCODINGS)(
		'one text reaches one person and can be found again, in %s',
		async (encoding) => {
			const { items, error } = await fixture.run(sendSms({ message: 'שלום <b>&"\' 👋' }), {
				encoding,
			});
			expect(error).toBeUndefined();
			const [message] = fixture.sandbox.messages();
			expect(message).toMatchObject({ phone: '0501234567', text: 'שלום <b>&"\' 👋' });
			expect(items).toEqual([
				{
					json: {
						accepted: true,
						phone: '0501234567',
						externalId: message?.externalId,
						shipmentId: String(message?.campaignId),
						segments: 1,
						encoding: 'UCS-2',
					},
					pairedItem: { item: 0 },
				},
			]);
			expect(message?.externalId).toMatch(/^n8n-[0-9a-f]{6}-1042-0-0-0$/);
		},
	);

	test('sends every setting of the options', async () => {
		const { error } = await fixture.run(
			sendSms(
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
		);
		expect(error).toBeUndefined();
		expect(fixture.sandbox.messages()).toMatchObject([
			{ phone: '0501234567', externalId: 'a', state: 'scheduled' },
			{ phone: '0527654321', externalId: 'b', state: 'scheduled' },
		]);
	});

	test.each(OUT_OF_FUNDS)(
		'explains the status %i of an SMS',
		async (status, account, phones, message) => {
			const { error } = await fixture.run(sendSms({ phones }, { includesInternational: true }), {
				account: fixture.sandbox[account],
			});
			expect(error?.message).toMatch(message);
			expect(error?.context).toMatchObject({ status, outcome: 'rejected', itemIndex: 0 });
		},
	);

	test('refuses an unverified sender with what to do', async () => {
		const { error } = await fixture.run(sendSms({ source: 'Nobody' }));
		expect(error?.message).toMatch(/\(status 515\) \[item 0\]/);
		expect(error?.description).toMatch(/verif/i);
	});

	test('warns of an SMS that is accepted without a shipment ID', async () => {
		const { items, hints } = await fixture.run(sendSms({ message: 'x #noshipment' }));
		expect(items[0]?.json).toMatchObject({
			accepted: true,
			warning: expect.stringContaining('without a shipment ID') as string,
		});
		expect(hints).toEqual([expect.stringContaining('without a shipment ID'), '1 accepted']);
	});

	test('sends for a sub-account', async () => {
		const { error } = await fixture.run(
			sendSms({}, { onBehalfOf: fixture.sandbox.subAccount.username }),
			{ account: fixture.sandbox.reseller },
		);
		expect(error).toBeUndefined();
		expect(fixture.sandbox.requests()[0]?.username).toBe(fixture.sandbox.subAccount.username);
	});
});

test('every status is an error that says what to do', async () => {
	for (const status of refusingStatuses('sms')) {
		const { error } = await fixture.run(sendSms({ message: `x #status:${status}` }));
		expectExplained(error, status);
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
		const { error } = await fixture.run(sendSms(values, options));
		expectBadInput(fixture, error, message);
	},
);

test('counts a number listed twice as one person', async () => {
	await fixture.run(sendSms({ phones: '0501234567, 050-123-4567' }));
	expect(onlySentElement(fixture, 'sms').destinations).toEqual({
		phone: [{ $: { id: expect.any(String) as string }, _: '0501234567' }],
	});
});
