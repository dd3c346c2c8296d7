import { MAX_DEPTH } from '../../../gateway/tree';
import { MAX_PUSH_CHARACTERS } from '../../../gateway/limits';
import { readPushBody } from '../../../gateway/pushBody';
import { expectUnpolluted } from '../../fuzz.mts';

const readText = (text: string) => readPushBody(Buffer.from(text));

const nested = (levels: number) => `{"dest":${'['.repeat(levels)}${']'.repeat(levels)}}`;
const oneMore = 'x'.repeat(MAX_PUSH_CHARACTERS - 'message='.length + 1);

test('reads a push up to the limit, and not beyond it', () => {
	expect(readText(`message=${oneMore.slice(1)}`)).toEqual({ message: oneMore.slice(1) });
	for (const body of [`message=${oneMore}`, JSON.stringify({ message: oneMore })]) {
		expect(readText(body)).toEqual({ excerpt: body.slice(0, 1000) });
	}
});

test('JSON that nests deeper than anything can be is no push', () => {
	expect(readText(nested(3))).toEqual({ dest: [[[]]] });
	for (const body of [nested(MAX_DEPTH + 1), nested(100_000)]) {
		expect(readText(body)).toEqual({ excerpt: body.slice(0, 1000) });
	}
});

test.each([
	'__proto__=polluted&constructor=x&prototype=y&dest=1',
	'{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"dest":"1"}',
	'__PROTO__=polluted&Constructor=x&+__Proto__+=y&dest=1',
	'{"__PROTO__":{"polluted":1}," Prototype":1,"dest":"1"}',
])('keeps only the harmless field of %s', (body) => {
	expect(Object.keys(readText(body))).toEqual(['dest']);
	expectUnpolluted();
});

test('nor is there one further down', () => {
	const inner = '{"__proto__":{"polluted":1},"a":[{"constructor":1,"b":2}]}';
	expect(JSON.stringify(readText(`{"dest":${inner}}`))).toBe('{"dest":{"a":[{"b":"2"}]}}');
});

const FIELDS = { phone: '972501234567', message: 'שלום & עוד' };
test.each([
	['a form', `phone=972501234567&message=${encodeURIComponent(FIELDS.message)}`],
	['a form without escapes', 'phone=972501234567&message=שלום+%26 עוד'],
	['JSON with numbers', '{"phone":972501234567,"message":"שלום & עוד"}'],
	['JSON with a byte order mark', `\uFEFF${JSON.stringify(FIELDS)}`],
	['XML', '<push><phone>972501234567</phone><message>שלום &amp; עוד</message></push>'],
])('reads the body of a push: %s', (_, body) => {
	expect(readText(body)).toEqual(FIELDS);
});

test('puts a list under items, and repeated fields into one', () => {
	expect(readText('[{"a":1},2]')).toEqual({ items: [{ a: '1' }, '2'] });
	expect(readText('a=x&a=y')).toEqual({ a: ['x', 'y'] });
});

test.each(['{"dest":', '<push><dest>', '<!DOCTYPE x><x/>', '[1'])(
	'keeps the beginning of %j, which cannot be read',
	(body) => {
		expect(readText(body)).toEqual({ excerpt: body });
	},
);
