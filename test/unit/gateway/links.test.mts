import { InputError } from '../../../gateway/values/checks';
import { checkLink } from '../../../gateway/texts/links';

const URL = 'https://shop.example/x?a=1&b=[2]#c';

test.each([
	[URL, URL],
	['HTTPS://Shop.example:8443/x', 'HTTPS://Shop.example:8443/x'],
	['https://חנות.example/מבצע', 'https://חנות.example/מבצע'],
	['https://en.example/wiki/A_(b)', 'https://en.example/wiki/A_(b)'],
	[` ${URL} \u200B`, URL],
	[`\u202A${URL}\u202C`, URL],
	[`<${URL}>`, URL],
	[`<${URL}|our shop>`, URL],
	['https://he.example/wiki/צה"ל_x', 'https://he.example/wiki/צה"ל_x'],
	['https://web.example/2020/https://b.example', 'https://web.example/2020/https://b.example'],
	[`"${URL}"`, URL],
	['[our shop](https://shop.example/x)', 'https://shop.example/x'],
	['\u200Fhttps://fa.example/wiki/می\u200Cخواهم\u200B', 'https://fa.example/wiki/می\u200Cخواهم'],
	['', ''],
])('sends the link %j as %j', (written, link) => {
	expect(checkLink(written)).toBe(link);
});

test.each([
	...['shop.example/x', 'https://', 'https://localhost/x', 'tel:0501234567', 'https:/shop.example'],
	...['//shop.example', 'https://a.example\nhttps://b.example', 'https://.example', '<>'],
	...['https://a.example,https://b.example', 'https://shop./x', 'https://shop.example/lo…'],
	...['https://shop.example/lo...', 'https://shop.example/x"', 'https://shop.example/<id>'],
	...['https://shop[.]example', 'https://a.examplehttps://b.example', '[shop](shop.example)'],
	...['our shop', 'https://shop.example/a b', 'javascript:alert(1)'],
])('refuses the link %j', (written) => {
	expect(() => checkLink(written)).toThrow(InputError);
	expect(() => checkLink(written)).toThrow(/^has the link ".+", which nobody can open; write one/s);
});
