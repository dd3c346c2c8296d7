import type { INodeParameters } from 'n8n-workflow';

import { ask, limitWaitTo } from './harness/questions.mts';
import { useSandbox, type SandboxRun } from './harness/useSandbox.mts';
import { WaitingRun } from './harness/waitingRun.mts';

const fixture = useSandbox();

const PEOPLE = ['0501111111', '0502222222', '0503333333'];

const askAll = async (
	options: SandboxRun = {},
	values: INodeParameters = {},
	more: INodeParameters = {},
) =>
	await fixture.run(
		ask(
			{
				phone: '={{ $json.phone }}',
				message: '={{ $json.phone }}: who takes the shift?',
				...values,
			},
			{ firstAnswerDecides: true, approveLabel: '=I do, {{ $json.phone }}', ...more },
		),
		{ items: PEOPLE.map((phone) => ({ phone })), ...options },
	);

const linkOf = (phone: string) =>
	new URL(/https?:\S+/.exec(fixture.sandbox.messages({ phone })[0]?.text ?? '')?.[0] ?? '');

test('each gets a link of their own, and the first answer decides', async () => {
	const { run, error } = await askAll();
	expect(error).toBeUndefined();
	expect(PEOPLE.map((phone) => linkOf(phone).searchParams.get('p'))).toEqual([null, '1', '2']);
	expect(new Set(PEOPLE.map((phone) => linkOf(phone).searchParams.get('signature'))).size).toBe(3);
	const waiting = new WaitingRun(run);
	const query = { p: '1' };
	expect((await waiting.open({ query })).page).toMatch(/0502222222: who.*I do, 0502222222/s);
	const { items, page } = await waiting.open({
		method: 'POST',
		query,
		body: { decision: 'confirm' },
	});
	expect(page).toContain('I do, 0502222222');
	const sent = PEOPLE.map((phone, at) => ({
		accepted: true,
		phone,
		externalId: expect.stringMatching(new RegExp(`-${at}-0$`)) as string,
		shipmentId: expect.any(String) as string,
		segments: 2,
		encoding: 'GSM-7',
		sentAt: expect.any(String) as string,
	}));
	expect(items).toEqual([
		{
			json: {
				data: { approved: true },
				outcome: 'approved',
				...sent[1],
				asked: sent,
				respondedAt: expect.any(String) as string,
			},
			pairedItem: { item: 1 },
		},
	]);
});

test.each([
	[3, '3 people asked'],
	[1, '1 person asked'],
])(
	'says of %i people: %s. Of several, the editor says that the node runs for the first item only',
	async (count, sentence) => {
		const items = PEOPLE.slice(0, count).map((phone) => ({ phone }));
		expect((await askAll({ items })).hints).toEqual([sentence]);
	},
);

test.each(['3', '-1', 'x', ''])(
	'decides nothing by a link of nobody who was asked: %j',
	async (p) => {
		const { run } = await askAll();
		const { items, page } = await new WaitingRun(run).open({
			method: 'POST',
			query: { p },
			body: { decision: 'confirm' },
		});
		expect(items).toBeUndefined();
		expect(page).toContain('Nothing to answer here');
	},
);

test('one item comes out when nobody answers in time', async () => {
	const { run } = await askAll({}, {}, limitWaitTo(1));
	const items = await new WaitingRun(run).timeOut();
	expect(items).toHaveLength(1);
	expect(items[0]?.json).toMatchObject({
		data: { approved: false },
		outcome: 'timedOut',
		asked: PEOPLE.map((phone) => ({ phone })),
	});
});

test('waits under Continue On Fail for those who were reached, and tells of the others', async () => {
	const items = [{ phone: 'x' }, ...PEOPLE.slice(1).map((phone) => ({ phone }))];
	const { run } = await askAll({ items, onError: 'continueRegularOutput' });
	const { items: answered } = await new WaitingRun(run).open({
		method: 'POST',
		query: { p: '2' },
		body: { decision: 'confirm' },
	});
	expect(answered?.[0]?.json).toMatchObject({
		phone: '0503333333',
		asked: [
			{ error: expect.stringContaining('is not a phone number') as string },
			{ phone: '0502222222' },
			{ phone: '0503333333' },
		],
	});
});

test('waits for no first answer when nobody was reached', async () => {
	const { run, items } = await askAll({
		items: [{ phone: 'x' }, { phone: 'y' }],
		onError: 'continueRegularOutput',
	});
	expect(run.waitTill).toBeUndefined();
	expect(items).toHaveLength(2);
});

test('asks nobody for a first answer when one item has a mistake', async () => {
	const { error } = await askAll({
		items: [...PEOPLE.map((phone) => ({ phone })), { phone: 'x' }],
	});
	expect(error?.message).toMatch(/is not a phone number.*\[item 3\]$/);
	expect(fixture.sandbox.requests()).toHaveLength(0);
});

test('one person alone is asked as without it', async () => {
	const { run } = await askAll({ items: [{ phone: '0501111111' }] });
	const { items } = await new WaitingRun(run).open({
		method: 'POST',
		body: { decision: 'confirm' },
	});
	expect(items?.[0]?.json).toMatchObject({ phone: '0501111111', outcome: 'approved' });
	expect(items?.[0]?.json).not.toHaveProperty('asked');
});
