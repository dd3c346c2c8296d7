import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ENCODINGS, pairs, useSandbox } from './harness/useSandbox.mts';
import { parametersFor, sendingHours } from './harness/calls.mts';

const fixture = useSandbox();
const estimate = parametersFor('sms', 'estimate', {
	source: 'TextMe',
	sendTo: 'phones',
	phones: '={{ $json.phone }}',
	message: '={{ $json.text }}',
});

const credits = () => fixture.sandbox.accountView(fixture.sandbox.account.username).credits;

const ITEMS = [
	{ phone: '0501111111, 0502222222', text: 'Hello' },
	{ phone: '0503333333', text: 'א'.repeat(135) },
	{ phone: '050-111-1111', text: 'Hello' },
];

const plain = { warnings: [], abroad: 0 };

test.each(ENCODINGS)(
	'each item comes out with what it costs, and all with what the run costs, in %s',
	async (encoding) => {
		const { items } = await fixture.runWell(estimate(), { encoding, items: ITEMS });
		const run = {
			...{ recipients: 3, duplicates: 1, segments: 5, abroad: 0, credits: 5 },
			...{ balance: credits(), balanceAfterwards: credits() - 5 },
			internationalBalance: expect.any(Number) as number,
		};
		const { balanceAfterwards } = run;
		const summary = `3 texts, 5 credits, ${balanceAfterwards.toLocaleString('en-US')} left`;
		const each = { ...plain, summary, balanceAfterwards };
		expect(items.map(({ json }) => json)).toEqual([
			{ ...each, recipients: 2, duplicates: 0, segments: 1, encoding: 'GSM-7', credits: 2, run },
			{ ...each, recipients: 1, duplicates: 0, segments: 3, encoding: 'UCS-2', credits: 3 },
			{ ...each, recipients: 0, duplicates: 1, segments: 1, encoding: 'GSM-7', credits: 0 },
		]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(pairs(3));
	},
);

test('says of a run what it then costs, and sends nothing', async () => {
	const before = credits();
	const { items } = await fixture.run(estimate(), { items: ITEMS });
	expect(fixture.sandbox.counters().requests).toEqual({ balance: 1 });
	expect(fixture.sandbox.messages()).toStrictEqual([]);
	await fixture.run({ ...estimate(), operation: 'sendBulk' }, { items: ITEMS });
	expect(fixture.sandbox.messages()).toHaveLength(3);
	expect(before - credits()).toBe((items[0]?.json.run as IDataObject).credits);
});

const onlyItem = async (values: INodeParameters, options: INodeParameters = {}) =>
	(await fixture.run(estimate({ phones: '0501111111', message: 'Hello', ...values }, options)))
		.items[0]?.json;

test('warns of a text that one character makes long', async () => {
	expect((await onlyItem({ message: `${'x'.repeat(150)}א` }))?.warnings).toEqual([
		'The text has 3 segments instead of 1 because of "א"',
	]);
});

test('says that it does not count the people on contact lists', async () => {
	const toList = { sendTo: 'contactLists', contactLists: ['21518'] };
	expect(await onlyItem(toList)).toMatchObject({
		recipients: 0,
		credits: 0,
		contactLists: ['21518'],
		warnings: [
			'The people on contact lists are not counted: the service does not say how many they are',
		],
	});
});

describe.each([201, 268, 335])('where a credit pays %i characters', (unit) => {
	const own = useSandbox({ charactersPerCredit: unit });

	test('says what the service takes', async () => {
		const left = () => own.sandbox.accountView(own.sandbox.account.username).credits;
		const items = [150, 202, 269, 336, 1005].map((length, n) => ({
			phone: `050111111${n}`,
			text: 'א'.repeat(length),
		}));
		const parameters = estimate({}, { charactersPerCredit: String(unit) });
		const { items: estimated } = await own.run(parameters, { items });
		const before = left();
		await own.run({ ...estimate(), operation: 'sendBulk' }, { items });
		expect(own.sandbox.counters().messages).toBe(5);
		const cost = { balanceAfterwards: left(), credits: before - left() };
		expect(estimated[0]?.json.run).toMatchObject(cost);
	});
});

test('counts everything with Send All', async () => {
	const { items } = await fixture.run(estimate({}, { duplicates: 'sendAll' }), { items: ITEMS });
	expect(items[0]?.json.run).toMatchObject({ recipients: 4, duplicates: 0, credits: 6 });
});

test('counts what goes abroad as a recipient that costs no credits', async () => {
	const abroad = { phones: '+14155550100, 0501111111' };
	const json = await onlyItem(abroad, { includesInternational: true });
	expect(json).toMatchObject({
		recipients: 2,
		credits: 1,
		abroad: 1,
		summary: expect.stringMatching(/^2 texts, 1 credit, 1 abroad, [\d,]+ left$/) as string,
		run: { segments: 2, credits: 1, abroad: 1 },
	});
});

test('outside of the sending hours a text is scheduled, or counts for nothing', async () => {
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-27T15:00+02:00'));
	const opening = '2026-11-29T08:00:00+02:00';
	expect(await onlyItem({}, sendingHours())).toMatchObject({ credits: 1, scheduledFor: opening });
	const held = { held: true, opensAt: opening, recipients: 0, credits: 0, run: { credits: 0 } };
	expect(await onlyItem({}, sendingHours({ outside: 'leaveOut' }))).toMatchObject(held);
});

test('each account has a balance of its own', async () => {
	const { reseller, subAccount } = fixture.sandbox;
	const { items } = await fixture.run(
		estimate({ message: 'Hello' }, { onBehalfOf: '={{ $json.branch }}' }),
		{
			account: reseller,
			items: [
				{ phone: '0501111111', branch: subAccount.username },
				{ phone: '0502222222', branch: reseller.username },
			],
		},
	);
	const balances = [subAccount, reseller].map(
		({ username }) => fixture.sandbox.accountView(username).credits - 1,
	);
	expect(items.map(({ json }) => json.balanceAfterwards)).toEqual(balances);
	expect(items.map(({ json }) => json.run)).toMatchObject(balances.map(() => ({ credits: 1 })));
});

test('gives out a balance that is no number as it is', async () => {
	const { items } = await fixture.runWithReply(
		'{"status":0,"message":"","balance":"plenty"}',
		estimate({ phones: '0501111111', message: 'Hello' }),
	);
	expect(items[0]?.json).toMatchObject({ summary: '1 text, 1 credit', run: { balance: 'plenty' } });
	expect(items[0]?.json.balanceAfterwards).toBeUndefined();
});
