import './harness/noWaits.mts';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { block, unblock } from './harness/blocklist.mts';
import { bulkByExpression, bulkByPath, bulkPeople } from './harness/bulkPeople.mts';
import {
	addContacts,
	createList,
	deleteList,
	getList,
	removeContacts,
} from './harness/contactLists.mts';
import { expectBadInput } from './harness/expectBadInput.mts';
import { sendCode, verifyCode } from './harness/oneTimeCodes.mts';
import { parametersFor } from './harness/parametersFor.mts';
import { ask } from './harness/questions.mts';
import { useRememberedKeys } from './harness/rememberedKeys.mts';
import { getByDate, getByExternalId } from './harness/reports.mts';
import { sendSms } from './harness/smsSend.mts';
import { useSandbox } from './harness/useSandbox.mts';
import { CALL_ONLY, sendVoice, TEXT_AND_CALL } from './harness/voiceSend.mts';

const fixture = useSandbox();
useRememberedKeys();

const reply = parametersFor('sms', 'reply', { message: '={{ $json.text }}' });
const estimate = parametersFor('sms', 'estimate', {
	source: 'TextMe',
	phones: '0501234567',
	message: 'Hello',
});
const verifySender = parametersFor('sender', 'verify');
const birthday = parametersFor('birthdayCampaign', 'update', { campaignId: '5001' });
const cancelById = parametersFor('campaign', 'cancelById');
const cancelByName = parametersFor('campaign', 'cancelByName');
const call = parametersFor('custom', 'call', { root: 'getCL' });
const LISTS = 'contactLists';

describe('what is no phone', () => {
	const PHONES: Array<[string, (phones: string) => INodeParameters]> = [
		['SMS Send', (phones) => sendSms({ phones })],
		['SMS Send', (phones) => sendSms({ phones }, { includesInternational: true })],
		['SMS Send Bulk', (phones) => bulkByPath({ phones })],
		['SMS Estimate', (phones) => estimate({ phones })],
		['SMS Send and Wait', (phone) => ask({ phone })],
		['Voice Send', (phones) => sendVoice({ phones })],
		['OTP Send', (phone) => sendCode({ phone })],
		['OTP Verify', (phone) => verifyCode('012345', {}, phone)],
		['Blocklist Add', (phones) => block({ phones })],
		['Blocklist Remove', (phones) => unblock({ phones })],
		['Contact List Create', (phones) => createList({ phones })],
		['Contact List Add', (phones) => addContacts({ phones })],
		['Contact List Remove', (phones) => removeContacts({ phones })],
		['Sender Verify', (phones) => verifySender({ phones })],
	];
	const VALUES = [
		...['2026-11-26', '26.11.2026', '26/11/2026', '32.085299', '84.22.12.34', '50123456.5'],
		...[50123456.5, '08:30', '1,234.50', -31234567],
	];
	test.each(PHONES)('reaches nobody by %s', async (_, of) => {
		for (const phone of VALUES) {
			const { error } = await fixture.run(of('={{ $json.phone }}'), {
				items: [{ phone, message: 'Hello' }],
			});
			expectBadInput(fixture, error, /'Phone Numbers?' is not a phone number \(".*"\)/);
		}
	});

	test.each(PHONES)('is an object, too, and is not quoted as one: %s', async (_, of) => {
		const { error } = await fixture.run(of('={{ $json.phone }}'), {
			items: [{ phone: { number: '0501234567' }, message: 'Hello' }],
		});
		expectBadInput(fixture, error, /'Phone Numbers?' is not plain text but an object or a list/);
	});

	test('is found as one of several', async () => {
		for (const phones of ['0501234567, 2026-11-26', '={{ ["0501234567", 32.085299] }}']) {
			const { error } = await fixture.run(sendSms({ phones }));
			expectBadInput(fixture, error, /'Phone Numbers' is not a phone number \("(2026|32)/);
		}
	});

	test('is no foreign one either where it begins with 972', async () => {
		for (const phones of ['9725012345678', '972972501234567', '972 1 700 123 456']) {
			const { error } = await fixture.run(sendSms({ phones }, { includesInternational: true }));
			expectBadInput(fixture, error, /'Phone Numbers' is not a phone number/);
		}
	});
});

describe('what stands for a missing value', () => {
	const DATE = '={{ "See you at " + DateTime.fromISO("soon").toFormat("HH:mm") }}';
	const TEXTS: Array<[string, (text: string) => INodeParameters, string, string?]> = [
		['SMS Send', (message) => sendSms({ message }), 'Message'],
		['SMS Send Bulk', (message) => bulkByExpression({ message }), 'Message'],
		['SMS Estimate', (message) => estimate({ message }), 'Message'],
		['SMS Send and Wait', (message) => ask({ message }), 'Message'],
		[
			'SMS Send and Wait',
			(message) => ask({ message, source: '0559000100' }),
			'Message',
			'smsReply',
		],
		['Voice Send', (message) => sendVoice({ message }), 'Message'],
		['OTP Send', (text) => sendCode({ text: `${text} [code]` }), 'Message'],
		['Birthday Campaign Update', (message) => birthday({ message }), 'Message'],
		['Campaign Cancel by Name', (campaignName) => cancelByName({ campaignName }), 'Campaign Name'],
		['Contact List Create', (listName) => createList({ listName }), 'List Name'],
		['Contact List Add', (df1) => addContacts({ contactFields: { df1 } }), 'Dynamic Field 1'],
		['Blocklist Remove', (reason) => unblock({ reason }), 'Reason'],
		['Campaign Name', (campaignName) => sendSms({}, { campaignName }), 'Campaign Name'],
		['External IDs', (externalIds) => sendSms({}, { externalIds }), 'External IDs'],
		['Idempotency Key', (idempotencyKey) => sendSms({}, { idempotencyKey }), 'Idempotency Key'],
		['On Behalf Of', (onBehalfOf) => sendSms({}, { onBehalfOf }), 'On Behalf Of'],
		['Get by External ID', (externalIds) => getByExternalId({ externalIds }), 'External IDs'],
		['Raw Request', (text) => call({ body: `${text.replace('=', '={"a":"')}"}` }), 'Body'],
		[
			'Short Links',
			(text) =>
				sendSms(
					{ message: 'See [link-1]' },
					{
						links: {
							link: [{ id: '1', url: text.replace('=', '=https://example.com/?order=') }],
						},
					},
				),
			'Short Links',
		],
	];
	test.each(TEXTS)('does not leave in a text of %s', async (_, of, label, type = 'approval') => {
		for (const text of [
			DATE,
			'=Hi {{ [$json.missing].map(String)[0] }}',
			'=Hi {{ $json.sheet }}',
		]) {
			const parameters = { ...of(text), responseType: type };
			const { error } = await fixture.run(parameters, {
				items: [{ ...bulkPeople(1)[0], sheet: '#REF!' }],
			});
			expectBadInput(
				fixture,
				error,
				new RegExp(
					`'${label}' contains "(Invalid DateTime|undefined|#REF!)", because a value is missing; check the fields in`,
				),
			);
		}
	});

	test('names the expression that yielded it, and the item', async () => {
		const message =
			'=Hi {{ $json.name }}, see you at {{ DateTime.fromISO($json.at).toFormat("HH:mm") }}';
		const { error } = await fixture.run(bulkByPath({ message }), {
			items: [
				{ phone: '0501111111', name: 'Dana', at: '2026-05-01T10:30' },
				{ phone: '0502222222', name: 'Avi', at: 'soon' },
			],
		});
		expectBadInput(
			fixture,
			error,
			`'Message' contains "Invalid DateTime", because a value is missing; check the fields in {{ DateTime.fromISO($json.at).toFormat("HH:mm") }}, or leave the item out [item 1]`,
			1,
		);
	});

	test.each([
		'A text about null, NaN and undefined',
		'=A text about null for {{ $json.name }}',
		'=Hello {{ $json.word }}',
	])('is allowed where the parameter itself says it, and in longer words: %s', async (message) => {
		const { error } = await fixture.run(sendSms({ message }), {
			items: [{ name: 'Dana', word: 'nullify, Annan' }],
		});
		expect(error).toBeUndefined();
		expect(fixture.sandbox.messages()[0]?.text).toBe(
			message
				.replace('=', '')
				.replace('{{ $json.name }}', 'Dana')
				.replace('{{ $json.word }}', 'nullify, Annan'),
		);
	});

	test('is not allowed a second time', async () => {
		const { error } = await fixture.run(
			sendSms({ message: '=null for {{ String($json.name) }}' }),
			{
				items: [{ name: null }],
			},
		);
		expectBadInput(fixture, error, /'Message' contains "null"/);
	});

	test('skips the answer to a stranger', async () => {
		const { items } = await fixture.run(reply(), {
			items: [
				{ eventId: '1', phone: '0501234567', to: '0559000100', text: 'Your order is undefined' },
				{ eventId: '2', phone: '0502222222', to: '0559000100', text: 'Welcome' },
			],
		});
		expect(items.map(({ json }) => [json.skipped, json.accepted])).toEqual([
			[true, expect.anything()],
			[false, true],
		]);
		expect(fixture.sandbox.messages().map(({ text }) => text)).toEqual(['Welcome']);
	});
});

describe('IDs in the spelling of a sheet', () => {
	const IDS: Array<[string, (id: string) => INodeParameters]> = [
		['SMS Send', (contactLists) => sendSms({ sendTo: LISTS, contactLists })],
		['Voice Send', (contactLists) => sendVoice({ sendTo: LISTS, contactLists })],
		['SMS Send Bulk', (contactList) => bulkByPath({}, { contactList })],
		['Contact List Get', (contactList) => getList({ contactList })],
		['Contact List Delete', (contactList) => deleteList({ contactList })],
		['Contact List Add', (contactList) => addContacts({ contactList })],
		['Contact List Remove', (contactList) => removeContacts({ contactList })],
		['Campaign Cancel by ID', (campaignId) => cancelById({ campaignId })],
		['Birthday Campaign Update', (campaignId) => birthday({ campaignId, message: 'Mazal tov' })],
	];
	test.each(IDS)('are refused by %s', async (_, of) => {
		for (const id of ['21,501', '21501.0', '2.1501E+04', "'21501", '#21501', 'undefined']) {
			const { error } = await fixture.run(of('={{ $json.id }}'), {
				items: [{ ...bulkPeople(1)[0], id }],
			});
			expectBadInput(fixture, error, /'.*' (is not an ID|has "21,501", which may be one ID or)/);
		}
	});

	test('are refused by Get by Date', async () => {
		for (const shipmentIds of ['700,001', '700001.0', 'undefined']) {
			const { error } = await fixture.run(getByDate({}, { shipmentIds }));
			expectBadInput(fixture, error, /'Shipment IDs' (is not an ID|has "700,001", which may be)/);
		}
	});

	test('are not split by Get by External ID', async () => {
		const { error } = await fixture.run(getByExternalId({ externalIds: '1,001' }));
		expectBadInput(fixture, error, /'External IDs' has "1,001", which may be one ID or several/);
		const { items } = await fixture.run(getByExternalId({ externalIds: '={{ ["1,001"] }}' }));
		expect(items.map(({ json }) => json.externalId)).toEqual(['1,001']);
	});
});

test.each([
	['SMS Send', sendSms],
	['SMS Send Bulk', bulkByPath],
	['Voice Send', sendVoice],
])('a Schedule of %s needs a time', async (_, send) => {
	for (const timing of ['2030-04-23', '={{ "2030-04-23" }}']) {
		const { error } = await fixture.run(send({}, { timing }), { items: bulkPeople(1) });
		expectBadInput(
			fixture,
			error,
			/'Schedule' is a day without a time \("2030-04-23"\); add the time/,
		);
	}
	const { error } = await fixture.run(send({}, { timing: '2030-04-23T00:00' }), {
		items: bulkPeople(1),
	});
	expect(error).toBeUndefined();
});

describe('code in a text', () => {
	const FOUND = `'Message' has an HTML tag ("<br>"), an HTML character ("&amp;"). People will see exactly that.`;
	test.each([
		['SMS Send', sendSms({ message: '={{ $json.message }}' })],
		['SMS Send, fixed', sendSms({ message: 'Tom<br>&amp; Jerry' })],
		['SMS Send Bulk', bulkByPath()],
		['Voice Send', sendVoice({ message: '={{ $json.message }}', reachBy: TEXT_AND_CALL })],
		['Estimate', estimate({ message: '={{ $json.message }}' })],
		['Birthday Campaign Update', birthday({ message: '={{ $json.message }}' })],
		['Reply', parametersFor('sms', 'reply', { message: '={{ $json.message }}' })()],
	])('is named on each item of %s, and goes out as it is', async (_, parameters) => {
		const message = 'Tom<br>&amp; Jerry';
		const items: IDataObject[] = ['0501111111', '0502222222'].map((phone, n) => ({
			...{ phone, message, to: '0559000100', eventId: String(n) },
		}));
		const result = await fixture.run(parameters, { items });
		expect(result.error).toBeUndefined();
		const warnings = result.items.map(({ json: { warning, skipped } }) =>
			typeof warning === 'string' ? warning : JSON.stringify(skipped),
		);
		expect(warnings.filter((warning) => !['true', '–'].includes(warning))).toEqual(
			warnings.filter((warning) => warning.includes(FOUND)),
		);
		expect(warnings[0]).toContain(FOUND);
		for (const { text } of fixture.sandbox.messages()) expect(text).toBe(message);
	});

	test('nothing is said of other texts', async () => {
		const { items } = await fixture.run(sendSms());
		expect(items[0]?.json).not.toHaveProperty('warning');
	});

	test.each([
		[
			'in a tool',
			sendSms({ message: '={{ $json.text }}' }),
			{ type: 'n8n-nodes-textme.textMeTool' },
		],
		['in the output of an agent', sendSms({ message: '={{ $json.output }}' }), {}],
	])("a model's thoughts are refused %s", async (_, parameters, options) => {
		const text = '<think>She is angry.</think>We are sorry';
		const { error, items } = await fixture.run(parameters, {
			items: [{ text, output: text }],
			...options,
		});
		expect(error?.message ?? items[0]?.json.error).toContain(
			"'Message' contains a model's thoughts (<think>)",
		);
		expect(fixture.sandbox.requests()).toEqual([]);
	});

	test('elsewhere they are named', async () => {
		const { items } = await fixture.run(sendSms({ message: '<think>x</think>y' }));
		expect(items[0]?.json.warning).toMatch(/has a model's thoughts \("<think>"\)/);
	});
});

test('a type of call as text keeps its sender', async () => {
	for (const reachBy of [String(CALL_ONLY), String(TEXT_AND_CALL)]) {
		const { error } = await fixture.run(sendVoice({ reachBy }));
		expect(error).toBeUndefined();
	}
});
