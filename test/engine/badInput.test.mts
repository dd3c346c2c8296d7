import type { INodeParameters } from 'n8n-workflow';

import { getCurrentToken } from './harness/apiTokens.mts';
import { block, unblock } from './harness/blocklist.mts';
import {
	addContacts,
	createList,
	deleteList,
	getList,
	getLists,
	removeContacts,
} from './harness/contactLists.mts';
import { expectBadInput } from './harness/expectBadInput.mts';
import { sendCode, verifyCode } from './harness/oneTimeCodes.mts';
import { parametersFor } from './harness/parametersFor.mts';
import { getByDate, getByExternalId, getIncomingMessages } from './harness/reports.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const birthdays = parametersFor('birthdayCampaign', 'getMany');
const birthday = parametersFor('birthdayCampaign', 'update', {
	campaignId: '5001',
	message: 'Mazal tov!',
});
const blocklist = parametersFor('blocklist', 'getMany', { from: '', to: '', returnAll: true });
const cancelById = parametersFor('campaign', 'cancelById');
const cancelByName = parametersFor('campaign', 'cancelByName');
const call = parametersFor('custom', 'call', { root: 'getCL', body: '{}' });

const noItem = (limit: number | string) => ({ returnAll: false, limit });
const NOT_ISRAELI = '+14155550100';
const NO_LIST = "'Contact List' is empty; choose a contact list or enter its ID";
const ENDS_FIRST = "The time from 'From' to 'To' ends before it begins";
const NO_NAME = "'Operation Name' is not the name of an operation";
const NO_BODY = "'Body' is not a JSON object";

type Row = [message: string | RegExp, parameters: INodeParameters];
const ROWS: Row[] = [
	[/^'Username' is not plain text /, getCurrentToken('={{ {} }}')],

	["'Message' is empty", birthday({ message: '={{ "" }}' })],
	[
		"'Message' has 1006 characters; the service allows 1005",
		birthday({ message: 'x'.repeat(1006) }),
	],
	["'Birthday Campaign' is empty", birthday({ campaignId: '={{ "" }}' })],
	["'Birthday Campaign' is not an ID", birthday({ campaignId: 'spring' })],
	['\'Limit\' is "0"; use a whole number of at least 1 [item 0]', birthdays(noItem(0))],

	["'Phone Numbers' is empty", block({ phones: '={{ "" }}' })],
	["'Phone Numbers' is not a phone number", block({ phones: '0501111111, 050****111' })],
	["'Phone Numbers' is not an Israeli number", block({ phones: NOT_ISRAELI })],
	["'Phone Numbers' is empty", unblock({ phones: '={{ [] }}' })],
	["'Phone Numbers' is not a phone number", unblock({ phones: '050****111' })],
	["'Reason' is empty; say why", unblock({ reason: '={{ " " }}' })],
	["'Reason' is not plain text", unblock({ reason: '={{ [1] }}' })],
	["'From' is not a date", blocklist({ from: 'soon' })],
	["'To' is not a date", blocklist({ to: '2026-02-31' })],
	[ENDS_FIRST, blocklist({ from: '2026-02-01', to: '2026-01-01' })],
	["'Limit' is", blocklist(noItem(0))],

	["'Shipment ID' is empty", cancelById({ campaignId: '={{ "" }}' })],
	['\'Shipment ID\' is not an ID ("Spring")', cancelById({ campaignId: 'Spring' })],
	['\'Shipment ID\' is not an ID ("12a")', cancelById({ campaignId: '12a' })],
	["'Shipment ID' is not plain text", cancelById({ campaignId: '={{ {"id": 1} }}' })],
	["'Campaign Name' is empty", cancelByName({ campaignName: '={{ "" }}' })],
	["'Campaign Name' has 51 characters", cancelByName({ campaignName: 'x'.repeat(51) })],

	["'List Name' is empty; enter a name for the list", createList({ listName: '={{ "  " }}' })],
	["'List Name' is not plain text", createList({ listName: '={{ {"a": 1} }}' })],
	[
		"'Phone Numbers' is empty; enter at least one phone number",
		createList({ phones: '={{ [] }}' }),
	],
	['\'Phone Numbers\' is not a phone number ("12")', createList({ phones: '0501111111, 12' })],
	["'Phone Numbers' is not an Israeli number", createList({ phones: NOT_ISRAELI })],
	["'Dynamic Field 3' is not plain text", createList({ contactFields: { df3: '={{ [1] }}' } })],
	[
		'The request holds a character that cannot be sent',
		createList({ contactFields: { df1: 'a\u0001' } }),
	],
	...[addContacts, removeContacts].flatMap((change): Row[] => [
		["'Contact List' is not plain text", change({ contactList: '={{ {"a": 1} }}' })],
		["'Phone Numbers' is empty; enter at least one phone number", change({ phones: '={{ "" }}' })],
		['\'Phone Numbers\' is not a phone number ("x")', change({ phones: '0501111111, x' })],
		["'Phone Numbers' is not an Israeli number", change({ phones: NOT_ISRAELI })],
	]),
	...[addContacts, removeContacts, getList, deleteList].map(
		(operation): Row => [NO_LIST, operation({ contactList: '={{ "" }}' })],
	),
	...[0, -1, 1.5].map((limit): Row => ["'Limit' is", getLists(noItem(limit))]),

	[NO_NAME, call({ root: '={{ "" }}' })],
	[NO_NAME, call({ root: 'get CL' })],
	[NO_NAME, call({ root: '<sms>' })],
	['The request has a name that cannot be used', call({ root: 'xmlSend' })],
	...['={{ "" }}', '={{ "{" }}', '[1]', '"text"'].map((body): Row => [NO_BODY, call({ body })]),
	['The request has a name that cannot be used for a field: "a b"', call({ body: '{ "a b": 1 }' })],
	['The request holds a list inside a list in getCL.a[0]', call({ body: '{ "a": [[1]] }' })],
	['The request holds a character that cannot be sent', call({ body: '{ "a": "\\u0001" }' })],

	["'Sender' is empty", sendCode({ source: '={{ "" }}' })],
	["'Phone Number' is empty", sendCode({ phone: '={{ "" }}' })],
	['\'Phone Number\' is not a phone number ("050123456x")', sendCode({ phone: '050123456x' })],
	["'Phone Number' is not a phone number", sendCode({ phone: '0501234567, 0527654321' })],
	["'Phone Number' is not an Israeli number", sendCode({ phone: NOT_ISRAELI })],
	["'Message' does not contain [code]", sendCode({ text: 'Your code' })],
	["'Message' has 1006 characters", sendCode({ text: `[code]${'x'.repeat(1000)}` })],
	['\'Max Tries\' is "2"; use a whole number from 3 to 5', sendCode({}, { maxTries: 2 })],
	['\'Max Tries\' is "6"', sendCode({}, { maxTries: 6 })],
	[
		'\'Valid For (Minutes)\' is "0"; use a whole number from 1 to 15',
		sendCode({}, { validMinutes: 0 }),
	],
	['\'Valid For (Minutes)\' is "16"', sendCode({}, { validMinutes: 16 })],
	['\'App ID\' is "0"; use a whole number of at least 1', sendCode({}, { appId: 0 })],
	["'Code' is empty", verifyCode('={{ "" }}')],
	[/^'Code' is not a code; use digits only (?!.*01234x)/, verifyCode('01234x')],
	["'Phone Number' is empty", verifyCode('012345', {}, '={{ "" }}')],
	["'Phone Number' is not an Israeli number", verifyCode('012345', {}, NOT_ISRAELI)],
	[
		'\'Code Sent By\' is "fax"; use one of: sms, whatsapp',
		verifyCode('012345', { serviceType: 'fax' }),
	],

	["'External IDs' is empty", getByExternalId({ externalIds: '={{ [] }}' })],
	[
		'\'External IDs\' is "null", which the service reads as no ID',
		getByExternalId({ externalIds: 'a,null' }),
	],
	['\'From\' is not a date ("yesterday")', getByExternalId({ from: 'yesterday' })],
	["'From' is outside the years 2000 to 2099", getByExternalId({ from: '2999-01-01', to: '' })],
	["'To' is not a date", getByExternalId({ to: '2026-02-31' })],
	["'To' is not a date", getByDate({ to: '15-01-2026' })],
	["'To' is not a date", getIncomingMessages({ to: '99/99/26 10:00' })],
	...[getByDate, getIncomingMessages].flatMap((get): Row[] => [
		["'From' is not a date", get({ from: 'x' })],
		['\'Limit\' is "-1"', get(noItem(-1))],
		['\'Limit\' is "many"', get(noItem('={{ "many" }}'))],
	]),
	...[getByExternalId, getByDate, getIncomingMessages].flatMap((get): Row[] => [
		[ENDS_FIRST, get({ from: '2026-01-17' })],
		['\'Timeout\' is "0"; use a whole number of at least 1', get({}, { timeout: 0 })],
		['\'Timeout\' is "soon"', get({}, { timeout: '={{ "soon" }}' })],
	]),
	// With 0 requests at a time, nothing would be requested or returned.
	...[0, 11, '={{ "many" }}'].map(
		(concurrentRequests): Row => [
			/^'Concurrent Requests' is .*; use a whole number from 1 to 10 /,
			getByDate({}, { concurrentRequests }),
		],
	),
];

test.each(
	ROWS.map(([message, parameters]) => {
		const { resource, operation, ...values } = parameters as Record<string, string>;
		return [`${resource}.${operation}`, message, values, parameters] as const;
	}),
)('names bad input of %s before anything is asked: %s %j', async (_, message, __, parameters) => {
	const { error } = await fixture.run(parameters);
	expectBadInput(fixture, error, message);
});
