import { decodeReply } from '../../../gateway/decode';
import { expectUnpolluted } from '../../fuzz.mts';

const laughs = Array.from({ length: 10 }, (_, level) =>
	level === 0 ? '<!ENTITY l0 "ha">' : `<!ENTITY l${level} "${`&l${level - 1};`.repeat(10)}">`,
).join('');
const deep = (levels: number, open: string, close: string, inside: string) =>
	open.repeat(levels) + inside + close.repeat(levels);

test.each([
	['a billion laughs', `<!DOCTYPE r [${laughs}]><r><status>0</status><m>&l9;</m></r>`],
	[
		'one laugh blown up',
		`<!DOCTYPE r [<!ENTITY a "${'x'.repeat(100_000)}">]><r>${'&a;'.repeat(9)}</r>`,
	],
	[
		'a file of this machine',
		'<!DOCTYPE r [<!ENTITY f SYSTEM "file:///etc/hosts">]><r><status>0</status><m>&f;</m></r>',
	],
	[
		'an entity of the network',
		'<!DOCTYPE r PUBLIC "x" "http://127.0.0.1:9/x.dtd"><r><status>0</status></r>',
	],
	[
		'a parameter entity',
		'<!DOCTYPE r [<!ENTITY % p SYSTEM "http://127.0.0.1:9/"> %p;]><r><status>0</status></r>',
	],
	['nested XML', deep(100_000, '<a>', '</a>', '<status>0</status>')],
	['nested lists', `{"status":0,"a":${deep(100_000, '[', ']', '')}}`],
	['nested objects', `{"status":0,"a":${deep(100_000, '{"a":', '}', '1')}}`],
])('reads nothing from %s', (_, text) => {
	expect(decodeReply(text, 'r').kind).toBe('unreadable');
});

test('leaves an entity that nobody has declared as the text it is', () => {
	expect(decodeReply('<r><status>0</status><message>&xxe;</message></r>', 'r')).toMatchObject({
		message: '&xxe;',
	});
});

test.each([
	['100,000 fields', Array.from({ length: 100_000 }, (_, n) => `"f${n}":${n}`).join(',')],
	['100,000 times one field', Array.from({ length: 100_000 }, () => '"f1":1').join(',')],
	['huge numbers', `"f1":${'9'.repeat(100_000)},"f2":1e999999,"f3":-0.${'1'.repeat(100_000)}`],
	['unsafe names', '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}'],
	['a field named as a method', '"hasOwnProperty":1,"toString":2,"length":-1'],
])('reads %s, which do no harm', (_, fields) => {
	const reply = decodeReply(`{"status":0,${fields}}`, 'r');
	expect(reply).toMatchObject({ kind: 'reply', status: 0 });
	expectUnpolluted();
});

test('takes the last of two statuses, as every reader of JSON', () => {
	expect(decodeReply('{"status":0,"status":3}', 'r')).toMatchObject({ status: 3 });
});

test('keeps all digits of a number', () => {
	expect(decodeReply('{"status":0,"id":123456789012345678901234567890.10}', 'r')).toMatchObject({
		tree: { id: '123456789012345678901234567890.10' },
	});
});
