import './harness/noWaits.mts';

import { optionsOf } from '../../nodes/TextMe/describe';
import { resources } from '../../nodes/TextMe/operations';
import { behindGateway, type Answers, type OwnAnswer } from './harness/behindGateway.mts';
import { byName, OPERATION_CALLS, parametersOf, runOptionsOf } from './harness/operationCalls.mts';
import { sendSms } from './harness/smsSend.mts';
import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

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

/** Validates a text behind a test address that answers in its own way. */
const validate = async (encoding: (typeof ENCODINGS)[number], answers: Answers) =>
	await behindGateway(
		fixture.sandbox,
		answers,
		async (baseUrl) =>
			await fixture.run(sendSms({}, { validateOnly: true }), {
				encoding,
				credentials: { ...fixture.credentials({ encoding }), baseUrl },
			}),
	);

test.each(ENCODINGS)('Validate Only needs a check, in %s', async (encoding) => {
	for (const [, answer] of NO_CHECK) {
		const { error } = await validate(encoding, ({ url }) =>
			url === '/api/test' ? answer : undefined,
		);
		expect(error?.message).toMatch(/^The test address \(\/api\/test\) did not answer/);
		expect(error?.description).toMatch(/^Nothing was sent\. .*switch off 'Validate Only'/);
		expect(error?.context).toMatchObject({ outcome: 'rejected' });
	}
	expect(fixture.sandbox.counters().messages).toBe(0);
});

test.each(ENCODINGS)(
	'Validate Only says that the check named a shipment, in %s',
	async (encoding) => {
		// Whatever comes to the test address is carried out.
		const { items, hints } = await validate(encoding, ({ url }, forward) =>
			url === '/api/test' ? forward('/api') : undefined,
		);
		const warning = expect.stringMatching(
			/^The test address \(\/api\/test\) answered with a shipment ID \(\d+\), as a send does\./,
		) as string;
		expect(items[0]?.json).toEqual({ valid: true, validatedOnly: true, warning });
		expect(hints).toContainEqual(warning);
	},
);

const CHECKED = new Set(
	resources.flatMap(({ value, operations }) =>
		operations
			.filter((operation) => JSON.stringify(optionsOf(operation)).includes('"validateOnly"'))
			.map((operation) => `${value}.${operation.value}`),
	),
);
const calls = byName(OPERATION_CALLS.filter(({ operation }) => CHECKED.has(operation)));

test.each(calls)('Validate Only has %s checked, and nothing carried out', async (_, call) => {
	const { sandbox } = fixture;
	const parameters = await parametersOf(call, sandbox, { validateOnly: true });
	const before = sandbox.requests().at(-1)?.id ?? 0;
	const { items, error } = await fixture.run(parameters, runOptionsOf(call, sandbox));
	expect(error).toBeUndefined();
	// A raw request has its reply.
	const valid = call.operation === 'custom.call' ? {} : { valid: true };
	expect(items[0]?.json).toMatchObject({ ...valid, validatedOnly: true });
	const made = sandbox.requests().filter(({ id }) => id > before);
	expect(made.map(({ address }) => address)).toEqual(['/api/test']);
});
