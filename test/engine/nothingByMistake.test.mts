import './harness/noWaits.mts';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { unblock } from './harness/blocklist.mts';
import { bulkByExpression, bulkByPath, bulkPeople } from './harness/bulkPeople.mts';
import { addContacts, createList } from './harness/contactLists.mts';
import { expectBadInput } from './harness/expectBadInput.mts';
import { sendCode } from './harness/oneTimeCodes.mts';
import { parametersFor } from './harness/parametersFor.mts';
import { ask } from './harness/questions.mts';
import { useRememberedKeys } from './harness/rememberedKeys.mts';
import { sendSms } from './harness/smsSend.mts';
import { useSandbox } from './harness/useSandbox.mts';
import { CALL_FILTERED, sendVoice } from './harness/voiceSend.mts';

const fixture = useSandbox();
useRememberedKeys();

const MINUTE = 60_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

/** Every operation that sends a user's text, by a name for the test. */
const SENDS = {
	'SMS Send': sendSms,
	'SMS Send Bulk by expressions': bulkByExpression,
	'SMS Send Bulk by plain paths': bulkByPath,
	'Voice Send': ((values = {}, options = {}) =>
		sendVoice({ reachBy: CALL_FILTERED, ...values }, options)) satisfies typeof sendVoice,
} as const;
const sends = Object.entries(SENDS);
const item: IDataObject = { ...bulkPeople(1)[0], none: '' };

describe.each(sends)('%s', (_, send) => {
	describe('Schedule', () => {
		test.each(['', '={{ $json.none }}', '={{ $json.missing }}', '={{ null }}'])(
			'refuses a schedule of %j',
			async (timing) => {
				const { error } = await fixture.run(send({}, { timing }), { items: [item] });
				expectBadInput(fixture, error, "'Schedule' is empty; enter a value, or remove the option");
			},
		);

		test('refuses a schedule that is past by more than a minute', async () => {
			const { error } = await fixture.run(send({}, { timing: ago(1.5 * MINUTE) }), {
				items: [item],
			});
			expectBadInput(
				fixture,
				error,
				/'Schedule' is in the past \(.*\); enter a time in the future/,
			);
		});

		test('sends when the schedule is past by seconds, since making the request took that long', async () => {
			const { error } = await fixture.run(send({}, { timing: ago(MINUTE / 2) }), { items: [item] });
			expect(error).toBeUndefined();
		});

		test('comes out as scheduledFor', async () => {
			const { items } = await fixture.run(send({}, { timing: '2030-07-02T10:30:00' }), {
				items: [item],
			});
			expect(items[0]?.json.scheduledFor).toBe('2030-07-02T10:30:00+03:00');
			const now = await fixture.run(send(), { items: [item] });
			expect(now.items[0]?.json).not.toHaveProperty('scheduledFor');
		});
	});

	test('refuses a contact field that nothing fills in', async () => {
		const { error } = await fixture.run(send({ message: 'Hi [DYNAMIC_FIELD1]' }), {
			items: [item],
		});
		expectBadInput(fixture, error, /'Message' has \[DYNAMIC_FIELD1\]/);
	});

	test('refuses a link whose address yields nothing', async () => {
		const { error } = await fixture.run(
			send(
				{ message: 'See [link-1]' },
				{ links: { link: [{ id: '1', url: '={{ $json.missing }}' }] } },
			),
			{ items: [item] },
		);
		expectBadInput(fixture, error, "'Short Links' has a link without ID or URL");
	});

	test('refuses an opt-out whose expression yields nothing, and takes None for a choice', async () => {
		const { error } = await fixture.run(send({}, { addUnsubscribe: '={{ $json.missing }}' }), {
			items: [item],
		});
		expectBadInput(fixture, error, "'Opt-Out' is empty");
		expect((await fixture.run(send({}, { addUnsubscribe: '' }), { items: [item] })).error).toBe(
			undefined,
		);
	});

	test('refuses a reply to remove oneself to a sender that receives no replies', async () => {
		const { error } = await fixture.run(send({ source: 'TextMe' }, { addUnsubscribe: '2' }), {
			items: [item],
		});
		expectBadInput(
			fixture,
			error,
			/'Opt-Out' is 'Reply to Remove', and nobody can reply to "TextMe"/,
		);
		const toNumber = await fixture.run(send({ source: '0559000100' }, { addUnsubscribe: '2' }), {
			items: [item],
		});
		expect(toNumber.error).toBeUndefined();
	});

	test.each([
		'',
		'={{ $json.none }}',
		'={{ $json.missing }}',
		'={{ null }}',
		'undefined',
		'null',
		'={{ "order-" + $json.missing }}',
		'={{ $json.missing }}-{{ $json.none }}',
		'={{ "NaN" }}',
		'={{ {} }}',
		' ',
	])('refuses an Idempotency Key of %j', async (idempotencyKey) => {
		const { error } = await fixture.run(send({}, { idempotencyKey }), { items: [item] });
		expectBadInput(fixture, error, /'Idempotency Key' (is|contains)/);
	});

	test('uses a key that only resembles nothing', async () => {
		const { error } = await fixture.run(send({}, { idempotencyKey: 'nullarbor-undefinedly-0' }), {
			items: [item],
		});
		expect(error).toBeUndefined();
		expect(fixture.sandbox.counters().messages).toBe(1);
	});
});

test.each([{ order: '' }, {}, { order: null }, { order: 'undefined' }])(
	'refuses an Idempotency Key by a plain path for the item %j',
	async (json) => {
		const keyed = bulkByPath({}, { idempotencyKey: '={{ $json.order }}' });
		const { items } = await fixture.run(keyed, {
			items: [item, { ...item, order: undefined, ...json }],
			onError: 'continueRegularOutput',
		});
		expect(items[0]?.json.accepted).toBe(true);
		expect(items[1]?.json.error).toMatch(/^'Idempotency Key' .*\[item 1\]$/);
		expect(fixture.sandbox.counters().messages).toBe(1);
	},
);

describe('braces that n8n has not filled in', () => {
	const update = parametersFor('birthdayCampaign', 'update', {
		campaignId: { __rl: true, mode: 'id', value: '1' },
		message: 'Happy birthday',
	});
	const openAccount = parametersFor('subAccount', 'create', {
		name: '{{ $json.branch }}',
		username: 'haifa',
		password: 'a good one',
		source: 'MyShop',
		credits: 1,
	})();
	const rawRequest = parametersFor('custom', 'call', {
		root: 'sms',
		body: '{ "message": "Hi {{ $json.name }}" }',
	})();
	const text = 'Hi {{ $json.name }}';
	test.each([
		['SMS Send', sendSms({ message: text }), 'Message'],
		['SMS Send', sendSms({ message: 'Hi {{\n$json.name\n}}' }), 'Message'],
		['SMS Send', sendSms({ phones: '{{ $json.phone }}' }), 'Phone Numbers'],
		['SMS Send', sendSms({ source: '{{ $json.s }}' }), 'Sender'],
		['SMS Send', sendSms({}, { tag: '{{ $json.tag }}' }), 'Tag'],
		['SMS Send', sendSms({}, { externalIds: '{{ $json.id }}' }), 'External IDs'],
		['SMS Send', sendSms({}, { idempotencyKey: '{{ $json.id }}' }), 'Idempotency Key'],
		['SMS Send', sendSms({}, { campaignName: '{{ $json.id }}' }), 'Campaign Name'],
		[
			'SMS Send',
			sendSms(
				{ message: 'Go to [link-1]' },
				{ links: { link: [{ id: '1', url: 'https://example.com/{{ $json.id }}' }] } },
			),
			'Short Links',
		],
		[
			'SMS Send, from the data',
			sendSms({ message: '={{ "Hi {" + "{ name }" + "}" }}' }),
			'Message',
		],
		['Send Bulk', bulkByExpression({ message: text }), 'Message'],
		['Send Bulk', bulkByPath({ message: 'Hi {{name}}' }), 'Message'],
		['Send Bulk, from the data', bulkByPath({ message: '={{ $json.braces }}' }), 'Message'],
		['Send Bulk', bulkByExpression({ source: '{{ $json.s }}' }), 'Sender'],
		['Voice Send', sendVoice({ message: text }), 'Message'],
		['Send and Wait', ask({ message: text }), 'Message'],
		['Send and Wait', ask({ phone: '{{ $json.phone }}' }), 'Phone Number'],
		['Send and Wait', ask({}, { approveLabel: '{{ $json.yes }}' }), 'Approve Button Label'],
		['Send and Wait', ask({ choices: 'Yes\n{{ $json.no }}' }), 'Choices', 'smsReply'],
		[
			'Send and Wait',
			ask({ formFields: { values: [{ fieldLabel: 'At {{ $json.shop }}?', fieldType: 'text' }] } }),
			'Form Fields',
			'form',
		],
		['Send Bulk', bulkByExpression({}, { externalIds: '{{ $json.id }}' }), 'External IDs'],
		['Voice Send', sendVoice({ phones: '{{ $json.phone }}' }), 'Phone Numbers'],
		['Contact List Create', createList({ listName: 'Of {{ $json.month }}' }), 'List Name'],
		['Blocklist Remove', unblock({ reason: '{{ $json.why }}' }), 'Reason'],
		['Sub-Account Create', openAccount, 'Name'],
		['Raw Request', rawRequest, 'Body'],
		['any', sendSms({}, { onBehalfOf: '{{ $json.branch }}' }), 'On Behalf Of'],
		['OTP Send', sendCode({ text: '{{ $json.shop }}: [code]' }), 'Message'],
		['OTP Send', sendCode({ phone: '{{ $json.phone }}' }), 'Phone Number'],
		['Birthday Campaign Update', update({ message: text }), 'Message'],
		[
			'Contact List Add',
			addContacts({ contactFields: { df1: '{{ $json.name }}' } }),
			'Dynamic Field 1',
		],
	] as Array<[string, INodeParameters, string, string?]>)(
		'refuses what nobody meant to send in %s: %j',
		async (_, parameters, label, responseType = 'approval') => {
			const { error } = await fixture.run(
				{ ...parameters, responseType },
				{
					items: [{ ...item, braces: 'Hello {{first_name}}' }],
				},
			);
			expectBadInput(
				fixture,
				error,
				new RegExp(`'${label}' contains "\\{\\{.*which n8n has not filled in; .*Expression`, 's'),
			);
		},
	);

	test('single braces and half a pair are text', async () => {
		const { error } = await fixture.run(sendSms({ message: 'a } { b {{ c } }' }));
		expect(error).toBeUndefined();
	});
});

test('refuses them as a tool of an agent, too', async () => {
	const { items } = await fixture.run(sendSms({ message: 'Hi {{ name }}' }), {
		type: 'n8n-nodes-textme.textMeTool',
	});
	expect(items[0]?.json.error).toMatch(/'Message' contains/);
	expect(fixture.sandbox.requests()).toHaveLength(0);
});

describe('the error output', () => {
	const people = [
		{ phone: '0501111111', message: 'Hello Dana', error: 'of mine', details: 'of mine' },
		{ phone: 'no phone', message: 'Hello Avi', note: 'of mine' },
	];
	const send = sendSms({ phones: '={{ $json.phone }}', message: '={{ $json.message }}' });

	test('keeps what the item had, and puts everything of ours under error', async () => {
		const { items, errors } = await fixture.run(send, {
			items: people,
			onError: 'continueErrorOutput',
		});
		expect(items).toHaveLength(1);
		expect(errors.map(({ json }) => json)).toEqual([
			{
				phone: 'no phone',
				message: 'Hello Avi',
				note: 'of mine',
				error: {
					accepted: false,
					phone: 'no phone',
					message: expect.stringMatching(/^'Phone Numbers' is not a phone number/) as string,
					description: expect.any(String) as string,
					outcome: 'rejected',
					retryable: false,
				},
			},
		]);
	});

	test('says what to look up of a send of unknown outcome', async () => {
		fixture.sandbox.addFault({ kind: 'reset', root: 'sms', phase: 'after' });
		const { errors } = await fixture.run(send, {
			items: people.slice(0, 1),
			onError: 'continueErrorOutput',
		});
		const [sent] = fixture.sandbox.messages();
		expect(errors[0]?.json).toMatchObject({
			message: 'Hello Dana',
			details: 'of mine',
			error: { outcome: 'unknown', externalIds: [sent?.externalId] },
		});
	});
});
