import { STATUS_CODES, successStatuses } from '../../gateway/status';
import { elementOf, PHONE, send, verify } from './harness/oneTimeCodes.mts';
import { expectRefusal, REFUSED_OR_RESTRICTED } from './harness/refusedAccounts.mts';
import type { NodeResult } from './harness/runNode.mts';
import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';
import { plainReply } from './harness/withReply.mts';

const fixture = useSandbox();

const lastCode = () => fixture.sandbox.lastOtp(PHONE) ?? '';

/** What is seen of a run; not the node of its error, whose own parameters hold the code. */
const shown = ({ items, errors, error, hints }: NodeResult) =>
	JSON.stringify([items, errors, hints, error?.message, error?.description, error?.context]);

const wrong = (code: string) => (code === '111111' ? '222222' : '111111');

describe.each(ENCODINGS)('OTP Verify in %s', (encoding) => {
	test('the right code', async () => {
		await fixture.run(send(), { encoding });
		expect(lastCode()).toMatch(/^0/);
		const { items, error } = await fixture.run(verify(lastCode()), { encoding });
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: { verified: true, phone: PHONE, message: 'The code is verified' },
				pairedItem: { item: 0 },
			},
		]);
	});

	test.each([
		['a number that lost its zeros', () => `={{ ${Number(lastCode())} }}`],
		['a text that looks like a number', () => `={{ "${lastCode()}" }}`],
		['typed with a space', () => `${lastCode().slice(0, 3)} ${lastCode().slice(3)}`],
	])('%s', async (_, code) => {
		await fixture.run(send(), { encoding });
		expect(lastCode()).toMatch(/^0/);
		const { items } = await fixture.run(verify(code(), {}, '+972 52-765-4321'), { encoding });
		expect(items[0]?.json).toMatchObject({ verified: true, phone: PHONE });
	});

	test('12: a wrong code is an answer', async () => {
		await fixture.run(send(), { encoding });
		const { items, error } = await fixture.run(verify(wrong(lastCode())), { encoding });
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: { verified: false, phone: PHONE, message: 'The code is not verified' },
				pairedItem: { item: 0 },
			},
		]);
		expect((await fixture.run(verify(lastCode()), { encoding })).items[0]?.json.verified).toBe(
			true,
		);
	});

	test('a code is good once, for so long and for so many tries', async () => {
		await fixture.run(send({}, { maxTries: 3, validMinutes: 1 }), { encoding });
		await fixture.sandbox.advanceClock(60_000);
		const late = await fixture.run(verify(lastCode()), { encoding });
		expect(late.items[0]?.json.verified).toBe(false);
		await fixture.run(send(), { encoding });
		const first = await fixture.run(verify(lastCode()), { encoding });
		const second = await fixture.run(verify(lastCode()), { encoding });
		expect([first, second].map(({ items }) => items[0]?.json.verified)).toEqual([true, false]);
	});

	test('codes of different apps are kept apart', async () => {
		await fixture.run(send({}, { appId: 2 }), { encoding });
		const other = await fixture.run(verify(lastCode()), { encoding });
		const same = await fixture.run(verify(lastCode(), { appId: 2 }), { encoding });
		expect([other, same].map(({ items }) => items[0]?.json.verified)).toEqual([false, true]);
	});

	test('Simplify off gives the reply as it came', async () => {
		const { items } = await fixture.run(verify('111111', { simplify: false }), { encoding });
		expect(items[0]?.json).toEqual({
			status: encoding === 'json' ? 12 : '12',
			message: 'The code is not verified',
		});
	});

	test('Validate Only uses up nothing', async () => {
		await fixture.run(send(), { encoding });
		const check = await fixture.run(verify(lastCode(), { validateOnly: true }), { encoding });
		expect(check.items[0]?.json).toMatchObject({ valid: true, validatedOnly: true });
		const { items } = await fixture.run(verify(lastCode()), { encoding });
		expect(items[0]?.json.verified).toBe(true);
	});

	test.each(REFUSED_OR_RESTRICTED)('status %i: the account is refused', async (status, account) => {
		const { error } = await fixture.run(verify('111111'), {
			encoding,
			account: account(fixture.sandbox),
		});
		expectRefusal(error, status);
	});
});

test('a check whose answer was lost is not repeated, which would use up a try', async () => {
	await fixture.run(send());
	fixture.sandbox.addFault({ kind: 'resetMidReply', phase: 'after' });
	const result = await fixture.run(verify(lastCode()));
	expect(result.error?.context).toMatchObject({ outcome: 'unknown', retryable: false });
	expect(shown(result)).not.toContain(lastCode());
	expect(fixture.sandbox.requests({ root: 'validate_otp' })).toHaveLength(1);
});

test('how the code was sent can be said', async () => {
	await fixture.run(verify('012345', { appId: 3, serviceType: 'whatsapp' }));
	expect(elementOf(fixture.sandbox.requests().at(-1), 'validate_otp')).toEqual({
		user: { username: 'demo' },
		phone: PHONE,
		code: '012345',
		app_id: '3',
		service_type: 'whatsapp',
	});
});

test.each([
	[verify('={{ "" }}'), "'Code' is empty"],
	[verify('01234x'), "'Code' is not a code; use digits only"],
	[verify('012345', {}, '={{ "" }}'), "'Phone Number' is empty"],
	[verify('012345', {}, '+14155550100'), "'Phone Number' is not an Israeli number"],
	[
		verify('012345', { serviceType: 'fax' }),
		'\'Code Sent By\' is "fax"; use one of: sms, whatsapp',
	],
])('bad input %# is named before anything is sent', async (parameters, message) => {
	const { error } = await fixture.run(parameters);
	expect(error?.message).toContain(message);
	expect(error?.message).toMatch(/\[item 0\]$/);
	expect(error?.message).not.toContain('01234x');
	expect(fixture.sandbox.requests()).toHaveLength(0);
});

test('a check whose reply repeats the code does not', async () => {
	const reply = '{"status":12,"message":"code 123456 is wrong","code":"123456"}';
	for (const simplify of [true, false]) {
		const result = await fixture.runWithReply(reply, verify('123456', { simplify }));
		expect(result.items[0]?.json.message).toBe('code *** is wrong');
		expect(shown(result)).not.toContain('123456');
	}
});

describe.each(ENCODINGS)('what the gateway may answer to Verify in %s', (encoding) => {
	test('every status that is no success says what to do', async () => {
		for (const status of STATUS_CODES.filter(
			(code) => !successStatuses('validate_otp').includes(code),
		)) {
			const reply = plainReply(encoding, status);
			const { error } = await fixture.runWithReply(reply, verify('111111'), { encoding });
			expect(error?.message).toMatch(
				new RegExp(`\\(status ${status}\\)(; it is not known .*)? \\[item 0\\]$`),
			);
			expect(error?.description).toBeTruthy();
		}
	});
});
