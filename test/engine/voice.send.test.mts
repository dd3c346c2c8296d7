import type { INodeParameters } from 'n8n-workflow';

import { STATUS_CODES } from '../../gateway/status';
import { expectRefusal, REFUSED } from './harness/refusedAccounts.mts';
import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const CALL_FILTERED = 2;
const TEXT_AND_CALL = 3;
const CALL_ONLY = 4;
const KOSHER = '0509999015';

const send = (values: INodeParameters = {}, options: INodeParameters = {}): INodeParameters => ({
	resource: 'voice',
	operation: 'send',
	reachBy: CALL_ONLY,
	source: { __rl: true, mode: 'list', value: 'TextMe' },
	phones: '0501234567',
	message: 'Your appointment is tomorrow',
	...values,
	options,
});

const kinds = () => fixture.sandbox.messages().map(({ phone, kind }) => `${kind} ${phone}`);

const sentSms = () => {
	const [request] = fixture.sandbox.requests();
	return (JSON.parse(request?.body ?? '') as { sms: Record<string, unknown> }).sms;
};

describe.each(ENCODINGS)('Voice Send in %s', (encoding) => {
	test('a call only', async () => {
		const { items, error } = await fixture.run(send(), { encoding });
		expect(error).toBeUndefined();
		const [call, ...others] = fixture.sandbox.messages();
		expect(others).toEqual([]);
		expect(call).toMatchObject({
			kind: 'voice',
			phone: '0501234567',
			text: 'Your appointment is tomorrow',
			source: 'TextMe',
		});
		expect(items).toEqual([
			{
				json: {
					accepted: true,
					shipmentId: String(call?.campaignId),
					recipients: [{ phone: '0501234567', externalId: call?.externalId }],
					contactLists: undefined,
					message: 'SMS will be sent',
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	test('a text and a call to everybody', async () => {
		const { items } = await fixture.run(
			send({ reachBy: TEXT_AND_CALL, phones: `0501234567, ${KOSHER}` }),
			{ encoding },
		);
		expect(kinds().sort()).toEqual([
			'sms 0501234567',
			`sms ${KOSHER}`,
			'voice 0501234567',
			`voice ${KOSHER}`,
		]);
		expect(items[0]?.json).toMatchObject({ segments: 1, encoding: 'GSM-7' });
	});

	test('a text, and a call to filtered phones', async () => {
		const { items } = await fixture.run(
			send({ reachBy: CALL_FILTERED, phones: `0501234567, ${KOSHER}` }),
			{ encoding },
		);
		expect(kinds()).toEqual(['sms 0501234567', `voice ${KOSHER}`]);
		expect(items[0]?.json).toMatchObject({ segments: 1, encoding: 'GSM-7' });
	});

	test.each([
		{ ttsRate: -10, ttsRepeat: 1, ttsVoice: 'ymMale' },
		{ ttsRate: 0, ttsRepeat: 2, ttsVoice: 'ymFemale' },
		{ ttsRate: 10, ttsRepeat: 20 },
	])('%j is taken', async (options) => {
		const { error } = await fixture.run(send({}, options), { encoding });
		expect(error).toBeUndefined();
		expect(kinds()).toEqual(['voice 0501234567']);
	});

	test('every setting of a text is one of a call as well', async () => {
		const { error } = await fixture.run(
			send(
				{ reachBy: TEXT_AND_CALL, phones: '0501234567', message: 'See [link-1]' },
				{
					externalIds: 'a',
					campaignName: 'Calls',
					addUnsubscribe: '2',
					tempBl: 1,
					timing: '2030-01-02T10:30:00',
					links: { link: [{ id: '1', url: 'https://example.com' }] },
				},
			),
			{ encoding },
		);
		expect(error).toBeUndefined();
		expect(fixture.sandbox.messages()).toMatchObject([
			{ kind: 'sms', externalId: 'a', state: 'scheduled', campaignName: 'Calls', optOut: 'reply' },
			{ kind: 'voice', externalId: 'a', state: 'scheduled', campaignName: 'Calls' },
		]);
	});

	test('a contact list is called with what is known of each contact', async () => {
		const listId = await contactList();
		const { items, error } = await fixture.run(
			send(
				{ sendTo: 'contactLists', contactLists: [listId], message: 'Hello [DYNAMIC_FIELD1]' },
				{ addDynamic: true },
			),
			{ encoding },
		);
		expect(error).toBeUndefined();
		expect(fixture.sandbox.messages()).toMatchObject([
			{ kind: 'voice', phone: '0521111111', text: 'Hello Dana' },
		]);
		expect(items[0]?.json).toMatchObject({ recipients: [], contactLists: [listId] });
	});

	test.each([
		[4, 'noCredit', '0501234567', /not have enough credit/],
		[12, 'noMoney', '+14155550100', /not have enough money/],
	] as const)('status %i', async (status, account, phones, message) => {
		const { error } = await fixture.run(send({ phones }, { includesInternational: true }), {
			encoding,
			account: fixture.sandbox[account],
		});
		expect(error?.message).toMatch(message);
		expect(error?.context).toMatchObject({ status, outcome: 'rejected', itemIndex: 0 });
	});

	test.each([CALL_FILTERED, TEXT_AND_CALL, CALL_ONLY])(
		'515: type %i needs a verified sender, whether it is seen or not',
		async (reachBy) => {
			const { error } = await fixture.run(send({ reachBy, source: 'Nobody' }), { encoding });
			expect(error?.message).toMatch(/The sender is not verified \(status 515\) \[item 0\]/);
		},
	);

	test.each(REFUSED)('status %i: the account is refused', async (status, account) => {
		const { error } = await fixture.run(send(), {
			encoding,
			account: account(fixture.sandbox),
		});
		expectRefusal(error, status);
	});

	test('accepted without a shipment id comes out with a warning', async () => {
		const { items, hints } = await fixture.run(send({ message: 'x #noshipment' }), { encoding });
		expect(items[0]?.json.warning).toMatch(/without a shipment ID/);
		expect(hints).toHaveLength(1);
	});

	test('Simplify off gives the reply as it came', async () => {
		const { items } = await fixture.run(send({}, { simplify: false }), { encoding });
		expect(items[0]?.json).toEqual({
			status: encoding === 'json' ? 0 : '0',
			message: 'SMS will be sent',
			shipment_id: String(fixture.sandbox.messages()[0]?.campaignId),
		});
	});

	test('Validate Only calls nobody', async () => {
		const { items } = await fixture.run(send({}, { validateOnly: true }), { encoding });
		expect(items[0]?.json).toMatchObject({ valid: true, validatedOnly: true });
		expect(fixture.sandbox.messages()).toEqual([]);
	});
});

/** A list with one contact, made through the operation for whatever is not listed. */
async function contactList(): Promise<string> {
	const destination = [{ phone: '0521111111', df1: 'Dana' }];
	const { items } = await fixture.run({
		resource: 'custom',
		operation: 'call',
		root: 'newCL',
		body: JSON.stringify({ cl: [{ name: 'Patients', destinations: { destination } }] }),
		options: {},
	});
	return items[0]?.json.identifiers as string;
}

test('type, rate and repeat are numbers in JSON', async () => {
	await fixture.run(
		send(
			{ reachBy: TEXT_AND_CALL },
			{ ttsRate: '={{ "-3" }}', ttsRepeat: 3, ttsVoice: 'ymFemale' },
		),
	);
	expect(sentSms().tts).toEqual({ type: 3, rate: -3, repeat: 3, voice: 'ymFemale' });
});

test('without options only the type goes out', async () => {
	await fixture.run(send());
	expect(sentSms()).toMatchObject({ source: 'TextMe', tts: { type: 4 } });
	expect(Object.keys(sentSms().tts as object)).toEqual(['type']);
});

test.each([
	[{}, { ttsRate: 11 }, '\'Speech Speed\' is "11"; use a whole number from -10 to 10'],
	[{}, { ttsRate: -11 }, '\'Speech Speed\' is "-11"'],
	[{}, { ttsRate: 0.5 }, '\'Speech Speed\' is "0.5"'],
	[{}, { ttsRepeat: 0 }, '\'Repeat\' is "0"; use a whole number of at least 1'],
	[{}, { ttsVoice: 'robot' }, '\'Voice\' is "robot"; use one of: ymFemale, ymMale'],
	[{ reachBy: '={{ 1 }}' }, {}, '\'Reach People By\' is "1"'],
	[{ reachBy: '={{ 5 }}' }, {}, '\'Reach People By\' is "5"'],
	[{ message: '={{ "" }}' }, {}, "'Message' is empty"],
	[{ message: 'x'.repeat(1006) }, {}, "'Message' has 1006 characters"],
	[{ source: '={{ "" }}' }, {}, "'Sender' is empty"],
	[{ source: 'TwelveLetter' }, {}, "'Sender' has 12 characters"],
	[{ phones: 'nobody' }, {}, "'Phone Numbers' is not a phone number"],
	[{}, { campaignName: 'x'.repeat(51) }, "'Campaign Name' has 51 characters"],
	[{}, { addDynamic: true }, "'Merge Contact Fields' needs exactly one contact list"],
	[{}, { addUnsubscribe: '={{ 7 }}' }, '\'Opt-Out\' is "7"; use one of: 3, 2'],
] as Array<[INodeParameters, INodeParameters, string]>)(
	'bad input %j %j is named before anything is sent',
	async (values, options, message) => {
		const { error } = await fixture.run(send(values, options));
		expect(error?.message).toContain(message);
		expect(error?.message).toMatch(/\[item 0\]$/);
		expect(fixture.sandbox.requests()).toHaveLength(0);
	},
);

test('one bad item comes out beside the others', async () => {
	const { items } = await fixture.run(send({ message: '={{ $json.text }}' }), {
		items: [{ text: 'one' }, { text: '' }, { text: 'three' }],
		onError: 'continueRegularOutput',
	});
	expect(items.map(({ json }) => json.error ?? json.accepted)).toEqual([
		true,
		expect.stringContaining("'Message' is empty"),
		true,
	]);
	expect(fixture.sandbox.messages().map(({ text }) => text)).toEqual(['one', 'three']);
});

test('an answer that was lost can be looked up, and nobody is called again', async () => {
	fixture.sandbox.addFault({ kind: 'reset', phase: 'after' });
	const { error } = await fixture.run(send({}, { externalIds: 'visit-7' }));
	expect(error?.context).toMatchObject({ outcome: 'unknown', externalIds: ['visit-7'] });
	expect(error?.description).toContain('visit-7');
	expect(kinds()).toEqual(['voice 0501234567']);
});

test.each(ENCODINGS)('every status in %s is an error that says what to do', async (encoding) => {
	for (const status of STATUS_CODES.filter((code) => code !== 0)) {
		const { error } = await fixture.run(send({ message: `x #status:${status}` }), { encoding });
		expect(error?.message).toMatch(
			new RegExp(`\\(status ${status}\\)(; it is not known .*)? \\[item 0\\]$`),
		);
		expect(error?.description).toBeTruthy();
	}
	expect(fixture.sandbox.messages()).toEqual([]);
});

test('a number the gateway rejects while it accepts the others comes out with its reason', async () => {
	const reply = '{"status":0,"message":"ok","shipment_id":77,"errors":["0502222222 is blocked"]}';
	const { items } = await fixture.runWithReply(reply, send({ phones: '0501111111, 0502222222' }));
	expect(items[0]?.json).toMatchObject({
		accepted: true,
		shipmentId: '77',
		rejected: [{ phone: '0502222222', reason: '0502222222 is blocked' }],
	});
});
