import './harness/noWaits.mts';

import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { behindGateway, type Answers, type OwnAnswer } from './harness/behindGateway.mts';
import { useRememberedKeys } from './harness/rememberedKeys.mts';
import { sendSms } from './harness/smsSend.mts';
import { bulkByExpression, bulkPeople } from './harness/bulkPeople.mts';
import { ENCODINGS, useSandbox, type SandboxRun } from './harness/useSandbox.mts';

const fixture = useSandbox();
useRememberedKeys();

const HTML = '<!DOCTYPE html><html><body><h1>Not Found</h1></body></html>';
/** Answers of a test address that is not there. */
const NO_CHECK: Array<[name: string, answer: OwnAnswer]> = [
	['404 with a page', { httpStatus: 404, text: HTML, contentType: 'text/html' }],
	['404 without anything', { httpStatus: 404, text: '' }],
	['404 as its own status', { httpStatus: 404, text: '{"status":404,"error":"Not Found"}' }],
	['405', { httpStatus: 405, text: 'Method Not Allowed' }],
	['403', { httpStatus: 403, text: HTML }],
	['500 with JSON', { httpStatus: 500, text: '{"error":"no route"}' }],
	['501', { httpStatus: 501, text: '' }],
	['a page', { text: HTML }],
	['a fragment of a page', { text: '<p>Not<br>Found</p>' }],
	['a word', { text: 'Not Found' }],
	['nothing', { text: '' }],
	['JSON without a status', { text: '{"error":"unknown path"}' }],
	['997', { text: '{"status":997,"message":"not a valid command"}' }],
	['997 over HTTP 404', { httpStatus: 404, text: '<r><status>997</status></r>' }],
];

const atTest =
	(answer: OwnAnswer): Answers =>
	({ url }) =>
		url === '/api/test' ? answer : undefined;
/** Whatever comes to the test address is carried out. */
const isLive: Answers = ({ url }, forward) => (url === '/api/test' ? forward('/api') : undefined);

async function run(answers: Answers, parameters: INodeParameters, options: SandboxRun = {}) {
	const asked: string[] = [];
	const seen: Answers = (request, forward) => {
		asked.push(request.url);
		return answers(request, forward);
	};
	const result = await behindGateway(
		fixture.sandbox,
		seen,
		async (baseUrl) =>
			await fixture.run(parameters, {
				...options,
				credentials: { ...fixture.credentials(options), baseUrl },
			}),
	);
	return { ...result, checks: asked.filter((url) => url === '/api/test').length };
}

/** Each with a campaign of its own, which makes a batch of it. */
const inBatches = (options: INodeParameters = {}) =>
	bulkByExpression({}, { campaignName: '={{ $json.name }}', ...options });
const timesSent = (count: number) =>
	bulkPeople(count).map(({ phone, message }) =>
		fixture.sandbox.timesSent(phone as string, message as string),
	);
const WARNING = /^Sent without a check: the test address of the service/;

describe.each(ENCODINGS)('a gateway without a check, in %s', (encoding) => {
	test.each(NO_CHECK)('%s', async (_, answer) => {
		const { items, error, hints } = await run(atTest(answer), bulkByExpression(), {
			encoding,
			items: bulkPeople(2),
		});
		expect(error).toBeUndefined();
		expect(timesSent(2)).toEqual([1, 1]);
		expect(items.map(({ json }) => [json.accepted, json.warning])).toEqual([
			[true, expect.stringMatching(WARNING)],
			[true, expect.stringMatching(WARNING)],
		]);
		expect(hints).toEqual([expect.stringMatching(WARNING), '2 accepted']);
	});

	test('is asked for one once in a run', async () => {
		const { items, checks, hints } = await run(
			atTest({ httpStatus: 404, text: HTML }),
			inBatches(),
			{
				encoding,
				items: bulkPeople(3),
			},
		);
		expect(items.map(({ json }) => json.accepted)).toEqual([true, true, true]);
		expect(timesSent(3)).toEqual([1, 1, 1]);
		expect([checks, hints.length]).toEqual([1, 2]);
	});

	test('gives out the warning beside the reply as it came, too', async () => {
		const answers = atTest({ httpStatus: 404, text: '' });
		const { items } = await run(answers, bulkByExpression({}, { simplify: false }), {
			encoding,
			items: bulkPeople(2),
		});
		expect(items[0]?.json.warning).toMatch(WARNING);
	});
});

test.each(ENCODINGS)(
	'takes an HTTP error with the refusal of an item for a check, in %s',
	async (encoding) => {
		const refuses: Answers = ({ url, body }) =>
			url === '/api/test' && body.includes('Hello 1')
				? { httpStatus: 400, text: '{"status":988,"message":"no such list"}' }
				: undefined;
		const { items } = await run(refuses, bulkByExpression(), {
			encoding,
			items: bulkPeople(3),
			onError: 'continueRegularOutput',
		});
		expect(items.map(({ json }) => json.accepted)).toEqual([true, false, true]);
		expect(items[1]?.json.error).toMatch(/contact list does not exist \(status 988\)/);
	},
);

test('tells a check that is cut off from a gateway without one', async () => {
	const { error } = await run(
		atTest({ text: '{"status":0,"message":"SMS wil' }),
		bulkByExpression(),
		{
			items: bulkPeople(2),
		},
	);
	expect(error?.context).toMatchObject({ outcome: 'rejected' });
	expect(timesSent(2)).toEqual([0, 0]);
});

describe.each(ENCODINGS)('a test address that sends, in %s', (encoding) => {
	test.each(['continueRegularOutput', 'continueErrorOutput', undefined] as const)(
		'texts nobody a second time and stops, with On Error %s',
		async (onError) => {
			const { items, errors, error } = await run(isLive, inBatches(), {
				encoding,
				items: bulkPeople(3),
				onError,
			});
			expect(timesSent(3)).toEqual([1, 0, 0]);
			if (onError === undefined) {
				expect(error?.message).toMatch(/with a shipment ID.*; it is not known whether/);
				expect(error?.context).toMatchObject({ outcome: 'unknown' });
				expect(error?.description).toMatch(/Report, Get by External ID: n8n-/);
			} else {
				const told = ({ json: { error } }: INodeExecutionData) =>
					typeof error === 'string' ? error : (error as { message: string }).message;
				const [first, second] = [...items, ...errors].map(told);
				expect(first).toMatch(/with a shipment ID.*; it is not known whether/);
				expect(second).toMatch(/^Not sent, because the batch before may or may not have been sent/);
			}
		},
	);

	test.each(['continueRegularOutput', undefined] as const)(
		'texts nobody a second time with Retry On Fail and On Error %s',
		async (onError) => {
			const options = { encoding, items: bulkPeople(3), onError, retryOnFail: true, maxTries: 4 };
			await run(isLive, inBatches(), options);
			expect(timesSent(3)).toEqual(onError ? [1, 1, 1] : [1, 0, 0]);
		},
	);

	test('goes on with the other batches, unchecked, when that is wanted', async () => {
		const { items, checks } = await run(isLive, inBatches({ afterUnknownOutcome: 'goOn' }), {
			encoding,
			items: bulkPeople(3),
			onError: 'continueRegularOutput',
		});
		expect(timesSent(3)).toEqual([1, 1, 1]);
		expect(checks).toBe(1);
		expect(items.map(({ json }) => json.accepted)).toEqual(['unknown', true, true]);
		expect(items[2]?.json.warning).toMatch(WARNING);
	});

	test('uses up the keys of what it may have sent', async () => {
		const options: SandboxRun = {
			encoding,
			items: bulkPeople(2),
			onError: 'continueRegularOutput',
			workflowId: `live-${encoding}`,
		};
		const parameters = inBatches({ idempotencyKey: '={{ $json.order }}' });
		await run(isLive, parameters, { ...options, executionId: '1' });
		expect(timesSent(2)).toEqual([1, 0]);
		const { items } = await fixture.run(parameters, { ...options, executionId: '2' });
		expect(items.map(({ json }) => json.skipped ?? json.accepted)).toEqual([true, true]);
		expect(timesSent(2)).toEqual([1, 1]);
	});

	test('validates nothing', async () => {
		const { error } = await run(isLive, sendSms({}, { validateOnly: true }), { encoding });
		expect(error?.message).toMatch(/with a shipment ID.*; it is not known whether/);
		expect(error?.context).toMatchObject({ outcome: 'unknown' });
	});
});

test.each(ENCODINGS)('Validate Only needs a check, in %s', async (encoding) => {
	for (const [, answer] of NO_CHECK) {
		const { error } = await run(atTest(answer), sendSms({}, { validateOnly: true }), { encoding });
		expect(error?.message).toMatch(/^The test address \(\/api\/test\) did not answer/);
		expect(error?.description).toMatch(/^Nothing was sent\. .*switch off 'Validate Only'/);
		expect(error?.context).toMatchObject({ outcome: 'rejected' });
	}
	expect(fixture.sandbox.counters().messages).toBe(0);
});
