import { rawReply } from '../../../gateway/wire/decode';

test.each([
	['{"status":0,"interantional_balance":"1.50"}', { status: 0, interantional_balance: '1.50' }],
	['\uFEFF {"a":[1,"2",null]}', { a: [1, '2', null] }],
	['<balance><status>0</status><balance>7</balance></balance>', { status: '0', balance: '7' }],
	['<r><p id="x">1</p><p>2</p></r>', { p: [{ $: { id: 'x' }, _: '1' }, '2'] }],
	['\n <r><a>1</a></r>', { a: '1' }],
	['{"a":"b\uFEFF"}', { a: 'b\uFEFF' }],
	['<r><a></r>', undefined],
])('gives a reply as it came: %s', (text, expected) => {
	expect(rawReply(text)).toEqual(expected);
});

test('names that could reach a prototype are left out', () => {
	const raw = rawReply('{"__proto__":{"x":1},"constructor":{"y":2},"a":{"__proto__":{"z":3}}}');
	expect(Object.keys(raw as object)).toEqual(['a']);
	expect(({} as Record<string, unknown>).x).toBeUndefined();
});
