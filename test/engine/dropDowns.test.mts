import './harness/noWaits.mts';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { contactListsOf } from './harness/contactLists.mts';
import { placed } from './harness/placed.mts';
import { fillDropDown } from './harness/dropDown.mts';
import { REFUSED_OR_RESTRICTED } from './harness/refusedAccounts.mts';
import { useSandbox, type SandboxRun } from './harness/useSandbox.mts';
import { withReply } from './harness/withReply.mts';
import { withServer } from './harness/withServer.mts';
import { timeoutsOf } from './harness/soonTimeouts.mts';

const fixture = useSandbox();
const { givenLists } = contactListsOf(fixture);

interface Opened extends SandboxRun {
	filter?: string;
	parameters?: INodeParameters;
}

const open = (method: string, { filter, parameters = {}, ...options }: Opened = {}) =>
	fillDropDown({
		method,
		filter,
		parameters,
		credentials: options.credentials ?? fixture.credentials(options),
	});

const LISTS = [
	{ name: 'VIP customers', value: '21501' },
	{ name: 'לקוחות', value: '21502' },
	{ name: 'Newsletter <all>', value: '21503' },
];
const [VIP, HEBREW, NEWSLETTER] = LISTS;
const LIST_NAMES = LISTS.map(({ name }) => name);
const CAMPAIGNS = [
	{ name: 'Happy birthday!', value: '5001' },
	{ name: 'יום הולדת שמח', value: '5002' },
];
/** Nobody can reply to a name. */
const SENDERS = [
	{ name: '0559000100', value: '0559000100' },
	{ name: 'TextMe (no replies)', value: 'TextMe' },
];

test.each(['searchContactLists', 'getContactLists'])(
	'offers the lists of the account by name: %s',
	async (method) => {
		await givenLists(LIST_NAMES);
		expect(await open(method)).toStrictEqual(LISTS);
	},
);

test.each([
	['', LISTS],
	['vip', [VIP]],
	['CUSTOM', [VIP]],
	['קוח', [HEBREW]],
	['<ALL>', [NEWSLETTER]],
	['21503', [NEWSLETTER]],
	['nothing like it', []],
])('searchContactLists for what was typed: %j', async (filter, choices) => {
	await givenLists(LIST_NAMES);
	expect(await open('searchContactLists', { filter })).toStrictEqual(choices);
});

test.each([
	['searchSenders', undefined, SENDERS],
	['searchSenders', 'text', SENDERS.slice(1)],
	['searchSenders', '0100', SENDERS.slice(0, 1)],
	['searchSenders', 'nothing like it', []],
	['searchBirthdayCampaigns', '', CAMPAIGNS],
	['searchBirthdayCampaigns', 'BIRTHDAY', CAMPAIGNS.slice(0, 1)],
	['searchBirthdayCampaigns', 'הולדת', CAMPAIGNS.slice(1)],
	['searchBirthdayCampaigns', '5002', CAMPAIGNS.slice(1)],
	['searchBirthdayCampaigns', 'nothing like it', []],
])('searches by %s for what was typed: %j', async (method, filter, choices) => {
	expect(await open(method, { filter })).toStrictEqual(choices);
});

test('offers a single list', async () => {
	await givenLists(['Only']);
	expect(await open('searchContactLists')).toStrictEqual([{ name: 'Only', value: '21501' }]);
});

test.each(['searchContactLists', 'getContactLists'])(
	'offers nothing for an account without lists: %s',
	async (method) => {
		expect(await open(method)).toHaveLength(0);
	},
);

test.each(['searchContactLists', 'getContactLists', 'searchSenders'])(
	'says what is wrong with an account: %s',
	async (method) => {
		for (const [status, account] of REFUSED_OR_RESTRICTED) {
			const refused = open(method, { account: account(fixture.sandbox) });
			await expect(refused).rejects.toMatchObject({
				message: expect.stringMatching(
					new RegExp(
						`^(The API token|The service does not|The account is).*\\(status ${status}\\)$`,
					),
				) as string,
				description: expect.stringMatching(/^(Check|Create a new|Ask the service)/) as string,
			});
		}
	},
);

test('offers a reseller the lists and senders of the sub-account it acts for', async () => {
	const { reseller, subAccount } = fixture.sandbox;
	await givenLists(['Own'], { account: reseller });
	await givenLists(['Theirs'], { account: reseller }, { onBehalfOf: subAccount.username });
	const parameters = { options: placed({ onBehalfOf: ` ${subAccount.username} ` }) };
	for (const method of ['searchContactLists', 'getContactLists']) {
		expect(await open(method, { account: reseller, parameters })).toStrictEqual([
			{ name: 'Theirs', value: '21502' },
		]);
		expect(await open(method, { account: reseller })).toStrictEqual([
			{ name: 'Own', value: '21501' },
		]);
	}
	await open('searchSenders', { account: reseller, parameters });
	expect(fixture.sandbox.requests().at(-1)?.username).toBe(subAccount.username);
});

test('takes an expression for no account to act for yet', async () => {
	await givenLists(['Own']);
	const parameters = { options: placed({ onBehalfOf: '={{ $json.account }}' }) };
	expect(await open('searchContactLists', { parameters })).toHaveLength(1);
});

test('keeps a token out of what it says', async () => {
	const token = 'nobody-knows-this-token';
	const { username } = fixture.sandbox.account;
	const refused: unknown = await open('searchSenders', { account: { username, token } }).catch(
		(error: unknown) => error,
	);
	expect(refused).toBeInstanceOf(Error);
	expect(JSON.stringify(refused)).not.toContain(token);
});

test.each<[string, string, IDataObject, object[]]>([
	[
		'searchContactLists',
		'other names',
		{ lists: [{ cl_id: 7, cl_name: 'A' }] },
		[{ name: 'A', value: '7' }],
	],
	[
		'searchContactLists',
		'no names',
		{ cl: [{ id: 7 }, { id: 8 }] },
		[
			{ name: '7', value: '7' },
			{ name: '8', value: '8' },
		],
	],
	[
		'searchContactLists',
		'the same name',
		{
			cl: [
				{ id: 7, name: 'A' },
				{ id: 8, name: 'A' },
				{ id: 9, name: 'B' },
			],
		},
		[
			{ name: 'A (7)', value: '7' },
			{ name: 'A (8)', value: '8' },
			{ name: 'B', value: '9' },
		],
	],
	['searchContactLists', 'no ids', { cl: [{ name: 'A' }] }, []],
	[
		'searchSenders',
		'other names',
		{ senders: [{ number: '0501234567' }, { source: 'Shop' }] },
		[
			{ name: '0501234567', value: '0501234567' },
			{ name: 'Shop (no replies)', value: 'Shop' },
		],
	],
	[
		'searchSenders',
		'a number twice',
		{ phones: [{ phone: '1' }, { phone: '1' }] },
		[{ name: '1', value: '1' }],
	],
	[
		'searchSenders',
		'spellings that no send takes',
		{
			phones: ['972501234567', '+972 50-123-4568', '050****567', 'My-Shop'].map((phone) => ({
				phone,
			})),
		},
		[
			{ name: '972501234567', value: '972501234567' },
			{ name: '+972 50-123-4568', value: '972501234568' },
		],
	],
	['searchSenders', 'nothing', {}, []],
])('finds by %s records with %s', async (method, _, fields, choices) => {
	const found = await withReply(
		() => JSON.stringify({ status: 0, message: '', ...fields }),
		(baseUrl) => open(method, { credentials: { ...fixture.credentials(), baseUrl } }),
	);
	expect(found).toStrictEqual(choices);
});

test('gives up an address that hangs after a few seconds, with a sentence', async () => {
	const timeouts = await timeoutsOf(() =>
		withServer(
			() => undefined,
			async (baseUrl) => {
				const credentials = { ...fixture.credentials(), baseUrl };
				await expect(open('searchSenders', { credentials })).rejects.toMatchObject({
					message: 'The service did not answer in time',
					description: 'Try again in a moment.',
				});
			},
		),
	);
	expect(timeouts).toEqual([expect.any(Number)]);
	expect(timeouts[0]).toBeLessThan(8_000);
});

test('says that a gateway is not there', async () => {
	const credentials = { ...fixture.credentials(), baseUrl: 'http://127.0.0.1:1' };
	await expect(open('searchSenders', { credentials })).rejects.toMatchObject({
		message: 'The service could not be reached',
	});
});
