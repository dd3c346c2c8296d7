import { ExecuteContext } from 'n8n-core';
import { WAIT_INDEFINITELY, type IDataObject, type INodeParameters } from 'n8n-workflow';

import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';
import { WaitingRun } from './harness/waitingRun.mts';

const fixture = useSandbox();

const ask = (values: INodeParameters = {}, options: INodeParameters = {}): INodeParameters => ({
	resource: 'sms',
	operation: 'sendAndWait',
	source: { __rl: true, mode: 'id', value: 'TextMe' },
	phone: '050-123-4567',
	message: 'Approve order 1042?',
	...values,
	options,
});

const both = { approvalOptions: { values: { approvalType: 'double' } } };

const LINK =
	/http:\/\/localhost:5678\/webhook-waiting\/1042\/[0-9a-f-]{36}\?signature=[0-9a-f]{64}/;

/** What the person got. */
const received = () => fixture.sandbox.messages().map(({ phone, text }) => [phone, text]);

async function asked(values: INodeParameters = {}, options: INodeParameters = {}) {
	const { run, error } = await fixture.run(ask(values, options));
	expect(error).toBeUndefined();
	return new WaitingRun(run);
}

describe.each(ENCODINGS)('SMS Send and Wait for Response in %s', (encoding) => {
	test('one text with a link reaches one person, and the execution waits', async () => {
		const { items, run } = await fixture.run(ask(), { encoding });
		const [message] = fixture.sandbox.messages();
		expect(message?.phone).toBe('0501234567');
		expect(message?.text).toMatch(new RegExp(`^Approve order 1042\\?\n${LINK.source}$`));
		expect(items).toEqual([
			{
				json: {
					outcome: 'waiting',
					phone: '0501234567',
					externalId: message?.externalId,
					shipmentId: String(message?.campaignId),
					segments: 2,
					encoding: 'GSM-7',
					sentAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(run.waitTill).toEqual(WAIT_INDEFINITELY);
	});

	test.each([
		[4, 'noCredit', '0501234567', 'TextMe'],
		[12, 'noMoney', '+14155550100', 'TextMe'],
		[515, 'account', '0501234567', 'Nobody'],
	] as const)('status %i: nothing is waited for', async (status, account, phone, source) => {
		const { error, run } = await fixture.run(
			ask({ phone, source }, { includesInternational: true }),
			{ encoding, account: fixture.sandbox[account] },
		);
		expect(error?.context).toMatchObject({ status, outcome: 'rejected', itemIndex: 0 });
		expect(run.waitTill).toBeUndefined();
	});
});

test('the service shortens the link when asked to', async () => {
	const { items } = await fixture.run(
		ask({ message: 'Go to {link}, please' }, { shortenLink: true }),
	);
	const { sms } = JSON.parse(fixture.sandbox.requests()[0]?.body ?? '') as { sms: IDataObject };
	expect(sms).toMatchObject({
		message: 'Go to [link-1], please',
		links: { link: [{ $: { id: '1' }, _: expect.stringMatching(LINK) as string }] },
	});
	expect(received()).toEqual([['0501234567', expect.stringMatching(/^Go to https:\S+, please$/)]]);
	// How long the short link is only the service knows.
	expect(items[0]?.json).not.toHaveProperty('segments');
});

test('the link stands where it was placed, and counts', async () => {
	const { items } = await fixture.run(ask({ message: 'לאשר? {link} תודה' }));
	const [[, text] = []] = received();
	expect(text).toMatch(new RegExp(`^לאשר\\? ${LINK.source} תודה$`));
	expect(items[0]?.json).toMatchObject({ segments: 3, encoding: 'UCS-2' });
});

describe('what cannot be sent is named before anything is', () => {
	test.each([
		[{ message: 'x'.repeat(950) }, {}, /'Message' has 1\d{3} characters with the link/],
		[{ message: '={{ " " }}' }, {}, "'Message' is empty"],
		[{ phone: '0501234567, 0521234567' }, {}, "'To' is not a phone number"],
		[{ phone: '+14155550100' }, {}, "'To' is not an Israeli number"],
		[{ source: 'TwelveLetter' }, {}, "'Sender' has 12 characters"],
		[{}, limit({ limitType: 'atSpecifiedTime', maxDateAndTime: '2020-01-01' }), 'is over already'],
		[{}, limit({ limitType: 'atSpecifiedTime', maxDateAndTime: 'soon' }), 'is not a date'],
		[{}, limit({ limitType: 'afterTimeInterval', resumeAmount: 'x' }), 'is not a time'],
	] as Array<[INodeParameters, INodeParameters, string | RegExp]>)(
		'%j %j',
		async (values, options, message) => {
			const { error, run } = await fixture.run(ask(values, options));
			expect(error?.message).toMatch(message);
			expect(error?.message).toMatch(/\[item 0\]$/);
			expect(run.waitTill).toBeUndefined();
			expect(fixture.sandbox.requests()).toHaveLength(0);
		},
	);

	test.each([undefined, 'continueRegularOutput'] as const)(
		'more than one item, On Error %s',
		async (onError) => {
			const { error, items, run } = await fixture.run(ask(), { items: [{}, {}], onError });
			const message = /takes one input item at a time, not 2; put a Loop Over Items node/;
			if (onError)
				expect(items.map(({ json }) => json.error)).toEqual(
					Array(2).fill(expect.stringMatching(message)),
				);
			else expect(error?.message).toMatch(message);
			expect(run.waitTill).toBeUndefined();
			expect(fixture.sandbox.requests()).toHaveLength(0);
		},
	);
});

function limit(values: INodeParameters): INodeParameters {
	return { limitWaitTime: { values } };
}

describe('in n8n 1.x, which does not tell a tool from other nodes', () => {
	const prototype = ExecuteContext.prototype as unknown as Record<string, unknown>;
	const { isToolExecution } = prototype;
	const required = jest.fn();
	beforeEach(() => {
		delete prototype.isToolExecution;
		prototype.setSignatureValidationRequired = required;
	});
	afterEach(() => {
		prototype.isToolExecution = isToolExecution;
		delete prototype.setSignatureValidationRequired;
	});

	test('a link is waited for, and nothing but that link', async () => {
		const { run } = await fixture.run(ask());
		expect(run.waitTill).toEqual(WAIT_INDEFINITELY);
		expect(required).toHaveBeenCalledTimes(1);
	});

	test.each([
		[ask({ responseType: 'smsReply' }), /'Response Type' cannot be 'SMS Reply' before n8n 2\.3/],
		[
			{
				...ask(
					{ phones: '0501234567' },
					{ waitForDelivery: { values: { amount: 1, unit: 'hours' } } },
				),
				operation: 'send',
			},
			/'Wait for Delivery' needs n8n 2\.3/,
		],
	])('what needs a sub-execution is refused before anything is sent', async (values, message) => {
		const { error } = await fixture.run(values);
		expect(error?.message).toMatch(message);
		expect(fixture.sandbox.requests()).toEqual([]);
	});
});

describe('nobody is texted twice', () => {
	test('with Retry On Fail a lost answer is not sent again, and nothing is waited for', async () => {
		fixture.sandbox.addFault({ kind: 'reset', phase: 'after' });
		const { error, run } = await fixture.run(ask(), { retryOnFail: true, maxTries: 3 });
		expect(error?.context).toMatchObject({ outcome: 'unknown' });
		expect(received()).toHaveLength(1);
		expect(run.waitTill).toBeUndefined();
	});

	test('what was refused for a moment goes out with the retry, and is waited for', async () => {
		fixture.sandbox.addFault({ kind: 'httpStatus', status: 429 });
		const { run } = await fixture.run(ask(), { retryOnFail: true, maxTries: 3 });
		expect(received()).toHaveLength(1);
		expect(run.waitTill).toEqual(WAIT_INDEFINITELY);
	});

	test('a request that is only validated is not waited for', async () => {
		const { items, run } = await fixture.run(ask({}, { validateOnly: true }));
		expect(items[0]?.json).toMatchObject({ validatedOnly: true });
		expect(received()).toHaveLength(0);
		expect(run.waitTill).toBeUndefined();
	});
});

describe('the page behind the link', () => {
	test.each(['GET', 'HEAD', 'get'])('%s shows it and decides nothing', async (method) => {
		const run = await asked();
		const { page, headers, items } = await run.open({
			method,
			// Whatever a preview may append.
			query: { decision: 'confirm', approved: 'true' },
			body: { decision: 'confirm' },
		});
		expect(items).toBeUndefined();
		expect(page).toContain('Approve order 1042?');
		expect(page).not.toContain('webhook-waiting');
		expect(headers).toMatchObject({
			'Cache-Control': 'no-store',
			'X-Robots-Tag': 'noindex, nofollow',
		});
	});

	test.each([
		[{ decision: 'confirm' }, true, 'approved'],
		[{ decision: 'decline' }, false, 'disapproved'],
	])('POST %j', async (body, approved, outcome) => {
		const run = await asked(both);
		const { page, items } = await run.open({ method: 'POST', body });
		expect(items).toEqual([
			{
				json: {
					data: { approved },
					outcome,
					phone: '0501234567',
					externalId: expect.stringMatching(/^n8n-/) as string,
					shipmentId: expect.any(String) as string,
					segments: 2,
					encoding: 'GSM-7',
					sentAt: expect.any(String) as string,
					respondedAt: expect.stringMatching(/Z$/) as string,
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(page).toContain('Thank you');
	});

	test.each([
		[undefined],
		['confirm'],
		[{}],
		[{ decision: '' }],
		[{ decision: ['confirm'] }],
		[{ decision: 'decline' }],
		[{ approved: 'true' }],
	] as unknown[][])('POST %j decides nothing where there is only Approve', async (body) => {
		const run = await asked();
		const { page, items } = await run.open({
			method: 'POST',
			body,
			query: { decision: 'confirm' },
		});
		expect(items).toBeUndefined();
		expect(page).toContain('Please press one of the buttons.');
	});

	test('free text comes out as it was written', async () => {
		const run = await asked({ message: 'מה שלומך?', responseType: 'freeText' });
		expect((await run.open()).page).toMatch(/<html lang="he" dir="rtl">[^]*<textarea/);
		const body = { text: '  טוב,\r\nתודה <b>&amp;</b> 👋 ' };
		const { items } = await run.open({ method: 'POST', body });
		expect(items?.[0]?.json).toMatchObject({
			data: { text: 'טוב,\nתודה <b>&amp;</b> 👋' },
			outcome: 'answered',
		});
	});

	test.each([
		['nothing', undefined, 'Please write an answer first.'],
		['blanks', { text: ' \r\n ' }, 'Please write an answer first.'],
		['a list', { text: ['a', 'b'] }, 'Please write an answer first.'],
		['too much', { text: 'x'.repeat(2001) }, 'Please shorten it to 2,000 characters.'],
	])('free text of %s is asked for again', async (_, body, message) => {
		const run = await asked({ responseType: 'freeText' });
		const { page, items } = await run.open({ method: 'POST', body });
		expect(items).toBeUndefined();
		expect(page).toContain(message);
	});

	test('it shows what was sent, also where that came from the input', async () => {
		const { run } = await fixture.run(
			ask({
				message: '=Approve {{ $json.order }}?',
				approvalOptions: { values: { approveLabel: '=Yes, {{ $json.order }}' } },
			}),
			{ items: [{ order: 'A<7>' }] },
		);
		const { page } = await new WaitingRun(run).open();
		expect(page).toContain('Approve A&lt;7&gt;?');
		expect(page).toContain('Yes, A&lt;7&gt;');
	});

	test('the link of an earlier round of a loop decides nothing in this one', async () => {
		const run = await asked();
		const { page, items } = await run.open({
			method: 'POST',
			body: { decision: 'confirm' },
			query: { n: '1' },
		});
		expect(items).toBeUndefined();
		expect(page).toContain('Nothing to answer here');
	});
});

describe('Limit Wait Time', () => {
	test.each([
		['approval', { approved: false }],
		['freeText', { text: '' }],
	])('when it is over, %s comes out as timed out', async (responseType, data) => {
		const run = await asked({ responseType });
		const items = await run.timeOut();
		expect(items.map(({ json }) => json)).toEqual([
			{
				data,
				outcome: 'timedOut',
				phone: '0501234567',
				externalId: expect.any(String) as string,
				shipmentId: expect.any(String) as string,
				segments: 2,
				encoding: 'GSM-7',
				sentAt: expect.any(String) as string,
			},
		]);
		expect(items[0]?.pairedItem).toEqual({ item: 0 });
	});

	test('what the node before put out is left as it was', async () => {
		const { run } = await fixture.run(ask(), { items: [{ order: 7 }] });
		const before = run.data.resultData.runData.Start?.[0]?.data
			?.main?.[0] as unknown as IDataObject[];
		expect(before.map(({ json }) => json)).toEqual([{ order: 7 }]);
		expect(new WaitingRun(run).stackItems[0]?.json).toMatchObject({ outcome: 'timedOut' });
	});

	test.each([
		[{ limitType: 'afterTimeInterval', resumeAmount: 2, resumeUnit: 'days' }, 2 * 86_400_000],
		[{ limitType: 'afterTimeInterval', resumeAmount: 0.5, resumeUnit: 'minutes' }, 30_000],
	])('%j', async (values, ms) => {
		const before = Date.now();
		const { run } = await fixture.run(ask({}, limit(values)));
		const waited = new Date(run.waitTill ?? 0).getTime() - before;
		expect(waited).toBeGreaterThanOrEqual(ms);
		expect(waited).toBeLessThan(ms + 60_000);
	});

	test('a date without a zone is Israel time', async () => {
		const values = { limitType: 'atSpecifiedTime', maxDateAndTime: '2040-07-01T12:00:00' };
		const { run } = await fixture.run(ask({}, limit(values)));
		expect(run.waitTill).toEqual(new Date('2040-07-01T09:00:00Z'));
	});
});
