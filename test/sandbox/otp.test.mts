import { nthCode } from '../../sandbox/roots/sendOtp.mts';
import { call, ENCODINGS, type Fields, PHONE } from './call.mts';
import { useSandbox } from './useSandbox.mts';

const sandbox = useSandbox();

describe.each(ENCODINGS)('one-time codes in %s', (encoding) => {
	const send = (more: Fields = {}) =>
		call(sandbox(), 'send_otp', { phone: PHONE, source: 'TextMe', ...more }, { encoding });
	const check = async (code: string | undefined, more: Fields = {}) =>
		(await call(sandbox(), 'validate_otp', { phone: PHONE, code, ...more }, { encoding })).status;

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
