import { PHONE, sendCode, verifyCode } from './harness/oneTimeCodes.mts';
import type { NodeResult } from './harness/runNode.mts';
import { onlySentElement } from './harness/sentElements.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const lastCode = () => fixture.sandbox.lastOtp(PHONE) ?? '';

/** What a person sees of a run. Excludes the error's node, whose parameters contain the code. */
const shown = ({ items, errors, error, hints }: NodeResult) =>
	JSON.stringify([items, errors, hints, error?.message, error?.description, error?.context]);

const wrong = (code: string) => (code === '111111' ? '222222' : '111111');

describe('OTP Verify', () => {
	test('takes the right code', async () => {
		await fixture.run(sendCode());
		expect(lastCode()).toMatch(/^0/);
		const { items, error } = await fixture.run(verifyCode(lastCode()));
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: { verified: true, phone: PHONE },
				pairedItem: { item: 0 },
			},
		]);
	});

	test.each([
		['a number that lost its zeros', () => `={{ ${Number(lastCode())} }}`],
		['a text that looks like a number', () => `={{ "${lastCode()}" }}`],
		['typed with a space', () => `${lastCode().slice(0, 3)} ${lastCode().slice(3)}`],
	])('accepts a code as people give it: %s', async (_, code) => {
		await fixture.run(sendCode());
		expect(lastCode()).toMatch(/^0/);
		const { items } = await fixture.run(verifyCode(code(), {}, '+972 52-765-4321'));
		expect(items[0]?.json).toMatchObject({ verified: true, phone: PHONE });
	});

	test('12: a wrong code is an answer', async () => {
		await fixture.run(sendCode());
		const { items, error } = await fixture.run(verifyCode(wrong(lastCode())));
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: { verified: false, phone: PHONE, reason: 'The code is not verified' },
				pairedItem: { item: 0 },
			},
		]);
		expect((await fixture.run(verifyCode(lastCode()))).items[0]?.json.verified).toBe(true);
	});

	test('takes a code once, for so long and for so many tries', async () => {
		await fixture.run(sendCode({}, { maxTries: 3, validMinutes: 1 }));
		await fixture.sandbox.advanceClock(60_000);
		const late = await fixture.run(verifyCode(lastCode()));
		expect(late.items[0]?.json.verified).toBe(false);
		await fixture.run(sendCode());
		const first = await fixture.run(verifyCode(lastCode()));
		const second = await fixture.run(verifyCode(lastCode()));
		expect([first, second].map(({ items }) => items[0]?.json.verified)).toEqual([true, false]);
	});

	test('codes of different apps are kept apart', async () => {
		await fixture.run(sendCode({}, { appId: 2 }));
		const other = await fixture.run(verifyCode(lastCode()));
		const same = await fixture.run(verifyCode(lastCode(), { appId: 2 }));
		expect([other, same].map(({ items }) => items[0]?.json.verified)).toEqual([false, true]);
	});
});

test('how the code was sent can be said', async () => {
	await fixture.run(verifyCode('012345', { appId: 3, serviceType: 'whatsapp' }));
	expect(onlySentElement(fixture, 'validate_otp')).toEqual({
		user: { username: 'demo' },
		phone: PHONE,
		code: '012345',
		app_id: '3',
		service_type: 'whatsapp',
	});
});

test('keeps a code out that the reply of a check repeats', async () => {
	const reply = '{"status":12,"message":"code 123456 is wrong","code":"123456"}';
	for (const simplify of [true, false]) {
		const result = await fixture.runWithReply(reply, verifyCode('123456', { simplify }));
		expect(result.items[0]?.json[simplify ? 'reason' : 'message']).toBe('code *** is wrong');
		expect(shown(result)).not.toContain('123456');
	}
});
