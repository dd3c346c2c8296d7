import { judgeStatus, rowOf, statusMeaning, STATUS_CODES } from '../../gateway/replies/status';
import {
	byName,
	CALL_ITEMS,
	OPERATION_CALLS,
	OPERATIONS,
	parametersOf,
	runOptionsOf,
	type OperationCall,
} from './harness/operationCalls.mts';
import { expectRefusal, REFUSED_OR_RESTRICTED } from './harness/refusedAccounts.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const calls = byName(OPERATION_CALLS);

const SENDS: ReadonlySet<string> = new Set(['sms', 'bulk']);
/** Every status that is an error of an operation. A send skips people who opted out, so that status is none. */
const refusingStatuses = (root: string): number[] =>
	STATUS_CODES.filter(
		(code) =>
			judgeStatus(root, code, 'send') !== undefined &&
			!(SENDS.has(root) && rowOf(code)?.says === 'blocked'),
	);

test.each(calls)('says why the gateway refuses an account: %s', async (_, call) => {
	for (const [status, account] of REFUSED_OR_RESTRICTED) {
		fixture.sandbox.reset();
		const parameters = await parametersOf(call, fixture.sandbox);
		const { messages } = fixture.sandbox.counters();
		const { error } = await fixture.run(parameters, {
			...runOptionsOf(call, fixture.sandbox),
			account: account(fixture.sandbox),
		});
		// The restricted account may send, and read its balance.
		const isServed = fixture.sandbox.requests().at(-1)?.status === 0;
		if (status === 511 && isServed) continue;
		expectRefusal(error, status);
		expect(fixture.sandbox.counters().messages).toBe(messages);
	}
});

// A third of the statuses for each operation: neighbours in the list try the other two.
const withThird = calls.map(([name, call], index) => {
	const third = STATUS_CODES.filter((_, n) => n % 3 === index % 3);
	return [name, call, third] as const;
});

test.each(withThird)('explains the statuses that refuse %s', async (_, call, statuses) => {
	const parameters = await parametersOf(call, fixture.sandbox);
	const said: string[] = [];
	const expected: string[] = [];
	let root: string | undefined;
	for (const status of statuses) {
		// A call that makes no request has no root, and no status.
		if (root === '') break;
		if (root && !refusingStatuses(root).includes(status)) continue;
		root = '';
		const { error, items } = await fixture.runWithReply(
			(request) => {
				[root = ''] = Object.keys(JSON.parse(request) as object);
				return JSON.stringify({ status, message: 'Sorry' });
			},
			parameters,
			runOptionsOf(call, fixture.sandbox),
		);
		if (root === '' || !refusingStatuses(root).includes(status)) continue;
		expected.push(
			`${root}: ${statusMeaning(root, status, 'send', true).meaning} (status ${status})`,
		);
		// A reply that cannot be sent is skipped with a reason.
		const text = error
			? `${error.message} ${error.description}`
			: ((items[0]?.json.result as string | undefined)?.replace('Not sent: ', '') ?? 'no error');
		said.push(`${root}: ${/^.*?\(status \d+\)/.exec(text)?.[0] ?? text}`);
		expect(text).toMatch(/\(status .*[A-Z].*The service said: "Sorry"/s);
		expect(text).not.toContain('undefined');
	}
	expect(said).toEqual(expected);
});

/** A question needs a sub-execution, and balances of sub-accounts have no field. */
const REPEATABLE = calls.filter(([name]) => !/sendAndWait|subAccount.getBalances/.test(name));
const MESSAGES = /^(sms.(send|reply|sendBulk)|voice.send|otp.send)$/;

/** Runs a call for good items and a bad second one: its account to act for is empty, or its username is no text. */
async function runBesideBad(call: OperationCall) {
	const { options, ...parameters } = await parametersOf(call, fixture.sandbox);
	const { username } = fixture.sandbox[call.as ?? 'account'];
	const isForAnother = OPERATIONS.get(call.operation)?.ownAccountOnly === undefined;
	const own = isForAnother
		? { ...parameters, options: { ...(options as object), onBehalfOf: '={{ $json.who }}' } }
		: { ...parameters, username: '={{ $json.who }}', options: options ?? {} };
	const [good, bad] = isForAnother ? [username, ''] : [parameters.username ?? '', {}];
	// A username can be created once.
	const whom = call.operation === 'subAccount.create' ? [good, bad] : [good, bad, good];
	const items = whom.map((who) => ({ ...CALL_ITEMS[0], who }));
	return await fixture.goOn(own, items, runOptionsOf(call, fixture.sandbox));
}

test.each(REPEATABLE)('goes on with the other items beside a bad one: %s', async (name, call) => {
	const { items } = await runBesideBad(call);
	for (const { json } of items) {
		// Nothing stands for nothing, and n8n's table has the columns of its first row.
		expect(Object.values(json)).not.toEqual(
			expect.arrayContaining([expect.stringMatching(/^–?$/)]),
		);
		expect(Object.values(json)).not.toContain(null);
		const first = Object.keys(json).slice(0, 3);
		if (MESSAGES.test(name)) expect(first).toEqual(['accepted', 'phone', 'result']);
	}
	const of = (item: number) =>
		items.filter(({ pairedItem }) => JSON.stringify(pairedItem).includes(`"item":${item}`));
	expect(of(1).map(({ json }) => json.result ?? json.error)).toEqual([
		expect.stringMatching(/^Not sent: 'On Behalf Of' |^'(On Behalf Of|Username)' .*\[item 1\]$/),
	]);
	for (const item of name === 'subAccount.create' ? [0] : [0, 2]) {
		expect(of(item).map(({ json }) => json.error)).toEqual(of(item).map(() => undefined));
		expect(of(item)).not.toHaveLength(0);
	}
});
