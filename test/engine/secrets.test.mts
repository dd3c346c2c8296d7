/**
 * n8n reads its log level only once, when it is loaded.
 * @packages own
 */
import type { INodeParameters } from 'n8n-workflow';
import type { FaultSpec } from '../../sandbox/wire/faults.mts';
import {
	BAD_INPUT,
	everything,
	FIXED_SECRETS,
	leaks,
	OPENING_CALL,
	withHiddenSecrets,
} from './harness/everySecret.mts';
import {
	byName,
	CALL_ITEMS,
	OPERATION_CALLS,
	OTHER_PHONE,
	parametersOf,
	type OperationCall,
} from './harness/operationCalls.mts';
import { ENCODINGS, useSandbox, type Encoding, type SandboxRun } from './harness/useSandbox.mts';

const fixture = useSandbox();

/** n8n's log, all levels. */
const logged: string[] = [];
// n8n-core reads this once, when it is loaded.
process.env.N8N_LOG_LEVEL = 'debug';
beforeEach(() => {
	logged.splice(0);
	// n8n writes to one of these, depending on how jest was started.
	for (const stream of [process.stdout, (console as { _stdout?: NodeJS.WriteStream })._stdout]) {
		if (stream)
			jest.spyOn(stream, 'write').mockImplementation((text) => logged.push(String(text)) > 0);
	}
	for (const method of ['log', 'error', 'warn', 'info', 'debug'] as const) {
		jest.spyOn(console, method).mockImplementation((...args) => void logged.push(everything(args)));
	}
});
/** Counts runs, and tests too: after eight runs, the next operation begins with the other way. */
let runs = 0;
beforeEach(() => void runs++);

const CALLS = byName([...OPERATION_CALLS.map(withHiddenSecrets), OPENING_CALL]);

/** Every second fault is tried in XML, the others in JSON. */
const FAULTS: FaultSpec[] = [
	{ kind: 'httpStatus', status: 401 },
	{ kind: 'httpStatus', status: 500, body: 'json' },
	{ kind: 'html' },
	{ kind: 'truncated', phase: 'after' },
	{ kind: 'statusMissing', phase: 'after' },
	{ kind: 'statusUnknown' },
	{ kind: 'reset' },
	{ kind: 'wrapped' },
];

/** A gateway that repeats all it was told in every part of its reply. */
const ECHOES: Array<(heard: string) => string> = [
	(heard) => JSON.stringify({ status: 0, message: heard, records: [{ name: heard }], code: heard }),
	(heard) => JSON.stringify({ status: 3, message: heard }),
	(heard) => JSON.stringify({ status: 4711, message: heard, verify_message: heard }),
	(heard) => JSON.stringify({ message: heard }),
	(heard) => heard,
	(heard) => `<html>${heard}</html>`,
];

/** The account's token, and all secrets that the sandbox has given out. */
function secretsOf({ token }: { token: string }): string[] {
	const code = fixture.sandbox.lastOtp(OTHER_PHONE);
	return [token, 'sandbox-token-minted', ...FIXED_SECRETS, ...(code === undefined ? [] : [code])];
}

const ON_ERROR = ['stopWorkflow', 'continueRegularOutput'] as const;

/** Runs a call, every second time with "Continue on Fail", and searches everything visible. */
async function leaksOf(
	call: OperationCall,
	encoding: Encoding,
	options: INodeParameters,
	more: Partial<{
		values: INodeParameters;
		fault: FaultSpec;
		echo: (heard: string) => string;
	}> = {},
) {
	const onError = ON_ERROR[runs++ % 2]!;
	fixture.sandbox.reset();
	const account = fixture.sandbox[call.as ?? 'account'];
	const parameters = { ...(await parametersOf(call, fixture.sandbox, options)), ...more.values };
	if (more.fault) fixture.sandbox.addFault({ ...more.fault, times: 0 });
	const run: SandboxRun = { encoding, account, items: CALL_ITEMS, onError };
	const heard = more.echo;
	const result = heard
		? await fixture.runWithReply(
				(request) => heard(`Bearer ${account.token} ${request}`),
				parameters,
				run,
			)
		: await fixture.run(parameters, run);
	// This operation's output is the token.
	const isMint = call.operation === 'apiToken.create' && !result.error;
	const seen = everything([result, logged]);
	return leaks(
		isMint ? seen.replaceAll(/sandbox-token-minted-\d+/g, '') : seen,
		secretsOf(account),
	);
}

test.each(CALLS)('gives no secret away when all goes well with %s', async (_, call) => {
	for (const encoding of ENCODINGS) expect(await leaksOf(call, encoding, {})).toStrictEqual([]);
	expect(await leaksOf(call, 'json', { simplify: false })).toStrictEqual([]);
});

test.each(CALLS)('gives no secret away under a fault of %s', async (_, call) => {
	for (const [index, fault] of FAULTS.entries()) {
		const encoding = ENCODINGS[index % 2]!;
		expect([fault, await leaksOf(call, encoding, {}, { fault })]).toEqual([fault, []]);
	}
	expect(logged.join('\n')).toContain('The service');
});

test.each(CALLS)('gives no secret away when the gateway echoes all of %s', async (_, call) => {
	// For this operation, a success's message is the token.
	const echoes = call.operation.startsWith('apiToken.') ? ECHOES.slice(1) : ECHOES;
	for (const [index, echo] of echoes.entries()) {
		const options = index % 2 ? {} : { simplify: false };
		const found = await leaksOf(call, 'json', options, { echo });
		expect([String(echo), found]).toEqual([String(echo), []]);
	}
});

const TOKEN = 'se/cr+et&token-of-9876==';
const referenced = TOKEN.replace(/[^]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const escaped = TOKEN.replace(/[^]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);

// `unit/gateway/mask` knows each way to write a secret.
test.each([
	`{"status":0,"message":"${TOKEN.replaceAll('/', '\\/')}","${TOKEN}":"1"}`,
	`<r><status>3</status><message id="${referenced}">${referenced}</message></r>`,
	`{"said":"${TOKEN}"}`,
	`{"status":0,"message":"${escaped}","balance":"${escaped}","said":"${escaped}"}`,
	// An error shows 200 characters of it.
	`<html>${' '.repeat(180)}${TOKEN}</html>`,
	`<html>${' '.repeat(180)}${encodeURIComponent(TOKEN)}</html>`,
])('shows no part of the token in %j', async (reply) => {
	const account = { ...fixture.sandbox.account, token: TOKEN };
	const raw = { resource: 'custom', operation: 'call', root: 'balance', body: '{}' };
	const read = { resource: 'account', operation: 'getBalance' };
	for (const [onError, asked] of ON_ERROR.flatMap((one) => [
		[one, raw] as const,
		[one, read] as const,
	])) {
		const result = await fixture.runWithReply(reply, asked, { account, onError });
		expect(everything([result, logged])).not.toMatch(/se(\/|%2F)cr|et&token|token-of|&#116;&#111;/);
	}
});

test.each(CALLS)('gives no secret away when the input is bad of %s', async (_, call) => {
	const values = BAD_INPUT[call.operation] ?? {
		phones: 'x',
		phone: 'x',
		from: 'x',
		root: '<',
		options: { onBehalfOf: '\u0001' },
	};
	const once = () => leaksOf(call, 'json', {}, { values });
	expect([...(await once()), ...(await once())]).toStrictEqual([]);
	if (BAD_INPUT[call.operation])
		expect(logged.join('\n')).toMatch(/'(Code|Body)' |The request holds/);
});

test('finds what it looks for where it is', () => {
	const error = new Error('x', { cause: { deep: [{ token: 'sandbox-token-demo' }] } });
	expect(leaks(everything(error), ['sandbox-token-demo'])).toHaveLength(1);
});
