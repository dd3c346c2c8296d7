import { checkSender, InputError } from '../../../gateway/checks';

test.each([
	['0501234567', '0501234567'],
	['MyShop', 'MyShop'],
	['  MyShop ', 'MyShop'],
	['My Shop', 'My Shop'],
	['Shop4U', 'Shop4U'],
	['12345678901', '12345678901'],
	['A', 'A'],
])('%j is sent as %j', (text, sender) => {
	expect(checkSender(text)).toBe(sender);
});

test.each([
	['', /^is empty/],
	['  ', /^is empty/],
	['+972501234567', /^starts with "\+"/],
	['123456789012', /^has 12 characters; the service allows 11$/],
	['החנות', /^has characters other than/],
	['Café', /^has characters other than/],
	['050-1234', /^has characters other than/],
	['My_Shop', /^has characters other than/],
	['My\nShop', /^has characters other than/],
])('%j is refused', (text, message) => {
	expect(() => checkSender(text)).toThrow(message);
	expect(() => checkSender(text)).toThrow(InputError);
});
