import { MAX_DEPTH } from '../../../gateway/tree';
import { MAX_PUSH_CHARACTERS } from '../../../gateway/limits';
import { readForm } from '../../../nodes/TextMeTrigger/readForm';
import { expectUnpolluted } from '../../fuzz.mts';

const nested = (levels: number) => `{"dest":${'['.repeat(levels)}${']'.repeat(levels)}}`;
const oneMore = 'x'.repeat(MAX_PUSH_CHARACTERS - 'message='.length + 1);

test('a push is read up to the limit, and is none beyond it', () => {
	expect(readForm(`message=${oneMore.slice(1)}`)).toEqual({ message: oneMore.slice(1) });
	expect(readForm(`message=${oneMore}`)).toEqual({});
	expect(readForm(JSON.stringify({ message: oneMore }))).toEqual({});
});

test('a form with very many fields is gone through once', () => {
	const getAll = jest.spyOn(URLSearchParams.prototype, 'getAll');
	const form = Array.from({ length: 40_000 }, (_, n) => `k${n.toString(36)}=`).join('&');
	expect(Object.keys(readForm(form))).toHaveLength(40_000);
	expect(getAll.mock.calls.length).toBeLessThan(10);
	getAll.mockRestore();
});

test('JSON that nests deeper than anything can be is no push', () => {
	expect(readForm(nested(3))).toEqual({ dest: [[[]]] });
	expect(readForm(nested(MAX_DEPTH + 1))).toEqual({});
	expect(readForm(nested(100_000))).toEqual({});
});

test.each([
	'__proto__=polluted&constructor=x&prototype=y&dest=1',
	'{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"dest":"1"}',
	'__PROTO__=polluted&Constructor=x&+__Proto__+=y&dest=1',
	'{"__PROTO__":{"polluted":1}," Prototype":1,"dest":"1"}',
])('%s leaves only the harmless field', (body) => {
	expect(Object.keys(readForm(body))).toEqual(['dest']);
	expectUnpolluted();
});

test('nor is there one further down', () => {
	const inner = '{"__proto__":{"polluted":1},"a":[{"constructor":1,"b":2}]}';
	expect(JSON.stringify(readForm(`{"dest":${inner}}`))).toBe('{"dest":{"a":[{"b":2}]}}');
});
