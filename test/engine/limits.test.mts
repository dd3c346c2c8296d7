import type { INodeParameters } from 'n8n-workflow';
import {
	bulk,
	CALL_ONLY,
	people,
	SENDS,
	sendSms,
	sendVoice,
	TEXT_AND_CALL,
	TO_EACH,
} from './harness/calls.mts';
import { detailsOf, useSandbox } from './harness/useSandbox.mts';
import { remembered } from './harness/rememberedKeys.mts';

const fixture = useSandbox();

const limit = (name: string, figure: number | string): INodeParameters => ({
	limits: { [name]: { figure } },
});
const atMost = (figure: number | string) => limit('mostMessages', figure);
const segments = (figure: number | string) => limit('mostSegments', figure);

const sent = () => fixture.sandbox.messages().length;

describe.each(SENDS)('%s', (_, parameters) => {
	test('sends as many messages as the limit, and none of one more', async () => {
		const run = async (count: number) =>
			await fixture.run(parameters(TO_EACH, atMost(3)), { items: people(count) });
		const { error } = await run(4);
		expect(error?.message).toBe("'Maximum Messages' is 3, and this run has 4");
		expect(error?.description).toMatch(/^Nothing was sent\./);
		expect(fixture.sandbox.requests()).toHaveLength(0);
		expect((await run(3)).items).toHaveLength(3);
		expect([sent(), remembered.calls]).toEqual([3, 0]);
	});
});

test.each([
	['SMS Send', sendSms],
	['SMS Send Bulk', bulk],
])('sends nothing when one text has more segments: %s', async (_, parameters) => {
	const run = async (last: string) =>
		await fixture.run(parameters(TO_EACH, segments(2)), {
			items: [...people(2), { phone: '0501111119', text: last }],
		});
	const { error } = await run('א'.repeat(135));
	expect(error?.message).toBe("'Maximum Segments' is 2, and the text of item 2 has 3 (UCS-2)");
	expect(fixture.sandbox.requests()).toHaveLength(0);
	expect((await run('א'.repeat(134))).items).toHaveLength(3);
});

test.each([
	['mostMessages', 0, /'Limits' has "0" under 'Maximum Messages'; use a whole number of at/],
	['mostMessages', 'many', /'Limits' has "many" under 'Maximum Messages'/],
])('names the limit %s of %j', async (name, figure, message) => {
	await fixture.expectBadInput(bulk({}, limit(name, figure)), message);
});

test('refuses to count a contact list', async () => {
	const { error } = await fixture.run(
		sendSms({ sendTo: 'contactLists', contactLists: ['21518'] }, atMost(5)),
	);
	expect(error?.message).toBe(
		"'Maximum Messages' cannot be checked, because item 0 goes to a contact list, and the node cannot count the people on it",
	);
	expect(fixture.sandbox.requests()).toHaveLength(0);
});

test('says in every item why none was sent when the workflow goes on', async () => {
	const { items } = await fixture.goOn(bulk({}, atMost(1)), people(2));
	expect(items.map(({ json }) => json.result)).toEqual(
		Array.from({ length: 2 }, () => "Not sent: 'Maximum Messages' is 1, and this run has 2"),
	);
	expect(items[1]?.json.details).toMatchObject({ outcome: 'rejected', retryable: false });
});

test('numbers count, duplicates and refused items do not', async () => {
	const { items } = await fixture.goOn(bulk({}, atMost(2)), [
		{ phone: '0501111111,0502222222', text: 'x' },
		{ phone: '0501111111', text: 'x' },
		{ phone: 'nobody', text: 'x' },
	]);
	expect(items[0]?.json.accepted).toBe(true);
	expect(detailsOf(items[1]?.json).duplicateOf).toBe(0);
	expect(sent()).toBe(2);
});

test.each(SENDS)('counts no item that its key keeps back: %s', async (_, parameters) => {
	const keyed = (figure: number) =>
		parameters(TO_EACH, { ...atMost(figure), idempotencyKey: '={{ $json.text }}' });
	const [first, second, third] = people(3);
	await fixture.run(keyed(1), { items: [first ?? {}], executionId: '1' });
	const { items } = await fixture.run(keyed(1), {
		items: [first ?? {}, second ?? {}, { ...third, text: second?.text }],
		executionId: '2',
	});
	expect(items.map(({ json }) => json.accepted)).toEqual([false, true, false]);
	expect(items.map(({ json }) => detailsOf(json).skipped)).toEqual([true, undefined, true]);
	expect(sent()).toBe(2);
	const { error } = await fixture.run(keyed(1), {
		items: [first ?? {}, ...people(5).slice(3)],
		executionId: '3',
	});
	expect(error?.message).toBe("'Maximum Messages' is 1, and this run has 2");
});

test('leaves a key that a refused run looked up to another run at the same time', async () => {
	const limited = sendSms(TO_EACH, { ...atMost(1), idempotencyKey: '={{ $json.order }}' });
	const [over, other] = await Promise.all([
		fixture.run(limited, { executionId: '1', items: people(2) }),
		fixture.run(limited, { executionId: '2', items: people(1) }),
	]);
	expect(over.error?.message).toContain('Maximum Messages');
	expect(other.items[0]?.json).toMatchObject({ accepted: true });
});

test('counts no segments of a call, and a call beside a text as a message', async () => {
	const long = { message: 'א'.repeat(300) };
	await fixture.runWell(sendVoice({ ...long, reachBy: CALL_ONLY }, segments(1)));
	const both = await fixture.run(sendVoice({ reachBy: TEXT_AND_CALL }, atMost(1)));
	expect(both.error?.message).toBe("'Maximum Messages' is 1, and this run has 2");
});
