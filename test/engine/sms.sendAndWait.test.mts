import { WAIT_INDEFINITELY, type INodeParameters, type IDataObject } from 'n8n-workflow';
import { onlySentElement, useSandbox } from './harness/useSandbox.mts';
import {
	ask,
	asked,
	AT,
	CONFIRM,
	limitWait,
	limitWaitTo,
	press,
	questionOutput,
} from './harness/questions.mts';
import { WaitingRun } from './harness/waitingRun.mts';
import { DANA, OMER, useReplyQuestions } from './harness/replyQuestions.mts';

const fixture = useSandbox();

const LINK =
	/http:\/\/localhost:5678\/webhook-waiting\/1042\/[0-9a-f-]{36}\?signature=[0-9a-f]{64}/;

const received = () => fixture.sandbox.messages().map(({ phone, text }) => [phone, text]);

test('one text with a link reaches one person, and the execution waits', async () => {
	const { items, run } = await fixture.run(ask());
	const [message] = fixture.sandbox.messages();
	expect(message?.phone).toBe('0501234567');
	expect(message?.text).toMatch(new RegExp(`^Approve order 1042\\?\n${LINK.source}$`));
	const { externalId, campaignId } = message ?? {};
	const json = questionOutput(
		{ outcome: 'waiting' },
		{ externalId, shipmentId: String(campaignId) },
	);
	expect(items).toEqual([{ json, pairedItem: { item: 0 } }]);
	expect(run.waitTill).toEqual(WAIT_INDEFINITELY);
});

test('asks a person abroad, where that is allowed', async () => {
	await fixture.runWell(ask({ phones: '+14155550100' }, { includesInternational: true }));
	expect(onlySentElement(fixture, 'sms')).toMatchObject({ includes_international: '1' });
});

test('waits for nothing when the service refuses', async () => {
	const { error, run } = await fixture.run(ask(), { account: fixture.sandbox.noCredit });
	expect(error?.context).toMatchObject({ status: 4 });
	expect(run.waitTill).toBeUndefined();
});

test('gives the shipments of all items the campaign name', async () => {
	const name = { campaignName: 'Reminders of May' };
	const items = [{ phone: '0501234567' }, { phone: '0527654321' }];
	const { items: one } = await fixture.run(ask({}, name));
	expect(one[0]?.json.details).toMatchObject(name);
	const source = fixture.sandbox.account.number;
	const byReply = ask({ source, phones: '={{ $json.phone }}', responseType: 'smsReply' }, name);
	const waiting = { executionId: '2', data: [], waitTill: WAIT_INDEFINITELY };
	await fixture.runWell(byReply, { items, executeWorkflow: () => Promise.resolve(waiting) });
	const named = fixture.sandbox.messages().map(({ campaignName }) => campaignName);
	expect(named).toEqual(Array(3).fill('Reminders of May'));
});

test('gives an approval a link that is hard to guess', async () => {
	for (const values of [{}, { approvalType: 'choices', choices: 'A\nB' }]) {
		await fixture.run(ask(values, { shortenLink: undefined }));
	}
	expect(received().map(([, text]) => text)).toEqual(
		[0, 1].map(() => expect.stringMatching(LINK) as string),
	);
});

test.each([
	['approval', {}],
	['choices', { approvalType: 'choices', choices: 'A\nB' }],
])('lets the service shorten the link of an answer by %s', async (_, values) => {
	const { items } = await fixture.run(
		ask({ message: '=Go to {{ $execution.resumeUrl }}, please', ...values }, { shortenLink: true }),
	);
	expect(onlySentElement(fixture, 'sms')).toMatchObject({
		message: 'Go to [link-1], please',
		links: { link: [{ $: { id: '1' }, _: expect.stringMatching(LINK) as string }] },
	});
	expect(received()).toEqual([
		['0501234567', expect.stringMatching(/^Go to http:\/\/127\.0\.0\.1:\d+\/s\/\S+, please$/)],
	]);
	// Only the service knows the short link's length.
	expect(items[0]?.json.details).not.toHaveProperty('segments');
});

const address = (webhookWaitingBaseUrl: string) => ({
	webhookWaitingBaseUrl,
	credentials: { ...fixture.credentials(), baseUrl: 'https://my.textme.co.il' },
});
test('refuses a link to n8n on its own network before it is sent, with what to set', async () => {
	const { error, run } = await fixture.expectBadInput(
		ask(),
		/^The link in the message, .*, opens only on this machine or its network; set N8N_WEBHOOK_URL/,
		address('http://n8n:5678/webhook-waiting'),
	);
	expect(error?.message).not.toContain('signature');
	expect(run.waitTill).toBeUndefined();
});

test('puts the link where it was placed, and counts it', async () => {
	const { items } = await fixture.run(ask({ message: '=לאשר? {{ $execution.resumeUrl }} תודה' }));
	const [[, text] = []] = received();
	expect(text).toMatch(new RegExp(`^לאשר\\? ${LINK.source} תודה$`));
	expect(items[0]?.json.details).toMatchObject({ segments: 3, encoding: 'UCS-2' });
});

const PAST = limitWait({ limitType: 'atSpecifiedTime', maxDateAndTime: '2020-01-01' });

test.each([
	[{ message: 'x'.repeat(950) }, {}, /'Message' has 1\d{3} characters with the link/],
	[{}, PAST, 'is in the past'],
	[{}, limitWaitTo('x'), 'is not a time'],
] as Array<[INodeParameters, INodeParameters, string | RegExp]>)(
	'refuses a question of %j with the options %j',
	async (values, options, message) => {
		const { run } = await fixture.expectBadInput(ask(values, options), message);
		expect(run.waitTill).toBeUndefined();
	},
);

test('does not send again after a lost answer under Retry On Fail, and waits for nothing', async () => {
	fixture.sandbox.addFault({ kind: 'reset', phase: 'after' });
	const { error, run } = await fixture.run(ask(), { retryOnFail: true, maxTries: 3 });
	expect(error?.context).toMatchObject({ outcome: 'unknown' });
	expect(received()).toHaveLength(1);
	expect(run.waitTill).toBeUndefined();
});

test('sends with the retry what was refused for a moment, and waits for it', async () => {
	fixture.sandbox.addFault({ kind: 'httpStatus', status: 429 });
	const { run } = await fixture.run(ask(), { retryOnFail: true, maxTries: 3 });
	expect(received()).toHaveLength(1);
	expect(run.waitTill).toEqual(WAIT_INDEFINITELY);
});

/** Milliseconds before the end of a wait in which n8n may have set the timer that ends it. */
const N8N_TIMER = 75_000;

test.each([
	['an approval', {}, { approved: false }],
	['choices', { approvalType: 'choices', choices: 'A\nB' }, { choice: '' }],
])('gives out %s as timed out when the time is over', async (_, values, data) => {
	const run = await asked(fixture, values);
	const items = await run.timeOut();
	expect(items.map(({ json }) => json)).toStrictEqual([
		questionOutput({ ...('choice' in data && data), data, outcome: 'timedOut' }),
	]);
	expect(items[0]?.pairedItem).toEqual({ item: 0 });
});

test('leaves what the node before put out as it was', async () => {
	const { run } = await fixture.run(ask(), { items: [{ order: 7 }] });
	const before = run.data.resultData.runData.Start?.[0]?.data
		?.main?.[0] as unknown as IDataObject[];
	expect(before.map(({ json }) => json)).toStrictEqual([{ order: 7 }]);
	expect(new WaitingRun(run).stackItems[0]?.json).toMatchObject({ outcome: 'timedOut' });
});

test.each([
	[2, 'days', 2 * 86_400_000],
	[0.5, 'minutes', 30_000],
])('ends the time after %d %s, and then the wait', async (amount, unit, ms) => {
	const now = Date.now();
	const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
	const { run } = await fixture.run(ask({}, limitWaitTo(amount, unit)));
	expect(new Date(run.waitTill ?? 0).getTime()).toBe(now + ms + N8N_TIMER);
	clock.mockReturnValue(now + ms);
	expect((await press(run, CONFIRM)).items).toBeUndefined();
	clock.mockReturnValue(now + ms - 1);
	expect((await press(run, CONFIRM)).items).toMatchObject([{ json: { outcome: 'approved' } }]);
});

test('reads a date without a zone in Israel time', async () => {
	const values = { limitType: 'atSpecifiedTime', maxDateAndTime: '2040-07-01T12:00:00' };
	const { run } = await fixture.run(ask({}, limitWait(values)));
	expect(run.waitTill).toEqual(new Date('2040-07-01T09:01:15Z'));
});

const { askEach } = useReplyQuestions(fixture);

const linkOf = (phone: string) =>
	/https?:\S+/.exec(fixture.sandbox.messages({ phone })[0]?.text ?? '')?.[0];

test('all numbers of an item get one question with one link, and the first answer decides', async () => {
	const { run, hints } = await fixture.runWell(ask({ phones: `${DANA}, ${OMER}\n050-123-4567` }));
	expect(hints).toEqual(['1 of 1 asked, 4 SMS']);
	expect(fixture.sandbox.messages()).toHaveLength(2);
	expect(linkOf(DANA)).toContain('signature=');
	expect(linkOf(OMER)).toBe(linkOf(DANA));
	const { items } = await press(run, CONFIRM);
	const recipients = [DANA, OMER].map((phone) => ({
		...{ accepted: true, phone, result: 'Accepted' },
		externalId: expect.any(String) as string,
	}));
	const phone = `${DANA}, ${OMER}`;
	const json = questionOutput(
		{ outcome: 'approved', data: { approved: true }, respondedAt: AT, phone },
		{ externalId: undefined, recipients },
	);
	expect(items).toEqual([{ json, pairedItem: { item: 0 } }]);
});

test('the choice of several people has a column of its own', async () => {
	const choices = { approvalType: 'choices', choices: 'Yes\nNo' };
	const { run } = await fixture.runWell(ask({ phones: `${DANA}, ${OMER}`, ...choices }));
	const { items } = await press(run, { decision: '1' });
	expect(items?.[0]?.json).toMatchObject({ choice: 'No', details: { recipients: [{}, {}] } });
});

describe('several items by link', () => {
	const items = [{ phone: DANA }, { phone: OMER }];
	const question = ask({ phones: '={{ $json.phone }}', message: '=Approve {{ $itemIndex }}?' });
	const REFUSED = 'Send and Wait for Response asks about one item by link, and there are 2';
	const WAY_ON = 'se Loop Over Items with a batch size of 1, or a sub-workflow for each item';

	test('are refused before the first text, in one error that says what to do', async () => {
		const { error, hints, run } = await fixture.run(question, { items });
		expect(error?.message).toBe(`${REFUSED}; u${WAY_ON} [item 0]`);
		expect(hints).toEqual([]);
		expect(run.waitTill).toBeUndefined();
		expect(fixture.sandbox.requests()).toEqual([]);
	});

	test('are errors of the items where the workflow goes on, and it waits for nobody', async () => {
		const { items: output, run } = await fixture.goOn(question, items);
		expect(output.map(({ json }) => json.result)).toEqual(Array(2).fill(`Not sent: ${REFUSED}`));
		expect(output[0]?.json.details).toMatchObject({ whatToDo: `U${WAY_ON}`, outcome: 'rejected' });
		expect(run.waitTill).toBeUndefined();
		expect(fixture.sandbox.requests()).toEqual([]);
	});
});

test('asks nobody by reply who stands beside another number', async () => {
	const { error } = await fixture.run(askEach({ phones: `${DANA}, ${OMER}` }));
	expect(error?.message).toBe(
		"'Phone Numbers' has 2 numbers, and an SMS reply is awaited of one; give each number an item of its own [item 0]",
	);
	expect(fixture.sandbox.requests()).toEqual([]);
});

test('asks the same number by reply once, however often it is written', async () => {
	const { error } = await fixture.run(askEach({ phones: `${DANA}, 050-123-4567` }), {
		executeWorkflow: () => Promise.reject(new Error('no wait')),
	});
	expect(error?.message).toContain('no wait');
	expect(fixture.sandbox.messages()).toHaveLength(1);
});

test('waits for no answer when it is not known whether anybody was asked', async () => {
	fixture.sandbox.addFault({ kind: 'reset', phase: 'after', times: 0 });
	const { run, items } = await fixture.goOn(ask({ phones: `${DANA}, ${OMER}` }), [{}]);
	expect(run.waitTill).toBeUndefined();
	expect(items).toMatchObject([{ json: { accepted: 'unknown' } }]);
});

test('n8n lets no sub-workflow that ends late answer the question', async () => {
	const { run } = await fixture.run(ask());
	const [waiting] = run.data.executionData?.nodeExecutionStack ?? [];
	expect(waiting?.metadata?.waitingChildExecutionIds).toEqual(['1042']);
});
