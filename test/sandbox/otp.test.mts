import { nthCode } from '../../sandbox/roots/sendOtp.mts';
import { call, ENCODINGS, type Fields, PHONE } from './call.mts';
import { useSandbox } from './useSandbox.mts';

const sandbox = useSandbox();

describe.each(ENCODINGS)('one-time codes in %s', (encoding) => {
	const send = (more: Fields = {}) =>
		call(sandbox(), 'send_otp', { phone: PHONE, source: 'TextMe', ...more }, { encoding });
	const check = async (code: string | undefined, more: Fields = {}) =>
		(await call(sandbox(), 'validate_otp', { phone: PHONE, code, ...more }, { encoding })).status;

	test('sends a code in the text that is right once', async () => {
		await send();
		const code = sandbox().lastOtp('972501234567');
		expect(code).toBe('012345');
		expect(sandbox().messages()).toMatchObject([{ kind: 'otp', text: 'the code is 012345' }]);
		expect(await check(code)).toBe(0);
		expect(await check(code)).toBe(12);
	});

	test('sends a code in a text of one’s own', async () => {
		await send({ text: 'הקוד: [code]' });
		expect(sandbox().messages()).toMatchObject([{ text: 'הקוד: 012345' }]);
	});

	test.each([
		[{}, 3],
		[{ max_tries: '5' }, 5],
	])('allows with %j %s tries', async (options, tries) => {
		await send(options);
		for (let nth = 0; nth < tries - 1; nth++) expect(await check('000000')).toBe(12);
		expect(await check('012345')).toBe(0);
		await send(options);
		for (let nth = 0; nth < tries; nth++) expect(await check('000000')).toBe(12);
		expect(await check(sandbox().lastOtp(PHONE))).toBe(12);
	});

	test.each([
		[{}, 5],
		[{ valid_time: 15 }, 15],
	])('keeps a code of %j valid for %s minutes', async (options, minutes) => {
		await send(options);
		await sandbox().advanceClock(minutes * 60_000 - 1);
		await send({ ...options, app_id: 2 });
		await sandbox().advanceClock(1);
		expect(await check(nthCode(1))).toBe(12);
		expect(await check(nthCode(2), { app_id: '2' })).toBe(0);
	});

	test('replaces an old code by a new one', async () => {
		await send();
		await send();
		expect(await check(nthCode(1))).toBe(12);
		expect(await check(nthCode(2))).toBe(0);
	});
});

test('refuses a code without its leading zero', async () => {
	await call(sandbox(), 'send_otp', { phone: PHONE, source: 'TextMe' });
	const { status } = await call(sandbox(), 'validate_otp', { phone: PHONE, code: 12345 });
	expect(status).toBe(12);
});

test('codes have six digits and differ', () => {
	const codes = Array.from({ length: 1000 }, (_, n) => nthCode(n + 1));
	expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
	expect(new Set(codes).size).toBe(1000);
});
