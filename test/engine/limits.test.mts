import './harness/noWaits.mts';

import type { INodeParameters } from 'n8n-workflow';

import { startSandbox } from '../../sandbox/startSandbox.mts';
import { bulk } from './harness/bulkItems.mts';
import { expectBadInput } from './harness/expectBadInput.mts';
import { useRememberedKeys } from './harness/rememberedKeys.mts';
import { runNode } from './harness/runNode.mts';
import { SENDS } from './harness/sendsWithHours.mts';
import { sendSms } from './harness/smsSend.mts';
import { useSandbox } from './harness/useSandbox.mts';
import { CALL_ONLY, sendVoice, TEXT_AND_CALL } from './harness/voiceSend.mts';

const fixture = useSandbox();
useRememberedKeys();

const limit = (name: string, figure: number | string): INodeParameters => ({
	limits: { [name]: { figure } },
});
const atMost = (figure: number | string) => limit('mostMessages', figure);
const segments = (figure: number | string) => limit('mostSegments', figure);

/** What the account has, in SMS credits. */
const credits = () => fixture.sandbox.accountView(fixture.sandbox.account.username).credits;
const remaining = (figure: number | string) => limit('leastBalance', figure);

const people = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		phone: `050111110${index}`,
		text: `Hello ${index}`,
	}));
const toEach = { phones: '={{ $json.phone }}', message: '={{ $json.text }}' };

const sent = () => fixture.sandbox.messages().length;

describe('Limits', () => {
	describe.each(SENDS)('%s', (_, parameters) => {
		test('sends as many messages as the limit, and none of one more', async () => {
			const run = async (count: number) =>
				await fixture.run(parameters(toEach, atMost(3)), { items: people(count) });
			const { error } = await run(4);
			expect(error?.message).toBe("'Maximum Messages' is 3, and this run has 4");
			expect(error?.description).toMatch(/^Nothing was sent\./);
			expect(fixture.sandbox.requests()).toHaveLength(0);
			expect((await run(3)).items).toHaveLength(3);
			expect(sent()).toBe(3);
		});

		test('asks for the balance once, which must remain', async () => {
			const run = async (figure: number) =>
				await fixture.run(parameters(toEach, remaining(figure)), { items: people(3) });
			const balance = credits();
			const { error } = await run(balance - 2);
			expect(error?.message).toBe(
				`'Minimum Balance' is ${balance - 2}, and ${balance - 3} of ${balance} credits would remain`,
			);
			expect(fixture.sandbox.counters().requests).toEqual({ balance: 1 });
			expect((await run(balance - 3)).error).toBeUndefined();
			expect(fixture.sandbox.requests({ root: 'balance' })).toHaveLength(2);
			expect(sent()).toBe(3);
		});
	});

	test.each([
		['SMS Send', sendSms],
		['SMS Send Bulk', bulk],
	])('sends nothing when one text has more segments: %s', async (_, parameters) => {
		const run = async (last: string) =>
			await fixture.run(parameters(toEach, segments(2)), {
				items: [...people(2), { phone: '0501111119', text: last }],
			});
		const { error } = await run('א'.repeat(135));
		expect(error?.message).toBe("'Maximum Segments' is 2, and the text of item 2 has 3 (UCS-2)");
		expect(fixture.sandbox.requests()).toHaveLength(0);
		expect((await run('א'.repeat(134))).items).toHaveLength(3);
	});

	test('looks at the balance of each account, which the highest minimum of its items must leave', async () => {
		const { reseller: account, subAccount } = fixture.sandbox;
		const most = fixture.sandbox.accountView(subAccount.username).credits;
		const [one, two] = people(2);
		const { error } = await fixture.run(
			sendSms(toEach, { onBehalfOf: '={{ $json.account }}', ...remaining('={{ $json.least }}') }),
			{
				account,
				items: [
					{ ...one, account: account.username, least: 1 },
					{ ...one, account: subAccount.username, least: most },
					{ ...two, account: subAccount.username, least: 1 },
				],
			},
		);
		expect(error?.message).toContain(`${most - 2} of ${most} credits would remain`);
	});
});

test.each([
	[
		'mostMessages',
		0,
		/'Limits' has "0" under 'Maximum Messages'; use a whole number of at least 1/,
	],
	['mostSegments', -1, /'Limits' has "-1" under 'Maximum Segments'/],
	['leastBalance', 0.5, /'Limits' has "0.5" under 'Minimum Balance'/],
	['mostMessages', '={{ "" }}', /'Limits' has "" under 'Maximum Messages'/],
	['mostMessages', '={{ "many" }}', /'Limits' has "many" under 'Maximum Messages'/],
])('names the limit %s of %j', async (name, figure, message) => {
	for (const [, parameters] of SENDS) {
		const { error } = await fixture.run(parameters({}, limit(name, figure)));
		expectBadInput(fixture, error, message);
	}
});

test.each([atMost(5), remaining(5)])(
	'refuses %j for a contact list, which it cannot count',
	async (limits) => {
		const { error } = await fixture.run(
			sendSms({ sendTo: 'contactLists', contactLists: ['21518'] }, limits),
		);
		expect(error?.message).toMatch(
			/ cannot be checked, because item 0 goes to a contact list, and the node cannot/,
		);
		expect(fixture.sandbox.requests()).toHaveLength(0);
	},
);

test.each([
	['segment', 15, undefined],
	['201', 5, undefined],
	['335', 3, undefined],
	[
		'',
		3,
		/^This run costs 3 to 15 credits; 'Minimum Balance' counts 3\. .* 'Characters per Credit'/,
	],
])('counts credits by the credential: %j', async (charactersPerCredit, cost, warning) => {
	const credentials = { ...fixture.credentials(), charactersPerCredit };
	const run = async (figure: number) =>
		await fixture.run(sendSms({ message: 'א'.repeat(1005) }, remaining(figure)), { credentials });
	const balance = credits();
	const { error } = await run(balance - cost + 1);
	const atMost = warning ? 'at most ' : '';
	expect(error?.message).toBe(
		`'Minimum Balance' is ${balance - cost + 1}, and ${atMost}${balance - cost} of ${balance} credits would remain`,
	);
	expect(sent()).toBe(0);
	const { items, hints } = await run(balance - cost);
	expect(items[0]?.json.accepted).toBe(true);
	const said = hints.filter((hint) => hint.includes('Minimum Balance'));
	expect(said).toEqual(warning ? [expect.stringMatching(warning)] : []);
});

describe.each([
	[undefined, "choose 'By Segment'."],
	[268, 'choose 268.'],
])('a test of one text to an account billed by %s', (unit, advice) => {
	const message = 'א'.repeat(604);
	const test604 = async (more: object = {}, own: INodeParameters = {}) => {
		const sandbox = await startSandbox(unit === undefined ? {} : { charactersPerCredit: unit });
		try {
			const { username, token } = sandbox.account;
			const credentials = { username, apiToken: token, baseUrl: sandbox.baseUrl, ...more };
			const parameters = sendSms({ message, ...own }, remaining(5));
			const { hints } = await runNode({ credentials, parameters, ...more });
			return hints.filter((hint) => hint.includes('took'));
		} finally {
			await sandbox.close();
		}
	};

	test('says what to choose', async () => {
		expect(await test604()).toEqual([
			expect.stringMatching(
				new RegExp(
					`^604 characters took \\d+ credits: ${advice} It is under 'Characters per Credit'`,
				),
			),
		]);
	});

	test('says nothing once it is chosen, of several texts, in a rehearsal or published', async () => {
		expect(await test604({ charactersPerCredit: '201' })).toEqual([]);
		expect(await test604({}, { phones: '0501111111, 0502222222' })).toEqual([]);
		expect(await test604({ rehearsalPhone: '0537778899' })).toEqual([]);
		expect(await test604({ mode: 'trigger' })).toEqual([]);
	});
});

test('says in every item why none was sent when the workflow goes on', async () => {
	const { items } = await fixture.run(bulk({}, atMost(1)), {
		items: people(2),
		onError: 'continueRegularOutput',
	});
	expect(items.map(({ json }) => json.error)).toEqual(
		Array.from({ length: 2 }, () => "'Maximum Messages' is 1, and this run has 2"),
	);
	expect(items[1]?.json.details).toMatchObject({ outcome: 'rejected', retryable: false });
});

test('numbers count, duplicates and refused items do not', async () => {
	const { items } = await fixture.run(bulk({}, atMost(2)), {
		onError: 'continueRegularOutput',
		items: [
			{ phone: '0501111111,0502222222', text: 'x' },
			{ phone: '0501111111', text: 'x' },
			{ phone: 'nobody', text: 'x' },
		],
	});
	expect(items[0]?.json.accepted).toBe(true);
	expect(items[1]?.json.duplicateOf).toBe(0);
	expect(sent()).toBe(2);
});

test.each(SENDS)('counts no item that its key keeps back: %s', async (_, parameters) => {
	const keyed = (figure: number) =>
		parameters(toEach, { ...atMost(figure), idempotencyKey: '={{ $json.text }}' });
	const [first, second, third] = people(3);
	await fixture.run(keyed(1), { items: [first ?? {}], executionId: '1' });
	const { items } = await fixture.run(keyed(1), {
		items: [first ?? {}, second ?? {}, { ...third, text: second?.text }],
		executionId: '2',
	});
	expect(items.map(({ json }) => json.skipped ?? json.accepted)).toEqual([true, true, true]);
	expect(items.map(({ json }) => json.accepted)).toEqual([false, true, false]);
	expect(sent()).toBe(2);
	const { error } = await fixture.run(keyed(1), {
		items: [first ?? {}, ...people(5).slice(3)],
		executionId: '3',
	});
	expect(error?.message).toBe("'Maximum Messages' is 1, and this run has 2");
	const both = { ...people(1)[0], phone: '0501111111, 0502222222', text: 'one key' };
	const ofOneKey = [{ ...both, phone: '0501111111' }, both];
	const most = await fixture.run(keyed(1), { items: ofOneKey, executionId: '4' });
	expect(most.error?.message).toBe("'Maximum Messages' is 1, and this run has 2");
});

test('counts no segments of a call, and a call beside a text as a message', async () => {
	const long = { message: 'א'.repeat(300) };
	const call = await fixture.run(sendVoice({ ...long, reachBy: CALL_ONLY }, segments(1)));
	expect(call.error).toBeUndefined();
	const both = await fixture.run(sendVoice({ reachBy: TEXT_AND_CALL }, atMost(1)));
	expect(both.error?.message).toBe("'Maximum Messages' is 1, and this run has 2");
});

test('sends nothing when the balance cannot be read or is not a number', async () => {
	fixture.sandbox.addFault({ kind: 'httpStatus', status: 503, times: 0, root: 'balance' });
	const { error } = await fixture.run(sendSms({}, remaining(1)));
	expect(error?.message).toMatch(/503/);
	expect(sent()).toBe(0);
	const odd = await fixture.runWithReply(
		'{"status":0,"message":"","balance":"plenty"}',
		sendSms({}, remaining(1)),
	);
	expect(odd.error?.message).toBe(
		"'Minimum Balance' cannot be checked, because the service did not return the balance",
	);
});
