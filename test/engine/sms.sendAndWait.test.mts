import { WAIT_INDEFINITELY, type INodeParameters } from 'n8n-workflow';

import { expectBadInput } from './harness/expectBadInput.mts';
import { questionOutput } from './harness/questionOutput.mts';
import { ask, limitWait, limitWaitTo } from './harness/questions.mts';
import { onlySentElement } from './harness/sentElements.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const LINK =
	/http:\/\/localhost:5678\/webhook-waiting\/1042\/[0-9a-f-]{36}\?signature=[0-9a-f]{64}/;

const received = () => fixture.sandbox.messages().map(({ phone, text }) => [phone, text]);

test('one text with a link reaches one person, and the execution waits', async () => {
	const { items, run } = await fixture.run(ask());
	const [message] = fixture.sandbox.messages();
	expect(message?.phone).toBe('0501234567');
	expect(message?.text).toMatch(new RegExp(`^Approve order 1042\\?\n${LINK.source}$`));
	const json = questionOutput({
		outcome: 'waiting',
		externalId: message?.externalId,
		shipmentId: String(message?.campaignId),
	});
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
	const name = { tracking: { campaignName: 'Reminders of May' } };
	const items = [{ phone: '0501234567' }, { phone: '0527654321' }];
	const { items: one } = await fixture.run(ask({}, name));
	expect(one[0]?.json).toMatchObject({ campaignName: 'Reminders of May' });
	const source = fixture.sandbox.account.number;
	const byReply = ask({ source, phones: '={{ $json.phone }}', responseType: 'smsReply' }, name);
	await fixture.run(byReply, { items });
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
	expect(items[0]?.json).not.toHaveProperty('segments');
});

const address = (webhookWaitingBaseUrl: string) => ({
	webhookWaitingBaseUrl,
	credentials: { ...fixture.credentials(), baseUrl: 'https://my.textme.co.il' },
});
test('refuses a link to n8n on its own network before it is sent, with what to set', async () => {
	const { error, run } = await expectBadInput(
		fixture,
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
	expect(items[0]?.json).toMatchObject({ segments: 3, encoding: 'UCS-2' });
});

const PAST = limitWait({ limitType: 'atSpecifiedTime', maxDateAndTime: '2020-01-01' });

test.each([
	[{ message: 'x'.repeat(950) }, {}, /'Message' has 1\d{3} characters with the link/],
	[{}, PAST, 'is in the past'],
	[{}, limitWaitTo('x'), 'is not a time'],
] as Array<[INodeParameters, INodeParameters, string | RegExp]>)(
	'refuses a question of %j with the options %j',
	async (values, options, message) => {
		const { run } = await expectBadInput(fixture, ask(values, options), message);
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
