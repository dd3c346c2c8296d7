import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { jwtOf } from '../../../sandbox/jwt.mts';
import { call, smsTo } from '../../sandbox/call.mts';
import { DAY, eventNames, MINUTE, usePollingTriggers } from '../harness/pollingTriggers.mts';
import { eventsOf } from '../harness/triggerHost.mts';
import { useSandbox } from '../harness/useSandbox.mts';
import { withReply } from '../harness/withReply.mts';

const fixture = useSandbox();
const { start, restart, pass, oneOfEach } = usePollingTriggers(fixture);

const below = (balanceBelow: unknown, more: INodeParameters = {}): INodeParameters => ({
	events: ['lowBalance'],
	filters: { balanceBelow: balanceBelow as string },
	...more,
});
const asked = () => fixture.sandbox.requests().map(({ root }) => root);

test('Low Balance comes once when it falls below, and again only after it was above', async () => {
	const { reseller, subAccount, account } = fixture.sandbox;
	const trigger = await start(
		below(500, { more: { onBehalfOf: subAccount.username, includeRaw: true } }),
		{
			credentials: fixture.credentials({ account: reseller }),
		},
	);
	const seen: IDataObject[][] = [];
	const poll = async () => {
		await pass(MINUTE);
		seen.push(eventsOf(await trigger.poll()));
	};
	const spend = () => call(fixture.sandbox, 'sms', smsTo(account.phone), { by: subAccount });
	const topUp = (amount: string) =>
		call(
			fixture.sandbox,
			'updateAmountSub',
			{ userDetails: { username: subAccount.username, amount } },
			{ by: reseller },
		);
	await poll();
	await spend();
	for (let n = 0; n < 3; n++) await poll();
	await spend();
	await poll();
	await topUp('2');
	await poll();
	await spend();
	for (let n = 0; n < 2; n++) await poll();
	expect(seen.map((events) => events.map(({ balance }) => balance))).toEqual([
		[],
		[499],
		[],
		[],
		[],
		[],
		[499],
		[],
	]);
	expect(seen[1]).toEqual([
		{
			event: 'lowBalance',
			date: expect.stringMatching(/^2026-01-15T10:0\d:00\+02:00$/) as string,
			message: 'The account has 499 credits left, fewer than 500.',
			balance: 499,
			below: 500,
			raw: expect.objectContaining({ balance: '499' }) as object,
			eventId: expect.stringMatching(/^lowBalance\|2026/) as string,
		},
	]);
	expect(new Set([...seen[1]!, ...seen[6]!].map(({ eventId }) => eventId)).size).toBe(2);
	expect(asked().filter((root) => root === 'balance')).toHaveLength(8);
});

const inDays = (days: number) => jwtOf('demo', new Date(Date.now() - DAY), (days + 1) * 86_400);
const withToken = (apiToken: string) => ({
	credentials: { ...fixture.credentials(), apiToken },
});
const tokenOnly = { events: ['tokenExpires'] };

test('Token Expires comes once at 60, 14 and 3 days, without a request', async () => {
	const trigger = await start(tokenOnly, withToken(inDays(62)));
	const left: Array<[day: number, left: unknown]> = [];
	for (let day = 0; day <= 64; day += 0.5) {
		for (const { daysLeft } of eventsOf(await trigger.poll())) left.push([day, daysLeft]);
		await pass(DAY / 2);
	}
	expect(left).toEqual([
		[2, 60],
		[48, 14],
		[59, 3],
	]);
	expect(asked()).toEqual([]);
});

test('begins with what is due, and with each token anew', async () => {
	const trigger = await start(tokenOnly, withToken(inDays(10)));
	expect(eventsOf(await trigger.poll())).toMatchObject([
		{
			event: 'tokenExpires',
			daysLeft: 10,
			message: expect.stringMatching(/^The API token expires in 10 days \(\d+ Jan/) as string,
			expiresAt: expect.stringMatching(/^2026-01-25T10:00:00/) as string,
		},
	]);
	const again = await restart(trigger.staticData, tokenOnly, withToken(inDays(10)));
	expect(await again.poll()).toBeNull();
	const renewed = await restart(trigger.staticData, tokenOnly, withToken(inDays(12)));
	expect(eventsOf(await renewed.poll())).toMatchObject([{ daysLeft: 12 }]);
	expect(JSON.stringify(renewed.staticData)).not.toMatch(/eyJ/);
});

test('says nothing of a token that does not say when it expires', async () => {
	const absurd = jwtOf('demo', new Date('1990-01-01'), 1e12);
	for (const token of ['sandbox-token-demo', 'a.b.c', '', absurd]) {
		const trigger = await start(tokenOnly, { ...withToken(token), workflowId: `token ${token}` });
		expect(await trigger.poll()).toBeNull();
	}
});

test('brings alerts and events in one poll, with one request for the balance', async () => {
	const events = ['deliveryReport', 'incomingMessage', 'lowBalance', 'tokenExpires'];
	const parameters = { events, filters: { balanceBelow: 1_000_000 } };
	const trigger = await start(parameters, withToken(inDays(3)));
	expect(eventNames(await trigger.poll()).sort()).toEqual(['lowBalance', 'tokenExpires']);
	await oneOfEach();
	await pass(MINUTE);
	expect(eventNames(await trigger.poll()).sort()).toEqual(['deliveryReport', 'incomingMessage']);
	expect(asked().filter((root) => root === 'balance')).toHaveLength(2);
});

test('takes another limit, and another account, for something new', async () => {
	const trigger = await start(below(200_000));
	expect(eventNames(await trigger.poll())).toEqual(['lowBalance']);
	const higher = await restart(trigger.staticData, below(300_000));
	expect(eventNames(await higher.poll())).toEqual(['lowBalance']);
	const { otherUser } = fixture.sandbox;
	const credentials = fixture.credentials({ account: otherUser });
	const other = await restart(higher.staticData, below(300_000), { credentials });
	expect(eventNames(await other.poll())).toEqual(['lowBalance']);
	expect(await other.poll()).toBeNull();
});

test.each(['plenty', '', undefined, '12,000', {}])(
	'alerts nobody about a balance of %j, and remembers what was before',
	async (balance) => {
		const trigger = await start(below(200_000));
		expect(eventNames(await trigger.poll())).toEqual(['lowBalance']);
		await withReply(
			() => JSON.stringify({ status: 0, message: '', balance }),
			async (baseUrl) => {
				const credentials = { ...fixture.credentials(), baseUrl };
				const unread = await restart(trigger.staticData, below(200_000), { credentials });
				expect(await unread.poll()).toBeNull();
				const later = await restart(unread.staticData, below(200_000));
				expect(await later.poll()).toBeNull();
			},
		);
	},
);

test.each([
	[undefined, /^'Balance Below' is empty; enter the credits/],
	['', /^'Balance Below' is empty/],
	[0, /^'Balance Below' is "0"; enter a number/],
	[-5, /^'Balance Below' is "-5"/],
	['many', /^'Balance Below' is "many"/],
	[{}, /^'Balance Below' is not plain text/],
])('refuses the limit %j', async (limit, message) => {
	const trigger = await start(below(limit));
	await expect(trigger.poll()).rejects.toThrow(message);
});

test('loses no alert when the poll fails', async () => {
	const trigger = await start(below(200_000));
	fixture.sandbox.addFault({ kind: 'noCredit', root: 'balance' });
	await expect(trigger.poll()).rejects.toThrow();
	expect(eventNames(await trigger.poll())).toEqual(['lowBalance']);
});

test('shows the alert, or a sample of it, in the editor', async () => {
	const now = await (await start(below(200_000))).runManually();
	expect(eventsOf(now)).toMatchObject([{ event: 'lowBalance', balance: 100_000 }]);
	const later = await (
		await start({ ...below(5), events: ['lowBalance', 'tokenExpires'] })
	).runManually();
	expect(eventsOf(later)).toMatchObject([
		{ event: 'lowBalance', balance: 85, below: 100 },
		{ event: 'tokenExpires', daysLeft: 14 },
	]);
});
