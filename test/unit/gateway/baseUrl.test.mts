import { resolveBaseUrl } from '../../../gateway/wire/credential';
import { InputError } from '../../../gateway/values/checks';

test.each([
	['https://my.textme.co.il', 'https://my.textme.co.il'],
	[' https://my.textme.co.il/ ', 'https://my.textme.co.il'],
	['https://my.textme.co.il/api', 'https://my.textme.co.il'],
	['https://my.textme.co.il/api/', 'https://my.textme.co.il'],
	['HTTPS://019sms.co.il//', 'https://019sms.co.il'],
	['www.019sms.co.il', 'https://www.019sms.co.il'],
	['https://proxy.example:8443/textme/api', 'https://proxy.example:8443/textme'],
	['https://example.com/apiary', 'https://example.com/apiary'],
	['https://example.com/API//', 'https://example.com'],
	['https://example.com/api/api', 'https://example.com/api'],
	[`https://example.com/${'/'.repeat(100_000)}x`, `https://example.com/${'/'.repeat(100_000)}x`],
	[`https://example.com/${'/api'.repeat(100_000)}`, `https://example.com/${'/api'.repeat(99_999)}`],
	['http://localhost:8090', 'http://localhost:8090'],
	['http://127.0.0.1:8090/api', 'http://127.0.0.1:8090'],
	['http://127.12.0.100', 'http://127.12.0.100'],
	['http://[::1]:8090', 'http://[::1]:8090'],
])('reads the base URL %s as %s', (pasted, expected) => {
	expect(resolveBaseUrl(pasted)).toBe(expected);
});

const REFUSED = {
	'is not an address; enter one such as https://my.textme.co.il': [
		...['', 'my gateway', 'ftp://my.textme.co.il', 'xhttps://my.textme.co.il', 'https://'],
		...['https://user:secret@my.textme.co.il', 'https://my.textme.co.il/?x=1'],
	],
	'is plain http': [
		...['http://my.textme.co.il', 'http://127.0.0.1.evil.example', 'http://evil.localhost'],
		'http://localhost.evil.example',
	],
};

test.each(
	Object.entries(REFUSED).flatMap(([reason, all]) => all.map((one) => [one, reason] as const)),
)('refuses the base URL %j, which %s', (pasted, reason) => {
	expect(() => resolveBaseUrl(pasted)).toThrow(InputError);
	expect(() => resolveBaseUrl(pasted)).toThrow(reason);
});
