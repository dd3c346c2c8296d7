import { bulk, sendSms, sendVoice, TO_EACH } from './harness/calls.mts';
import { oneContactList } from './harness/oneContactList.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const PEOPLE = Array.from({ length: 9 }, (_, n) => ({ phone: `050111111${n}`, text: `Dear ${n}` }));
const send = sendSms(TO_EACH, { concurrentRequests: 1 });

/** From now on, the service accepts `skip` sends and refuses the others. */
const takeOnly = (skip: number) =>
	fixture.sandbox.addFault({ kind: 'httpStatus', status: 429, retryAfter: '3600', skip, times: 0 });
const AGAIN =
	"To go on, use 'Retry' in the list of executions: it texts nobody twice. A new execution may.";

describe('a run that stopped half way', () => {
	test.each([
		[1, '1 number was texted: 0501111110.'],
		[
			7,
			'7 numbers were texted: 0501111110, 0501111111, 0501111112, 0501111113, 0501111114 and 2 more.',
		],
	])('says who was texted, after %i texts, and what sends again', async (skip, sentence) => {
		takeOnly(skip);
		const { error } = await fixture.run(send, { items: PEOPLE });
		expect(error?.description).toContain(`${sentence} ${AGAIN}`);
	});

	test('says it of the second batch of thousands', async () => {
		const items = Array.from({ length: 3000 }, (_, n) => ({
			phone: `050${1_000_000 + n}`,
			text: `Dear ${n}`,
		}));
		takeOnly(1);
		const { error } = await fixture.run(bulk(), { items });
		expect(error?.description).toContain(
			`2,500 numbers were texted: 0501000000, 0501000001, 0501000002, 0501000003, 0501000004 and 2,495 more. ${AGAIN}`,
		);
	});

	test.each([
		['without Simplify', sendSms(TO_EACH, { concurrentRequests: 1, simplify: false }), {}],
		['in calls', sendVoice(TO_EACH, { concurrentRequests: 1 }), {}],
		['in all tries of Retry On Fail together', send, { retryOnFail: true, maxTries: 3 }],
	])('says how many were sent %s', async (_, parameters, options) => {
		takeOnly(2);
		const { error } = await fixture.run(parameters, { items: PEOPLE, ...options });
		expect(error?.description).toContain(`2 numbers were texted: 0501111110, 0501111111. ${AGAIN}`);
		expect(fixture.sandbox.messages()).toHaveLength(2);
	});

	test('names the contact lists that were texted', async () => {
		await oneContactList(fixture.sandbox, { phone: '0501111111' });
		takeOnly(1);
		const { error } = await fixture.run(
			sendSms(
				{ ...TO_EACH, message: 'Sale', sendTo: 'phonesAndContactLists', contactLists: ['21501'] },
				{ concurrentRequests: 1 },
			),
			{ items: PEOPLE.slice(0, 2) },
		);
		expect(error?.description).toContain(
			`1 number and 1 contact list were texted: 0501111110, contact list 21501. ${AGAIN}`,
		);
	});

	test('says the same where keys keep people from being texted again', async () => {
		takeOnly(2);
		const keyed = sendSms(TO_EACH, { concurrentRequests: 1, idempotencyKey: '={{ $json.text }}' });
		const { error } = await fixture.run(keyed, { items: PEOPLE, executionId: '1' });
		expect(error?.description).toContain(`2 numbers were texted: 0501111110, 0501111111. ${AGAIN}`);
		fixture.sandbox.clearFaults();
		await fixture.run(keyed, { items: PEOPLE, executionId: '2' });
		expect(fixture.sandbox.messages()).toHaveLength(PEOPLE.length);
	});
});

test('says it of nobody whose answer was lost, and that once', async () => {
	fixture.sandbox.addFault({ kind: 'reset', phase: 'after', skip: 1 });
	const { error } = await fixture.run(send, { items: PEOPLE });
	expect(error?.description).toContain(`1 number was texted: 0501111110. ${AGAIN}`);
	expect(error?.description).not.toContain('as well');
});

test('says nothing of the kind before the first text', async () => {
	takeOnly(0);
	const { error } = await fixture.run(send, { items: PEOPLE });
	expect(error?.description).not.toContain('texted');
});
