import { encodeRequest } from '../../../gateway/wire/encode';
import { InputError } from '../../../gateway/values/checks';
import type { GatewayTree } from '../../../gateway/values/tree';

test.each<[string, GatewayTree, RegExp]>([
	['a bell', { message: 'a\u0007' }, /U\+0007 in sms\.message, character 2\); remove it$/],
	['half a pair', { message: '\ud83d' }, /U\+D83D in sms\.message/],
	['a non-character', { message: '\uFFFF' }, /U\+FFFF in sms\.message/],
	['inside a list', { d: { p: ['1', '2\u0001'] } }, /U\+0001 in sms\.d\.p\[1\], character 2/],
	['in an attribute', { p: { $: { id: '\u0001' }, _: '1' } }, /U\+0001 in sms\.p\.\$\.id/],
	['in text beside an attribute', { p: { $: { id: '1' }, _: '\u0001' } }, /U\+0001 in sms\.p\._,/],
	['NaN', { a: NaN }, /^holds neither text nor a number in sms\.a/],
	['Infinity', { a: { b: Infinity } }, /in sms\.a\.b/],
	['a function', { a: (() => 1) as never }, /^holds neither text nor a number in sms\.a/],
	['a list in a list', { a: [['1']] }, /^holds a list inside a list in sms\.a\[0\]/],
	['text and elements', { a: { _: 'x', b: '1' } }, /^holds both text and inner fields in sms\.a/],
	['a name with a space', { 'a b': '1' }, /"a b" \(sms\.a b\)/],
	['a name of an attribute', { a: { $: { 'x="1" y': '1' }, _: '' } }, /sms\.a\.\$\.x="1" y/],
	['__proto__', JSON.parse('{"__proto__": {"a": 1}}') as GatewayTree, /^has a name that cannot/],
	['constructor', { constructor: '1' }, /^has a name that cannot be used/],
	['a long name', { ['a b'.repeat(20)]: '1' }, /: "(a b){13}a" \(sms\./],
])('refuses in both encodings: %s', (_, tree, message) => {
	for (const encoding of ['json', 'xml'] as const) {
		const encode = () => encodeRequest('sms', tree, encoding);
		expect(encode).toThrow(message);
		expect(encode).toThrow(InputError);
	}
});

test.each(['', 'a b', '<x>', '__proto__', '1', 'xmlThing'])('refuses the root %j', (root) => {
	for (const encoding of ['json', 'xml'] as const) {
		expect(() => encodeRequest(root, {}, encoding)).toThrow(InputError);
		expect(() => encodeRequest(root, {}, encoding)).toThrow(`"${root}" (${root})`);
	}
});

test('refuses a tree without end', () => {
	const tree: Record<string, unknown> = {};
	tree.a = tree;
	expect(() => encodeRequest('x', tree as GatewayTree, 'json')).toThrow(/^is nested too deeply/);
	expect(() => encodeRequest('x', tree as GatewayTree, 'xml')).toThrow(/^is nested too deeply/);
});
