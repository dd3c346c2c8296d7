import type { INodeParameters } from 'n8n-workflow';

import { REFUSED_OR_RESTRICTED } from './harness/refusedAccounts.mts';
import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';
import { plainReply } from './harness/withReply.mts';

const fixture = useSandbox();

const get = (values: INodeParameters = {}, options: INodeParameters = {}): INodeParameters => ({
	resource: 'report',
	operation: 'getIncomingMessages',
	// The sandbox's clock stands in this day.
	from: '2026-01-15T00:00:00',
	to: '2026-01-16T00:00:00',
	returnAll: true,
	...values,
	options,
});

const reply = (text: string, phone = '0501234567') =>
	fixture.sandbox.handsetReply({ phone, text, dest: '0559000100' });

describe.each(ENCODINGS)('Report Get Incoming Messages in %s', (encoding) => {
	test('one item for each message', async () => {
		reply('כן, תודה <3 & "שלום"');
		await fixture.sandbox.advanceClock(60_000);
		reply('Second', '0527654321');
		const { items, error } = await fixture.run(get(), { encoding });
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: {
					eventId: expect.stringMatching(
						/^incomingMessage\|0501234567\|0559000100\|2026-01-15T10:00\|\w+$/,
					) as unknown,
					phone: '0501234567',
					phoneInternational: '+972501234567',
					dest: '0559000100',
					destInternational: '+972559000100',
					message: 'כן, תודה <3 & "שלום"',
					date: '2026-01-15T10:00:00+02:00',
				},
				pairedItem: { item: 0 },
			},
			{
				json: expect.objectContaining({
					phone: '0527654321',
					message: 'Second',
					date: '2026-01-15T10:01:00+02:00',
				}) as unknown,
				pairedItem: { item: 0 },
			},
		]);
	});

	test('nobody wrote', async () => {
		const { items, error } = await fixture.run(get(), { encoding });
		expect(error).toBeUndefined();
		expect(items).toEqual([]);
	});

	test('Limit', async () => {
		for (const text of ['1', '2', '3']) reply(text);
		const { items } = await fixture.run(get({ returnAll: false, limit: 2 }), { encoding });
		expect(items.map(({ json }) => json.message)).toEqual(['1', '2']);
	});

	test('Simplify off gives the reply as it came', async () => {
		reply('Hi');
		const { items } = await fixture.run(get({}, { simplify: false }), { encoding });
		const entry = expect.objectContaining({ phone: '972501234567', message: 'Hi' }) as unknown;
		expect(items).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({
			transactions: encoding === 'json' ? [entry] : { transaction: entry },
		});
	});

	test.each(REFUSED_OR_RESTRICTED)('status %i', async (status, account) => {
		const { error } = await fixture.run(get(), { encoding, account: account(fixture.sandbox) });
		expect(error?.message).toMatch(new RegExp(`\\(status ${status}\\) \\[item 0\\]$`));
		expect(error?.context).toMatchObject({ status, outcome: 'rejected' });
		expect(error?.description).toBeTruthy();
	});

	test('status 2 says what may be missing', async () => {
		const { error } = await fixture.runWithReply(plainReply(encoding, 2), get(), { encoding });
		expect(error?.message).toBe(
			'The start or the end of the time window is missing (status 2) [item 0]',
		);
	});
});

test('a window of any length is asked for in one call', async () => {
	reply('Hi');
	const { items } = await fixture.run(get({ from: '2025-06-01', to: '2026-06-01T09:00' }));
	expect(items).toHaveLength(1);
	const [request, ...others] = fixture.sandbox.requests({ root: 'incoming' });
	expect(others).toEqual([]);
	expect(JSON.parse(request?.body ?? '')).toEqual({
		incoming: { user: { username: 'demo' }, from: '01/06/25 00:00', to: '01/06/26 09:00' },
	});
});

test('the last seven days when both ends are empty', async () => {
	await fixture.sandbox.setClock(Date.now() - 6 * 86_400_000);
	reply('Six days ago');
	await fixture.sandbox.setClock(Date.now());
	reply('Now');
	const { items } = await fixture.run(get({ from: '', to: '' }));
	expect(items.map(({ json }) => json.message)).toEqual(['Six days ago', 'Now']);
});

test.each([
	[{ from: '2026-01-17' }, "The time from 'From' to 'To' ends before it begins"],
	[{ from: 'x' }, "'From' is not a date"],
	[{ to: '99/99/26 10:00' }, "'To' is not a date"],
	[{ returnAll: false, limit: -1 }, '\'Limit\' is "-1"'],
] as Array<[INodeParameters, string]>)(
	'bad input %j is named before anything is asked',
	async (values, message) => {
		const { error } = await fixture.run(get(values));
		expect(error?.message).toContain(message);
		expect(error?.message).toMatch(/\[item 0\]$/);
		expect(fixture.sandbox.requests()).toHaveLength(0);
	},
);

test('one bad item does not take the others down', async () => {
	reply('Hi');
	const { items } = await fixture.run(get({ from: '={{ $json.from }}' }), {
		items: [{ from: '2026-01-15' }, { from: 'x' }],
		onError: 'continueRegularOutput',
	});
	expect(items.map(({ json, pairedItem }) => [pairedItem, json.error ?? json.message])).toEqual([
		[{ item: 0 }, 'Hi'],
		[{ item: 1 }, expect.stringContaining("'From' is not a date")],
	]);
});

test.each([
	[
		'under another name',
		'{"status":0,"incoming_messages":[{"phone":"972501234567","message":"Hi"}]}',
	],
	[
		'as a single element outside a list',
		'<incoming><status>0</status><transaction><phone>972501234567</phone><message>Hi</message></transaction></incoming>',
	],
])('the messages are found %s', async (_, answer) => {
	const { items } = await fixture.runWithReply(answer, get());
	expect(items.map(({ json }) => json)).toMatchObject([{ phone: '0501234567', message: 'Hi' }]);
});
