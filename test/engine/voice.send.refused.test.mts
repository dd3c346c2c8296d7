import type { INodeParameters } from 'n8n-workflow';

import { expectBadInput } from './harness/expectBadInput.mts';
import { OUT_OF_FUNDS } from './harness/refusedAccounts.mts';
import { expectExplained, refusingStatuses } from './harness/refusingStatuses.mts';
import { useSandbox } from './harness/useSandbox.mts';
import { CALL_FILTERED, CALL_ONLY, sendVoice, TEXT_AND_CALL } from './harness/voiceSend.mts';

const fixture = useSandbox();

describe('Voice Send refused', () => {
	test.each(OUT_OF_FUNDS)(
		'explains the status %i of a call',
		async (status, account, phones, message) => {
			const { error } = await fixture.run(sendVoice({ phones }, { includesInternational: true }), {
				account: fixture.sandbox[account],
			});
			expect(error?.message).toMatch(message);
			expect(error?.context).toMatchObject({ status, outcome: 'rejected', itemIndex: 0 });
		},
	);

	test.each([CALL_FILTERED, TEXT_AND_CALL, CALL_ONLY])(
		'515: type %i needs a verified sender, whether it is seen or not',
		async (reachBy) => {
			const { error } = await fixture.run(sendVoice({ reachBy, source: 'Nobody' }));
			expect(error?.message).toMatch(/The sender is not verified \(status 515\) \[item 0\]/);
		},
	);
});

test.each([
	[{}, { ttsRate: 11 }, '\'Speech Speed\' is "11"; use a whole number from -10 to 10'],
	[{}, { ttsRate: -11 }, '\'Speech Speed\' is "-11"'],
	[{}, { ttsRate: 0.5 }, '\'Speech Speed\' is "0.5"'],
	[{}, { ttsRepeat: 0 }, '\'Repeat\' is "0"; use a whole number of at least 1'],
	[{}, { ttsVoice: 'robot' }, '\'Voice\' is "robot"; use one of: ymFemale, ymMale'],
	[{ reachBy: '={{ 1 }}' }, {}, '\'Send As\' is "1"'],
	[{ reachBy: '={{ 5 }}' }, {}, '\'Send As\' is "5"'],
	[{ message: '={{ "" }}' }, {}, "'Message' is empty"],
	[{ message: 'x'.repeat(1006) }, {}, "'Message' has 1006 characters"],
	[{ source: '={{ "" }}' }, {}, "'Sender' is empty"],
	[{ source: 'TwelveLetter' }, {}, "'Sender' has 12 characters"],
	[{ phones: 'nobody' }, {}, "'Phone Numbers' is not a phone number"],
	[{}, { campaignName: 'x'.repeat(51) }, "'Campaign Name' has 51 characters"],
	[
		{ sendTo: 'contactLists', contactLists: ['1', '2'] },
		{ addDynamic: true },
		"'Merge Contact Fields' needs exactly one contact list",
	],
	[
		{ reachBy: TEXT_AND_CALL },
		{ addUnsubscribe: '={{ 7 }}' },
		'\'Opt-Out\' is "7"; use one of: 3, 2',
	],
] as Array<[INodeParameters, INodeParameters, string]>)(
	'names bad input of a call before it sends: %j %j',
	async (values, options, message) => {
		const { error } = await fixture.run(sendVoice(values, options));
		expectBadInput(fixture, error, message);
	},
);

test('puts a bad call out beside the others', async () => {
	const { items } = await fixture.run(sendVoice({ message: '={{ $json.text }}' }), {
		items: [{ text: 'one' }, { text: '' }, { text: 'three' }],
		onError: 'continueRegularOutput',
	});
	expect(items.map(({ json }) => json.error ?? json.accepted)).toStrictEqual([
		true,
		expect.stringContaining("'Message' is empty"),
		true,
	]);
	expect(fixture.sandbox.messages().map(({ text }) => text)).toEqual(['one', 'three']);
});

test('lets a lost answer be looked up, and calls nobody again', async () => {
	fixture.sandbox.addFault({ kind: 'reset', phase: 'after' });
	const { error } = await fixture.run(sendVoice({}, { externalIds: 'visit-7' }));
	expect(error?.context).toMatchObject({ outcome: 'unknown', externalIds: ['visit-7'] });
	expect(error?.description).toContain('visit-7');
	expect(fixture.sandbox.messages()).toMatchObject([{ kind: 'voice', phone: '0501234567' }]);
});

test('says what to do after each status of a call', async () => {
	for (const status of refusingStatuses('sms')) {
		const { error } = await fixture.run(sendVoice({ message: `x #status:${status}` }), {});
		expectExplained(error, status);
	}
	expect(fixture.sandbox.messages()).toStrictEqual([]);
});
