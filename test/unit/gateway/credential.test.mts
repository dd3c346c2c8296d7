import { oddCredential, tokenOf, usernameOf } from '../../../gateway/wire/credential';

test.each([
	...['abc.def-ghi_jkl=', ' abc.def-ghi_jkl=\n', 'Bearer abc.def-ghi_jkl='],
	...['bearer  abc.def-ghi_jkl=', 'Bearer Bearer abc.def-ghi_jkl='],
	...['Bearer: abc.def-ghi_jkl=', 'Authorization: Bearer abc.def-ghi_jkl='],
	...['authorization:Bearer abc.def-ghi_jkl=', 'Authorization: abc.def-ghi_jkl='],
	...['"abc.def-ghi_jkl="', "'abc.def-ghi_jkl='", '“abc.def-ghi_jkl=”'],
	...['"Bearer abc.def-ghi_jkl="', 'Bearer "abc.def-ghi_jkl="'],
	'"Authorization": "Bearer abc.def-ghi_jkl="',
	"curl -H 'Authorization: Bearer abc.def-ghi_jkl=' https://example.com",
	...['\uFEFFabc.def-\u200Bghi_jkl=\u200F', '\u00A0abc.def-ghi_jkl=\u00A0'],
])('sends the token of %j alone', (entered) => {
	expect(tokenOf(entered)).toBe('abc.def-ghi_jkl=');
	expect(oddCredential('shop', entered)).toBeUndefined();
});

test.each(['shop', ' shop ', '"shop"', "'shop'", '\u200Fshop\u200E', 'shop\n', '„shop”'])(
	'sends the username of %j alone',
	(entered) => {
		expect(usernameOf(entered)).toBe('shop');
		expect(oddCredential(entered, 'x')).toBeUndefined();
	},
);

test.each([
	['', 'x', /^'Username' is empty/],
	['shop', '', /^'API Token' is empty/],
	['shop', 'Bearer', /^'API Token' is empty/],
	['shop', 'Bearer ', /^'API Token' is empty/],
	['shop', undefined, /^'API Token' is empty/],
	['Bearer x', 'x', /^'Username' holds a token/],
	['eyJhbGciOiJIUzI1NiJ9.eyJ1IjoxfQ.x', 'x', /^'Username' holds a token/],
	['shop\nx', 'x', /^'Username' has a line break/],
	['shop', 'abc def', /^'API Token' has blanks/],
	['shop', 'abc\ndef', /^'API Token' has blanks/],
	['shop', 'אסימון', /^'API Token' has blanks or letters/],
	['shop', '{"token":"abc"}', /^'API Token' has quotes, brackets or commas/],
	['shop', '<token>', /^'API Token' has quotes, brackets/],
])('says what is odd about %j with %j', (username, token, message) => {
	expect(oddCredential(username, token)).toMatch(message);
});
