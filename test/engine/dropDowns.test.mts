import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { createList } from './harness/calls.mts';
import { fillDropDown } from './harness/dropDown.mts';
import { REFUSED_OR_RESTRICTED } from './harness/refusedAccounts.mts';
import { useSandbox, type SandboxRun } from './harness/useSandbox.mts';
import { withReply, withServer } from './harness/servers.mts';
import { timeoutsOf } from './harness/soonTimeouts.mts';

const fixture = useSandbox();

async function givenLists(names: string[], run: SandboxRun = {}, options: INodeParameters = {}) {
	const items = names.map((name) => ({ name }));
	await fixture.run(createList({ listName: '={{ $json.name }}' }, options), { ...run, items });
}

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
/** Both drop-downs with contact lists. */
const WAYS = ['searchContactLists', 'getContactLists'];
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

test.each(WAYS)('offers the lists of the account by name: %s', async (method) => {
	await givenLists(LIST_NAMES);
	expect(await open(method)).toStrictEqual(LISTS);
});

test.each([
	['', LISTS],
	['vip', [VIP]],
	['קוח', [HEBREW]],
	['21503', [NEWSLETTER]],
	['nothing like it', []],
])('searchContactLists for what was typed: %j', async (filter, choices) => {
	await givenLists(LIST_NAMES);
	expect(await open('searchContactLists', { filter })).toStrictEqual(choices);
});

test.each([
	['searchSenders', undefined, SENDERS],
	['searchSenders', '0100', SENDERS.slice(0, 1)],
	['searchBirthdayCampaigns', 'הולדת', CAMPAIGNS.slice(1)],
])('searches by %s for what was typed: %j', async (method, filter, choices) => {
	expect(await open(method, { filter })).toStrictEqual(choices);
});

test.each(WAYS)('offers nothing for an account without lists: %s', async (method) => {
	expect(await open(method)).toHaveLength(0);
});

test.each([...WAYS, 'searchSenders'])('says what is wrong with an account: %s', async (method) => {
	for (const [status, account] of REFUSED_OR_RESTRICTED) {
		const refused = open(method, { account: account(fixture.sandbox) });
		await expect(refused).rejects.toMatchObject({
			message: expect.stringMatching(
				new RegExp(`^(The API token|The service does not|The account is).*\\(status ${status}\\)$`),
			) as string,
			description: expect.stringMatching(/^(Check|Create a new|Ask the service)/) as string,
		});
	}
});

test('offers a reseller the lists and senders of the sub-account it acts for', async () => {
	const { reseller, subAccount } = fixture.sandbox;
	await givenLists(['Own'], { account: reseller });
	await givenLists(['Theirs'], { account: reseller }, { onBehalfOf: subAccount.username });
	const parameters = { options: { onBehalfOf: ` ${subAccount.username} ` } };
	for (const method of WAYS) {
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

/** Choices, each as `name=value`. */
const all = (...choices: string[]) =>
	choices.map((choice) => choice.split('=')).map(([name, value]) => ({ name, value }));

const same = [7, 8, 9].map((id) => ({ id, name: id < 9 ? 'A' : 'B' }));
const SPELT = ['972501234567=972501234567', '+972 50-123-4568=972501234568'];
const spelt = ['972501234567', '+972 50-123-4568', '050****567', 'My-Shop'].map((phone) => ({
	phone,
}));
const mixed = [{ number: '0501234567' }, { source: 'Shop' }];
const NO_REPLIES = 'Shop (no replies)=Shop';

test.each<[string, string, IDataObject, object[]]>([
	['Lists', 'other names', { lists: [{ cl_id: 7, cl_name: 'A' }] }, all('A=7')],
	['Lists', 'no names', { cl: [{ id: 7 }, { id: 8 }] }, all('7=7', '8=8')],
	['Lists', 'the same name', { cl: same }, all('A (7)=7', 'A (8)=8', 'B=9')],
	['Senders', 'other names', { senders: mixed }, all('0501234567=0501234567', NO_REPLIES)],
	['Senders', 'a number twice', { phones: [{ phone: '1' }, { phone: '1' }] }, all('1=1')],
	['Senders', 'spellings that no send takes', { phones: spelt }, all(...SPELT)],
	['Senders', 'nothing', {}, []],
])('finds %s in records with %s', async (what, _, fields, choices) => {
	const method = what === 'Lists' ? 'searchContactLists' : 'searchSenders';
	const found = await withReply(
		() => JSON.stringify({ status: 0, message: '', ...fields }),
		(baseUrl) => open(method, { credentials: { ...fixture.credentials(), baseUrl } }),
	);
	expect(found).toStrictEqual(choices);
});

// What it says: `faults/stalls`.
test('gives up an address that hangs after a few seconds', async () => {
	const timeouts = await timeoutsOf(() =>
		withServer(
			() => undefined,
			async (baseUrl) => {
				const credentials = { ...fixture.credentials(), baseUrl };
				await expect(open('searchSenders', { credentials })).rejects.toThrow('in time');
			},
		),
	);
	expect(timeouts).toEqual([expect.any(Number)]);
	expect(timeouts[0]).toBeLessThan(8_000);
});
