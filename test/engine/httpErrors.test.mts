import type { INodeParameters } from 'n8n-workflow';
import { expectRefusal } from './harness/refusedAccounts.mts';
import { sendSms } from './harness/calls.mts';
import { ENCODINGS, useSandbox, type Encoding } from './harness/useSandbox.mts';

const fixture = useSandbox();
const balance = { resource: 'account', operation: 'getBalance', options: {} };

const said = (encoding: Encoding, status: number | string, message: string) =>
	encoding === 'json'
		? JSON.stringify({ status, message })
		: `<sms><status>${status}</status><message>${message}</message></sms>`;

const run = (parameters: INodeParameters, httpStatus: number, text: string, contentType?: string) =>
	fixture.runBehind(() => ({ httpStatus, text, contentType }), parameters);

describe.each(ENCODINGS)('an HTTP error that says what is wrong, in %s', (encoding) => {
	test.each([
		[400, 515],
		[401, 3],
		[403, 11],
		[404, 988],
		[422, 9],
		[429, 5],
		[500, 4],
	])('HTTP %i with status %i', async (httpStatus, status) => {
		for (const contentType of ['text/html; charset=utf-8', `application/${encoding}`, undefined]) {
			const text = said(encoding, status, 'Because of this');
			const { error } = await run(sendSms(), httpStatus, text, contentType);
			expect(error?.message).toContain(`(status ${status}) (HTTP ${httpStatus})`);
			expect(error?.description).toContain('The service said: "Because of this"');
			expect(error?.context).toMatchObject({ status, httpStatus, outcome: 'rejected' });
		}
	});

	test('takes a status that only repeats the one of HTTP for none of the gateway', async () => {
		for (const httpStatus of [404, 503]) {
			const text = said(encoding, httpStatus, 'Sorry');
			const { error } = await run(balance, httpStatus, text);
			expect(error?.message).not.toContain('(status');
			expect(error?.description).toContain('The service said: "Sorry"');
		}
	});

	test('gives out a status nobody has listed with what HTTP says', async () => {
		const { error } = await run(sendSms(), 400, said(encoding, 4711, 'Odd'));
		expect(error?.message).toMatch(/^The service did not accept the request \(status 4711\)/);
		expect(error?.context).toMatchObject({ status: 4711, outcome: 'rejected' });
	});

	test('takes a success for an unknown outcome', async () => {
		const { error } = await run(sendSms(), 400, said(encoding, 0, 'SMS will be sent'));
		expect(error?.context).toMatchObject({ outcome: 'unknown', httpStatus: 400 });
		expect(error?.description).toContain('SMS will be sent');
	});

	test('no secret comes out of it', async () => {
		const { token } = fixture.sandbox.account;
		const { error } = await run(balance, 400, said(encoding, 3, `Bearer ${token}`));
		expect(JSON.stringify([error?.message, error?.description, error?.context])).not.toContain(
			token,
		);
	});
});

describe('on behalf of an account of somebody else', () => {
	test.each(['demo-other', 'demo'])('names the option of the account: %s', async (onBehalfOf) => {
		for (const parameters of [
			sendSms({}, { onBehalfOf }),
			{ ...balance, options: { onBehalfOf } },
		]) {
			const { error } = await fixture.run(parameters, { account: fixture.sandbox.reseller });
			const { status } = error?.context as { status: number };
			expect([11, 503]).toContain(status);
			expectRefusal(error, status);
			expect(error?.message).toContain("'On Behalf Of'");
			expect(error?.description).not.toMatch(/authorized addresses|newer token/);
		}
	});

	test('status 11 without the option is about the credential', async () => {
		const { account, otherUser } = fixture.sandbox;
		const { error } = await fixture.run(balance, {
			account: { username: account.username, token: otherUser.token },
		});
		expect(error?.description).toMatch(/in the credential.*authorized addresses/);
	});
});
