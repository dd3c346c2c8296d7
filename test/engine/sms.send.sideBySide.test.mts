import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { bulkByPath, bulkPeople, people, sendSms, TO_EACH } from './harness/calls.mts';
import { pairs, type SandboxRun, useSandbox } from './harness/useSandbox.mts';
import type { FaultSpec } from '../../sandbox/wire/faults.mts';

const fixture = useSandbox();

const send = (options = {}) => sendSms(TO_EACH, options);
const outcomesOf = (items: Array<{ json: IDataObject }>) =>
	items.map(({ json }) => (json.details as IDataObject | undefined)?.outcome ?? 'accepted');

/** A gateway that answers only when no more requests come, latest first. Reports how many ran at a time. */
async function answeringLate(width: number, options: object, run: SandboxRun) {
	const atATime: number[] = [];
	const open: Array<() => void> = [];
	let arrived = 0;
	const inTurn = async () => {
		arrived++;
		if (arrived < width) {
			await new Promise<void>((resolve) => open.push(resolve));
			await sleep(5);
			return undefined;
		}
		// Milliseconds in which another request would have come.
		await sleep(50);
		atATime.push(arrived);
		arrived = 0;
		for (const answer of open.splice(0).reverse()) answer();
		return undefined;
	};
	return { ...(await fixture.runBehind(inTurn, send(options), run)), atATime };
}

test.each([
	['five', {}, 5],
	['as many as the option says', { concurrentRequests: 3 }, 3],
	['one after the other', { concurrentRequests: 1 }, 1],
])('makes %s requests at a time, and puts the outputs in order', async (_, options, width) => {
	const items = people(15);
	const { items: output, atATime } = await answeringLate(width, options, { items });
	expect(Math.max(...atATime)).toBe(width);
	expect(output.map(({ pairedItem }) => pairedItem)).toEqual(pairs(15));
	expect(output.map(({ json }) => json.phone)).toEqual(items.map(({ phone }) => phone));
	expect(fixture.sandbox.counters()).toMatchObject({ messages: 15, repeated: [] });
});

test('each key is sent once by runs that overlap', async () => {
	const keyed = send({ idempotencyKey: '={{ $json.order }}' });
	const runs = ['3', '4', '5'].map((executionId) =>
		fixture.run(keyed, { items: people(30), executionId }),
	);
	for (const { items } of await Promise.all(runs)) expect(items).toHaveLength(30);
	expect(fixture.sandbox.counters()).toMatchObject({ messages: 30, repeated: [] });
});

const FAULTS: Array<[string, FaultSpec, string]> = [
	['a refusal', { kind: 'noCredit' }, 'rejected'],
	['an answer that is lost', { kind: 'reset', phase: 'after' }, 'unknown'],
	['HTTP 500', { kind: 'httpStatus', status: 500 }, 'unknown'],
	['HTTP 429', { kind: 'httpStatus', status: 429 }, 'rejected'],
	['a cut answer', { kind: 'truncated' }, 'unknown'],
];

describe.each(FAULTS)('%s for some of twelve', (_, fault, outcome) => {
	const met = [2, 7];
	const addFaults = () => {
		for (const skip of met) fixture.sandbox.addFault({ ...fault, skip, times: 1 });
	};

	test('leaves the others alone when the run goes on, also with Retry On Fail', async () => {
		addFaults();
		const { items } = await fixture.goOn(send(), people(12), { retryOnFail: true, maxTries: 3 });
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(pairs(12));
		const { messages, repeated } = fixture.sandbox.counters();
		const outcomes = outcomesOf(items);
		expect(repeated).toStrictEqual([]);
		expect(outcomes.filter((each) => each !== 'accepted' && each !== outcome)).toStrictEqual([]);
		const accepted = outcomes.filter((each) => each === 'accepted').length;
		expect(messages).toBeGreaterThanOrEqual(accepted);
		expect(accepted).toBeGreaterThanOrEqual(10);
	});

	test('stops the run, which says what became of all that was under way', async () => {
		addFaults();
		const { error } = await fixture.run(send(), { items: people(12) });
		expect(error?.context).toMatchObject({ outcome });
		const { messages } = fixture.sandbox.counters();
		expect(messages).toBeLessThan(12);
		const [, told = '0'] =
			/(\d+) other items? w\w+ carried out\./.exec(error?.description ?? '') ?? [];
		const mayBeSent = fault.phase === 'after' || fault.kind === 'truncated' ? met.length : 0;
		expect(messages - Number(told)).toBeLessThanOrEqual(mayBeSent);
		expect(messages).toBeGreaterThanOrEqual(Number(told));
	});
});

test('two lost answers at a time are both named in the error', async () => {
	fixture.sandbox.addFault({ kind: 'reset', phase: 'after', times: 5 });
	const { error } = await fixture.run(send(), { items: people(5) });
	expect(error?.message).toContain('[item 0]');
	expect(error?.description).toMatch(
		/^(?!.*refused).*It is not known whether 4 other items were sent as well\. Before sending again, look it up with Report, Get by External ID: (n8n-\S+-0, ){3}n8n-\S+-0\.$/,
	);
});

test('stops with the answer that is lost, though another one was refused before', async () => {
	let requests = 0;
	const answer = async () => {
		if (++requests === 1) return { text: '{"status":4,"message":"No credit"}' };
		await sleep(50);
		return { httpStatus: 500, text: '' };
	};
	const { error } = await fixture.runBehind(answer, send(), { items: people(2) });
	expect(error?.context).toMatchObject({ outcome: 'unknown' });
	expect(error?.description).toContain('1 other item was refused: ');
});

test('tells once of a batch whose answer is lost', async () => {
	fixture.sandbox.addFault({ kind: 'reset', phase: 'after' });
	const { error } = await fixture.run(bulkByPath(), { items: bulkPeople(3) });
	expect(error?.context).toMatchObject({ outcome: 'unknown' });
	expect(error?.description).not.toContain('other items');
});
