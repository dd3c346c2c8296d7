import { InputError } from '../../../gateway/values/checks';
import { checkOtpCode, checkOtpText, codesIn } from '../../../gateway/texts/otp';

test.each([
	['Your code is [code]', 'Your code is [code]'],
	['  ', undefined],
])('sends the text %j as %j', (input, text) => {
	expect(checkOtpText(input)).toBe(text);
});

test.each([
	['Your code is [CODE]', /^does not contain \[code\]/],
	[`[code]${'x'.repeat(1000)}`, /^has 1006 characters/],
])('refuses the text %#', (input, message) => {
	expect(() => checkOtpText(input)).toThrow(message);
	expect(() => checkOtpText(input)).toThrow(InputError);
});

test.each<[string | number, string]>([
	[' 012 345 ', '012345'],
	['\u200E012345\u200F', '012345'],
	...['۰۱۲۳۴۵', '０１２３４５', '\u200F٠١٢-٣٤٥', '"012345".'].map((code): [string, string] => [
		code,
		'012345',
	]),
	[12345, '012345'],
	[0, '000000'],
	['12345', '12345'],
])('sends the code %j as %j', (input, code) => {
	expect(checkOtpCode(input)).toBe(code);
});

test.each<[string | number, RegExp]>([
	[' ', /^is empty/],
	['abcdef', /^is not a code; use digits only$/],
	['1'.repeat(2 ** 24), /^is not a code/],
	[12345.6, /^is not a code/],
	[['012345'] as unknown as string, /^is not plain text/],
])('refuses the code %j without repeating it', (input, message) => {
	const check = () => checkOtpCode(input);
	expect(check).toThrow(message);
	expect(check).toThrow(InputError);
});

test.each<[Parameters<typeof codesIn>[0], string[]]>([
	[{ status: '0', message: 'sent', code: '012345' }, ['012345', '012345']],
	[{ status: '0', message: 'the code is 012345.' }, ['012345']],
	[{ status: '0', data: { otp: '555555' }, list: ['666666'] }, ['555555', '666666']],
	[{ status: '0', message: 'to 0501234567', data: { shipment_id: '100001' } }, []],
	[{ status: '100000', message: '' }, []],
])('finds in the text %j the codes %j', (reply, codes) => {
	expect(codesIn(reply)).toEqual(codes);
});
