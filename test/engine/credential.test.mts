import type { RequestListener } from 'node:http';
import { CredentialTestContext } from 'n8n-core';
import type {
	ICredentialTestFunction,
	INodeType,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { jwtOf } from '../../sandbox/jwt.mts';
import { FIREWALL_PAGE } from '../../sandbox/wire/answer.mts';
import { behindGateway, type OwnAnswer, withServer } from './harness/servers.mts';
import { textMePackage } from './harness/textMePackage.mts';
import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const DAY = 86_400_000;
const NODES = ['textMe', 'textMePollingTrigger', 'textMeWatcher'];

async function verdict(data: object, nodeName = 'textMe') {
	const { nodeTypes } = await textMePackage();
	const type = nodeTypes.getByName(`n8n-nodes-textme.${nodeName}`) as INodeType;
	const [{ testedBy } = { testedBy: '' }] = type.description.credentials ?? [];
	const test = type.methods?.credentialTest?.[testedBy as string] as ICredentialTestFunction;
	const context = new CredentialTestContext({} as IWorkflowExecuteAdditionalData);
	return await test.call(context, {
		id: '1',
		name: 'TextMe',
		type: 'textMeApi',
		data: { ...fixture.credentials(), ...data },
	});
}

const answered = async (answer: OwnAnswer) =>
	await behindGateway(
		fixture.sandbox,
		() => answer,
		async (baseUrl) => await verdict({ baseUrl }),
	);

test.each(NODES)('tells a good credential from a bad one: %s', async (node) => {
	for (const encoding of ENCODINGS) {
		expect(await verdict({ encoding }, node)).toMatchObject({ status: 'OK' });
	}
	expect(await verdict({ apiToken: 'nobody-knows-this' }, node)).toEqual({
		status: 'Error',
		message: expect.stringMatching(
			/does not know the API token \(status 3\).*authorized addresses/,
		) as string,
	});
	expect(fixture.sandbox.counters().messages).toBe(0);
});

test('says which phone of a rehearsal is none', async () => {
	expect(await verdict({ rehearsalPhone: 'my phone' })).toEqual({
		status: 'Error',
		message: expect.stringMatching(
			/^'Send Everything to This Phone' in the credential is not a phone number/,
		) as string,
	});
	for (const rehearsalPhone of [' ', ' 050-123-4567 ']) {
		expect(await verdict({ rehearsalPhone })).toMatchObject({ message: 'Connection successful!' });
	}
});

test('says when the token expires, once that is near', async () => {
	const inDays = (days: number) => jwtOf('demo', new Date(Date.now() - DAY), (days + 1) * 86_400);
	const said = async (days: number) => (await verdict({ apiToken: inDays(days) })).message;
	expect(await said(61)).toBe('Connection successful!');
	expect(await said(23)).toMatch(
		/^Connection successful! The API token expires in 23 days \(\d\d? [A-Z][a-z]+ 20\d\d\)\.$/,
	);
	const token = inDays(-0.5);
	await fixture.sandbox.setClock(new Date(Date.now()).toISOString());
	const { status, message } = await verdict({ apiToken: token });
	expect(status).toBe('Error');
	expect(message).toMatch(
		/^The service does not know the API token \(status 3\)\. The API token says that it expired on \d\d? [A-Z][a-z]+ 20\d\d\. Check/,
	);
	for (const part of token.split('.')) expect(message).not.toContain(part);
});

test('white space around username and token is no part of them', async () => {
	const { username, apiToken } = fixture.credentials() as Record<string, string>;
	const padded = { username: ` ${username}\n`, apiToken: ` ${apiToken} ` };
	expect(await verdict({ ...padded })).toMatchObject({ status: 'OK' });
	await fixture.runWell(
		{ resource: 'account', operation: 'getBalance', options: {} },
		{ credentials: { ...fixture.credentials(), ...padded } },
	);
});

test('writes JSON where the credential has no Request Format', async () => {
	const credentials = { ...fixture.credentials(), encoding: undefined as never };
	await fixture.run({ resource: 'account', operation: 'getBalance', options: {} }, { credentials });
	expect(fixture.sandbox.requests().at(-1)?.body).toMatch(/^\{/);
});

test.each([
	[{ status: 0, message: 'the-token' }],
	[{ getApiToken: { status: '0', message: 'the-token' } }],
	[{ status: 504, message: 'no current token' }],
])('lets the reply %j pass the test', async (reply) => {
	expect(await answered({ text: JSON.stringify(reply) })).toMatchObject({ status: 'OK' });
});

const ELSEWHERE =
	/^The service does not answer at this address\. Check .* 'Service' or 'Base URL',/;
const FIREWALL =
	/^A firewall in front of the service refused the request \(HTTP 200\)\. .*outgoing IP address.*\(Incapsula incident ID: 12/;
const page = (text: string) => ({ text, contentType: 'text/html' });

test.each<[OwnAnswer, RegExp]>([
	[{ text: '{"status":13}' }, /unknown status \(status 13\)/],
	[{ text: '{"status":"505","message":"Strange"}' }, /\(status 505\).*The service said: "Strange"/],
	[{ text: '' }, ELSEWHERE],
	[page('<html><body>Welcome</body></html>'), ELSEWHERE],
	[page(FIREWALL_PAGE), FIREWALL],
	[{ httpStatus: 404, text: '{"status":404}' }, ELSEWHERE],
	[{ httpStatus: 403, text: '<h1>No</h1>' }, /refused access \(HTTP 403\).*authorized addresses/],
	[{ httpStatus: 500, text: '{"status":0}' }, /HTTP 500/],
	[{ httpStatus: 307, text: '' }, ELSEWHERE],
])('fails the test of a credential for the answer %j', async (answer, message) => {
	expect(await answered(answer)).toEqual({
		status: 'Error',
		message: expect.stringMatching(message) as string,
	});
});

test('shows the token in no answer', async () => {
	const { token } = fixture.sandbox.account;
	const { message } = await answered({ text: `{"status":13,"message":"${token}"}` });
	expect(message).not.toContain(token);
});

test.each([
	[
		{ baseUrl: 'http://127.0.0.1:9' },
		/^The service could not be reached\. Check the address in the credential, 'Service' or 'Base URL'/,
	],
	[
		{ baseUrl: 'https://no-such-host.invalid' },
		/^The address of the service could not be found\. /,
	],
	[{ baseUrl: 'my gateway' }, /^'Service' in the credential is not an address/],
	[{ apiToken: ' ' }, /^'API Token' is empty; paste the token\.$/],
	[{ baseUrl: 'other', address: '' }, /^'Base URL' in the credential is not an address/],
])('fails the test of a credential with %j', async (data, message) => {
	const said = (await verdict(data)).message;
	expect(said).toMatch(message);
	// A credential test never sends, so it should not say so.
	expect(said).not.toContain('sent');
});

const LATE = 'The service did not answer in time. Try again in a moment.';

// Without our limit, n8n waits five minutes, and forever for a slow answer.
test.each<[string, RequestListener, string | RegExp]>([
	['hangs', () => undefined, LATE],
	['drips', (_, response) => void setInterval(() => response.write(' '), 500).unref(), LATE],
	[
		'sends without end',
		(_, response) => {
			const more = () => response.destroyed || response.write('x'.repeat(65_536), more);
			more();
		},
		/^The service does not answer at this address/,
	],
])('gives up an address that %s after a few seconds', async (_, listener, message) => {
	let bytes = 0;
	const counted: RequestListener = (request, response) => {
		response.on('close', () => (bytes = request.socket.bytesWritten));
		listener(request, response);
	};
	await withServer(counted, async (baseUrl) => {
		const { setTimeout: later } = globalThis;
		const timers = jest
			.spyOn(globalThis, 'setTimeout')
			.mockImplementation((work, ms) => later(work, ms === 6_000 ? 300 : ms));
		expect((await verdict({ baseUrl })).message).toMatch(message);
		expect(timers.mock.calls.map(([, milliseconds]) => milliseconds)).toContain(6_000);
		timers.mockRestore();
	});
	expect(bytes).toBeLessThan(8 * 2 ** 20);
});
