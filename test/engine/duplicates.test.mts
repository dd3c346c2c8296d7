import type { INodeParameters } from 'n8n-workflow';
import { block, bulk, idOf, sendSms, unblock } from './harness/calls.mts';
import { detailsOf, pairs, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const { run } = fixture;

const send = (values: INodeParameters = {}, options: INodeParameters = {}) =>
	sendSms({ phones: '={{ $json.phone }}', message: '={{ $json.text }}', ...values }, options);

const WAYS = [
	['SMS Send', send],
	['SMS Send Bulk', bulk],
] as const;

const texts = () => fixture.sandbox.messages().map(({ phone, text }) => [phone, text]);
const REPEATED = {
	accepted: false,
	result: 'Not sent: another item has this text for this number',
};
const repeat = (duplicateOf: number, phone: string) => ({
	...REPEATED,
	phone,
	details: { skipped: true, duplicateOf },
});
/** The same of one of several recipients. */
const repeatTo = (duplicateOf: number, phone: string) => ({ ...REPEATED, phone, duplicateOf });
const OWN = '={{ $json.own }}';
const HINT =
	"3 of 4 sent, 3 SMS: 1 duplicate. To send duplicates, too, set 'Duplicates' to 'Send All'.";

/** The third duplicates the first; the others differ in number or text. */
const ITEMS = [
	{ phone: '0501234567', text: 'Hello' },
	{ phone: '0501234568', text: 'Hello' },
	{ phone: '972-50-1234567', text: 'Hello' },
	{ phone: '+972 50 1234567', text: 'Hello again' },
];

describe.each(WAYS)('%s', (_, parameters) => {
	test('sends the same text to a number once, and another one as well', async () => {
		const { items, hints } = await run(parameters(), { items: ITEMS });
		expect(texts()).toEqual([
			['0501234567', 'Hello'],
			['0501234568', 'Hello'],
			['0501234567', 'Hello again'],
		]);
		expect(items[2]?.json).toMatchObject(repeat(0, '0501234567'));
		expect(items.map(({ json }) => json.accepted)).toStrictEqual([true, true, false, true]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(pairs(4));
		expect(hints).toEqual([HINT]);
	});

	test('switched off, everything goes', async () => {
		const { items } = await run(parameters({}, { duplicates: 'sendAll' }), { items: ITEMS });
		expect(texts()).toHaveLength(4);
		expect(items.map(({ json }) => json.accepted)).toStrictEqual([true, true, true, true]);
	});

	test('leaves out the numbers of an item that have the text already', async () => {
		const { items } = await run(parameters(), {
			items: [
				{ phone: '0501111111, 0502222222', text: 'Hello' },
				{ phone: '0502222222, 0503333333', text: 'Hello' },
				{ phone: '0503333333, 0501111111', text: 'Hello' },
			],
		});
		expect(texts().map(([phone]) => phone)).toEqual(['0501111111', '0502222222', '0503333333']);
		expect(items[1]?.json).toMatchObject({
			accepted: true,
			phone: '0502222222, 0503333333',
			result: 'Accepted for 1 of 2',
		});
		expect(detailsOf(items[1]?.json).recipients).toMatchObject([
			repeatTo(0, '0502222222'),
			{ accepted: true, phone: '0503333333', result: 'Accepted', externalId: idOf(1, 1) },
		]);
		const recipients = [repeatTo(1, '0503333333'), repeatTo(0, '0501111111')];
		expect(items[2]?.json).toMatchObject({
			...REPEATED,
			phone: '0503333333, 0501111111',
			details: { skipped: true, recipients },
		});
	});

	test.each([
		['at another time', {}, { timing: OWN }, ['2030-01-02T10:30', '2030-01-02T15:30']],
		['from another account', {}, { onBehalfOf: OWN }, ['demo-reseller', 'demo-sub']],
		['from another sender', { source: OWN }, {}, ['TextMe', '0559000100']],
		[
			'with another link',
			{ message: 'See [link-1]' },
			{ links: { link: [{ id: '1', url: OWN }] } },
			['https://example.com/a', 'https://example.com/b'],
		],
	])('takes the same text %s for another message', async (__, values, options, [one, other]) => {
		const { items } = await run(parameters(values, options), {
			account: fixture.sandbox.reseller,
			items: [one, other, one].map((own) => ({ ...ITEMS[0], own })),
		});
		const repeated = items.map(({ json }) => detailsOf(json).duplicateOf);
		expect(repeated).toStrictEqual([undefined, undefined, 0]);
		const sent = fixture.sandbox.requests().map(({ body }) => body);
		if (!one?.startsWith('https:')) return;
		for (const link of [one, other]) expect(sent.join()).toContain(link);
	});
});

describe.each(WAYS)('%s with keys', (_, parameters) => {
	const keyed = parameters({}, { idempotencyKey: '={{ $json.order }}' });
	const orders = (...names: string[]) => names.map((order) => ({ ...ITEMS[0], order }));

	test('sends what was sent in an earlier run', async () => {
		await run(keyed, { items: orders('A'), executionId: '1' });
		const { items } = await run(keyed, { items: orders('A', 'B', 'C'), executionId: '2' });
		expect(items[0]?.json.details).toMatchObject({ skipped: true });
		expect(items[1]?.json.accepted).toBe(true);
		expect(items[2]?.json).toMatchObject(repeat(1, '0501234567'));
		expect(texts()).toHaveLength(2);
	});

	test.each([
		['was accepted', () => undefined],
		['was refused', () => fixture.sandbox.addFault({ kind: 'noCredit' })],
		['is blocked', () => fixture.run(block({ phones: '0501234567' }))],
	])('leaves the key of a repetition free whose first %s', async (_first, prepare) => {
		await prepare();
		const onError = 'continueRegularOutput';
		const first = await run(keyed, { items: orders('A', 'B'), executionId: '1', onError });
		expect(first.items.map(({ json }) => detailsOf(json).idempotencyKey)).not.toContain('B');
		await fixture.run(unblock({ phones: '0501234567' }));
		const { items } = await run(keyed, { items: orders('B'), executionId: '2' });
		expect(items[0]?.json.accepted).toBe(true);
	});

	test('sends the text of an item whose key was taken to the next that brings it', async () => {
		const [first, other] = ITEMS;
		await run(keyed, {
			items: [{ ...first, order: 'A' }, ...['A', 'B'].map((order) => ({ ...other, order }))],
		});
		expect(texts().map(([phone]) => phone)).toEqual(['0501234567', '0501234568']);
	});

	test('sends nothing else under the key of an item whose text another one brings', async () => {
		const options = { idempotencyKey: '={{ $json.order }}', concurrentRequests: 1 };
		const oneByOne = parameters({}, options);
		const other = { ...ITEMS[1], order: 'B' };
		const { items } = await run(oneByOne, { items: [...orders('A', 'B'), other] });
		expect(items.map(({ json }) => json.accepted)).toStrictEqual([true, false, false]);
		expect(items[2]?.json).toMatchObject({ details: { skipped: true, idempotencyKey: 'B' } });
		expect(texts()).toHaveLength(1);
	});
});

test('does not repeat a message of unknown outcome', async () => {
	fixture.sandbox.addFault({ kind: 'reset', phase: 'after' });
	const { items } = await run(send(), {
		items: [ITEMS[0] ?? {}, ITEMS[2] ?? {}],
		onError: 'continueRegularOutput',
	});
	expect(items[0]?.json.details).toMatchObject({ outcome: 'unknown' });
	expect(items[1]?.json).toMatchObject(repeat(0, '0501234567'));
	expect(texts()).toHaveLength(1);
});

test('sends to a contact list also where all numbers beside it have the text already', async () => {
	const lists = { sendTo: 'phonesAndContactLists', contactLists: '={{ [$json.list] }}' };
	const { items } = await run(send(lists), {
		items: [
			{ ...ITEMS[0], list: '21518' },
			{ ...ITEMS[0], list: '21519' },
		],
		onError: 'continueRegularOutput',
	});
	const sent = fixture.sandbox.requests({ root: 'sms' }).map(({ body }) => body);
	expect(sent).toHaveLength(2);
	expect(sent[1]).not.toContain('0501234567');
	expect(sent[1]).toContain('21519');
	expect(items).toHaveLength(2);
});
