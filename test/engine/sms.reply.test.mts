import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { parametersFor } from './harness/parametersFor.mts';
import { useRememberedKeys } from './harness/rememberedKeys.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
useRememberedKeys();

const INBOX = '0559000100';
const reply = parametersFor('sms', 'reply', { message: 'Thank you' });
const ABROAD = { includesInternational: true };
const TOOL = { type: 'n8n-nodes-textme.textMeTool' };

const from = (phone: string, more: IDataObject = {}): IDataObject => ({
	event: 'incomingMessage',
	eventId: `message of ${phone}`,
	phone,
	message: 'Are you open?',
	to: INBOX,
	...more,
});

const sent = () =>
	fixture.sandbox.messages().map(({ phone, source, text }) => [phone, source, text]);

describe('SMS Reply', () => {
	test('texts who wrote, from the number they wrote to', async () => {
		const { items } = await fixture.runWell(reply(), { items: [from('0501234567')] });
		const [message] = fixture.sandbox.messages();
		expect(message).toMatchObject({ phone: '0501234567', source: INBOX, text: 'Thank you' });
		expect(items).toEqual([
			{
				json: {
					accepted: true,
					phone: '0501234567',
					result: 'Accepted',
					externalId: message?.externalId,
					shipmentId: String(message?.campaignId),
					segments: 1,
					encoding: 'GSM-7',
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	test('takes the answer of an agent behind a trigger, for each person their own', async () => {
		const people = ['0501111111', '0502222222'];
		await fixture.runWell(reply({ message: '={{ $json.output }}' }), {
			triggered: people.map((phone) => from(phone)),
			items: people.map((phone) => ({ output: `For ${phone}` })),
		});
		expect(sent().sort()).toEqual(people.map((phone) => [phone, INBOX, `For ${phone}`]));
	});

	test('texts who wrote from abroad, where that is allowed', async () => {
		await fixture.runWell(reply({}, ABROAD), { items: [from('+447700900123')] });
		expect(sent()).toEqual([['447700900123', INBOX, 'Thank you']]);
	});

	test('reaches who wrote when it is a tool, whatever number a model names', async () => {
		const stranger = { phone: '0509999999', to: 'TextMe', message: 'From the model' };
		const { items } = await fixture.runWell(reply(), {
			...TOOL,
			triggered: [from('0501234567')],
			items: [stranger],
		});
		expect(items[0]?.json).toMatchObject({ accepted: true, phone: '0501234567' });
		expect(sent()).toEqual([['0501234567', INBOX, 'Thank you']]);
	});
});

/** A stranger, what is odd of the message, why it gets no reply, and whether only the service knows. */
type Oddity = [string, IDataObject, RegExp, 'service'?];
const NO_SENDER =
	/^'to' of the message, the number that would send the reply, has characters other than/;
const UNSENDABLE = /^The request holds a character that cannot be sent \(U\+0001/;
const UNVERIFIED =
	/^The sender is not verified \(status 515\)\. 0559000199, the number that got the message, cannot/;
const oddities: Oddity[] = [
	['a name', { phone: 'MyBank' }, /^'phone' of the message is not a phone number/],
	['a short code', { phone: '2468' }, /^'phone' of the message /],
	['a company', { phone: '1700123456' }, /^'phone' of the message /],
	['a premium number', { phone: '+882161234567' }, /^'phone' of the message is a premium number/],
	['a withheld number', { phone: undefined }, /^The message does not say who wrote it/],
	['whoever texted nobody knows what', { to: undefined }, /^The message does not say/],
	['whoever texted what can be no sender', { to: '*3456' }, NO_SENDER],
	['whoever texted a name', { to: 'TextMe' }, /^'to' of the message, .* is a name \("TextMe"\)/],
	['whoever there is no answer for', { message: '' }, /^'Message' is empty/],
	['a character that cannot be sent', { message: 'Hi\u0001' }, UNSENDABLE],
	['1,006 characters', { message: 'x'.repeat(1006) }, /^'Message' has 1006 char/],
	['braces', { message: '{{ $json.x }}' }, /^'Message' contains "{{ \$json\.x }}"/],
	['a placeholder', { message: '[DYNAMIC_FIELD1]' }, /^'Message' has \[DYNAMIC_FI/],
	['whoever texted a number that cannot send', { to: '0559000199' }, UNVERIFIED, 'service'],
	['whoever texted a short number', { to: '2468' }, /^The sender .* 2468, the number/, 'service'],
	...[9, 512, 989, 4711].map((status): Oddity => [
		`whoever the service refuses with status ${status}`,
		{ message: `x #status:${status}` },
		new RegExp(`\\(status ${status}\\)\\. `),
		'service',
	]),
].map(([who, odd, ...rest]) => [who, from('0501234567', odd as IDataObject), ...rest] as Oddity);
const because = (reason: RegExp) => new RegExp(reason.source.replace('^', '^Not sent: '));
const ON_ERROR = [undefined, 'continueRegularOutput', 'continueErrorOutput'] as const;
const answer = (options?: INodeParameters) => reply({ message: '={{ $json.message }}' }, options);

describe.each(ON_ERROR)('with On Error %s', (onError) => {
	test.each(oddities)('skips %s and answers everybody else', async (_, odd, reason) => {
		const others = ['0501111111', '0502222222'];
		const { items, errors, hints } = await fixture.runWell(answer(ABROAD), {
			onError,
			items: [from(others[0] ?? ''), odd, from(others[1] ?? '')],
		});
		expect(sent().sort()).toEqual(others.map((phone) => [phone, INBOX, 'Are you open?']));
		expect([items.map(({ json }) => json.accepted), errors]).toEqual([[true, false, true], []]);
		expect(items[1]).toEqual({
			json: expect.objectContaining({
				skipped: true,
				phone: odd.phone ?? '',
				result: expect.stringMatching(because(reason)) as string,
			}) as IDataObject,
			pairedItem: { item: 1 },
		});
		expect(hints).toEqual(['2 accepted, 1 not answered [item 1]']);
	});

	test('answers one honest person among 300 that are forged', async () => {
		const items = Array.from({ length: 300 }, (_, n) => oddities[n % oddities.length]?.[1] ?? {});
		items.splice(150, 0, from('0501111111'));
		const limits = { mostToEachInHour: { figure: 5 } };
		const result = await fixture.run(answer({ ...ABROAD, limits }), { onError, items });
		expect([result.error, result.errors]).toEqual([undefined, []]);
		expect(sent()).toEqual([['0501111111', INBOX, 'Are you open?']]);
		const skipped = result.items.filter(({ json }) => json.skipped === true);
		expect([result.items.length, skipped.length]).toEqual([301, 300]);
	});

	test('answers everybody else before mistakes of the owner are an error', async () => {
		const { items, errors, error } = await fixture.run(answer(), {
			onError,
			items: [{ phone: '0501234567' }, from(DANA), from(OMER), { phone: '0507654321' }],
		});
		expect(sent()).toHaveLength(2);
		const stops = onError === undefined;
		const told = error?.message ?? (items[0]?.json.error as string | undefined);
		if (onError === 'continueErrorOutput') expect(errors).toHaveLength(2);
		else expect(told).toMatch(/Reply needs an incoming message/);
		expect(error !== undefined).toBe(stops);
		if (stops) expect(error?.description).toContain('2 other items were carried out.');
		if (stops) expect(error?.message).toMatch(/^2 of 4 items were refused: /);
	});

	test.each([
		['the account cannot pay', 12],
		['the outcome is unknown', 998],
	])('is an error where %s, after it answered everybody else', async (_, status) => {
		const { items, errors, error } = await fixture.run(answer(ABROAD), {
			onError,
			items: [from('0501234567', { message: `x #status:${status}` }), from('0501111111')],
		});
		expect(sent()).toHaveLength(1);
		expect([error, ...errors, items[0]?.json.error].filter(Boolean)).toHaveLength(1);
	});
});

test.each(oddities.filter(([, , , by]) => !by))(
	'skips %s alone, before a request, also as a tool that stops the workflow',
	async (_, odd, reason) => {
		for (const more of [{}, { ...TOOL, triggered: [odd] }]) {
			const { items } = await fixture.runWell(answer(ABROAD), {
				...more,
				onError: 'stopWorkflow',
				items: [odd],
			});
			expect(items[0]?.json).toMatchObject({
				skipped: true,
				result: expect.stringMatching(because(reason)) as string,
			});
		}
		expect(fixture.sandbox.requests()).toEqual([]);
	},
);

test.each([
	[515, 'not verified', { to: '0559000199' }, '0559000199'],
	[512, 'not verified', { message: '#status:512' }, INBOX],
	[992, 'too long or too short', { message: '#status:992' }, INBOX],
])(
	'skips whoever texted a number that cannot send, also alone (status %i)',
	async (status, is, values, to) => {
		const { items } = await fixture.runWell(answer(), { items: [from('0501234567', values)] });
		const why = `The sender is ${is} (status ${status}). ${to}, the number that got the message, cannot send for`;
		expect(items[0]?.json.result).toContain(why);
		expect(sent()).toEqual([]);
	},
);

test('skips who wrote from abroad, unless that is allowed', async () => {
	const { items } = await fixture.runWell(reply(), { items: [from('+2399801234')] });
	expect(items[0]?.json.result).toMatch(
		/^Not sent: 'phone' of the message is not an Israeli number .*'Allow International Numbers'/,
	);
	expect(fixture.sandbox.requests()).toEqual([]);
});

test.each([
	['who wrote without a trigger', [], 'needs a TextMe Trigger that starts the workflow'],
	['which of several wrote', ['0501111111', '0502222222'], 'cannot tell which of several events'],
])('refuses to guess %s when it is a tool', async (_, people, message) => {
	const triggered = people.length > 0 ? people.map((phone) => from(phone)) : undefined;
	const { items } = await fixture.run(reply(), { ...TOOL, triggered, items: [from('0509999999')] });
	expect(items[0]?.json.error).toContain(`Reply ${message}`);
	expect(fixture.sandbox.requests()).toEqual([]);
});

const [DANA, OMER] = ['0501111111', '0502222222'];
const BOTH = [from(DANA), from(OMER)];

test('skips a message without a receiver whose sender has opted out, too', async () => {
	const odd = from('Bank1', { to: undefined });
	const optOut = { event: 'blocklistAddition', eventId: 'opt-out', phone: 'Bank1' };
	const messages = [odd, from(DANA)];
	const { items } = await fixture.runWell(reply(), {
		triggered: [...messages, optOut],
		items: messages,
	});
	expect(items.map(({ json }) => json.accepted)).toEqual([false, true]);
});

const noMessage = (event: string, phone?: string): IDataObject => ({
	event,
	eventId: `${event} of ${phone}`,
	...(phone && { phone }),
});
test.each([
	['a delivery report of the same person', [noMessage('deliveryReport', DANA)]],
	['a delivery report of somebody else', [noMessage('deliveryReport', OMER)]],
	['an opt-out of the same person', [noMessage('blocklistAddition', DANA)]],
	['an unknown event', [noMessage('unknown')]],
	['many', Array.from({ length: 99 }, (_, n) => noMessage('deliveryReport', `05033333${10 + n}`))],
])('texts who wrote once, beside %s', async (_, others) => {
	const triggered = [from(DANA), ...others];
	for (const items of [triggered, triggered.map(() => ({ output: 'Hi' }))]) {
		fixture.sandbox.reset();
		const { error } = await fixture.run(reply(), { triggered, items });
		expect(sent()).toEqual([[DANA, INBOX, 'Thank you']]);
		expect(error?.message).toContain('Reply needs an incoming message');
	}
});
const EDIT_FIELDS = { type: 'n8n-nodes-base.set' };
const CODE = { type: 'n8n-nodes-base.code', parameters: { jsCode: 'return …' } };
const forOmerAndDana = [{ output: OMER }, { output: DANA }];

interface Way {
	between: { type: string; parameters?: INodeParameters; pairing?: number[] };
	items?: IDataObject[];
	triggered?: IDataObject[];
}

const SUB_WORKFLOW = { type: 'n8n-nodes-base.executeWorkflow' };
const paired = (parameters: INodeParameters, node: { type: string } = CODE): Way => ({
	between: { ...node, parameters, pairing: [1, 0] },
});

const FILTER = { type: 'n8n-nodes-base.filter' };
const SEND = { type: 'n8n-nodes-textme.textMe' };
const own = { phone: OMER, to: INBOX, output: OMER };
const ofDana = { output: DANA };
const withPhones = forOmerAndDana.map((item) => ({ ...item, phone: item.output }));
const withIds = forOmerAndDana.map((item) => ({ ...item, eventId: `message of ${item.output}` }));
const toOthers = [DANA, OMER].map((output) => ({ output, phone: '0509999999' }));
const toOmer = [DANA, OMER].map((output) => ({ output, phone: OMER }));
const toInbox = toOthers.map((item) => ({ ...item, to: INBOX, accepted: true }));
const MERGE = { type: 'n8n-nodes-base.merge', pairing: [0, 0] };
const merged = toInbox.map((item) => ({ ...from(item.output), ...item }));
const INSERT = { type: 'n8n-nodes-base.dataTable', pairing: [0, 0] };
const table = (operation: string, value: string) => ({
	...{ ...INSERT, pairing: [1, 0] },
	parameters: { operation, dataTableId: { __rl: true, mode: 'id', value } },
});
const two = [from(DANA), from(DANA, { eventId: 'later' })];

// Each item's text is the phone of its intended recipient.
const right: Array<[string, Way]> = [
	['sorted by Code that keeps the messages', { between: CODE, items: [from(OMER), from(DANA)] }],
	['sorted by Sort', { between: { type: 'n8n-nodes-base.sort', pairing: [1, 0] } }],
	['filtered', { between: { ...FILTER, pairing: [1] }, items: [{ output: OMER }] }],
	['edited one by one', { between: EDIT_FIELDS, items: [{ output: DANA }, own] }],
	['made by Code for each item', paired({ mode: 'runOnceForEachItem' })],
	['made by a sub-workflow for each item', paired({ mode: 'each' }, SUB_WORKFLOW)],
	['paired by Code itself', paired({ jsCode: 'return [{ json, pairedItem: 1 }]' })],
	['sorted by Code, with the phone only', { between: CODE, items: withPhones }],
	['sorted by Code, with the eventId only', { between: CODE, items: withIds }],
	['put out by a send to somebody else', { between: SEND, items: toOthers }],
	['put out by a send to another who wrote', { between: SEND, items: toOmer }],
	['merged with the output of a send', { between: MERGE, items: merged }],
	['put out by a send, with the number written to', { between: SEND, items: toInbox }],
	['inserted into a table, all paired with the first', { between: INSERT, items: withPhones }],
	['updated in a table by expression', { between: table('update', '={{ $vars.table }}') }],
	['inserted into a table one by one', { between: table('insert', 'orders') }],
	['made by Code of two texts of one person', { between: CODE, triggered: two, items: [ofDana] }],
];

test.each(right)('texts whom the items name that are %s', async (_, way) => {
	await fixture.runWell(reply({ message: '={{ $json.output ?? $json.phone }}' }), {
		triggered: BOTH,
		items: forOmerAndDana,
		...way,
	});
	expect(sent()).toEqual(sent().map(([phone]) => [phone, INBOX, phone]));
	expect(sent()).toHaveLength(way.items?.length ?? 2);
});

test.each([
	['sorted by Code', CODE, forOmerAndDana],
	['filtered by Code', CODE, [{ output: OMER }]],
	['sorted by Function', { type: 'n8n-nodes-base.function' }, forOmerAndDana],
	['sorted by a sub-workflow', SUB_WORKFLOW, forOmerAndDana],
	['inserted into a table by expression', table('insert', '={{ $vars.table }}'), forOmerAndDana],
])('refuses to guess whose message an item answers that is %s', async (_, between, items) => {
	const { error } = await fixture.run(reply(), { triggered: BOTH, items, between });
	expect(error?.message).toMatch(
		/^Reply cannot tell whose message an item of 'Start' answers, .*keep the field 'eventId'/,
	);
	expect(fixture.sandbox.requests()).toEqual([]);
});
