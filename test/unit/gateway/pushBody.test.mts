import { PUSH } from '../../../gateway/values/limits';
import { readPushBody } from '../../../gateway/events/pushBody';
import { expectUnpolluted } from '../../fuzz.mts';

const readText = (text: string) => readPushBody(Buffer.from(text));

const nested = (levels: number) => `{"dest":${'['.repeat(levels)}${']'.repeat(levels)}}`;
const oneMore = 'x'.repeat(PUSH.bytes - 'message='.length + 1);

test('reads a push up to the limit, and not beyond it', () => {
	expect(readText(`message=${oneMore.slice(1)}`)).toEqual({
		message: `${'x'.repeat(9973)}… [cut at 10000 characters]`,
	});
	for (const body of [`message=${oneMore}`, JSON.stringify({ message: oneMore })]) {
		expect(readText(body)).toEqual({ excerpt: body.slice(0, 1000) });
	}
});

test('JSON that nests deeper than anything can be is no push', () => {
	expect(readText(nested(3))).toEqual({ dest: [[[]]] });
	expect(readText(nested(PUSH.levels - 1))).toHaveProperty('dest');
	for (const body of [nested(PUSH.levels), nested(100_000)]) {
		expect(readText(body)).toEqual({ excerpt: body.slice(0, 1000) });
	}
});

const fields = (count: number) =>
	Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 'v']));

test.each<[string, (count: number) => string]>([
	['fields of a form', (count) => new URLSearchParams(fields(count)).toString()],
	['fields of JSON', (count) => JSON.stringify(fields(count))],
	[
		'items of JSON',
		(count) =>
			`[${Array(count - 1)
				.fill(1)
				.join()}]`,
	],
	['elements', (count) => `<p><${Object.keys(fields(count)).join('/><')}/></p>`],
])('reads as many %s as a push may have, and not one more', (_, write) => {
	expect(readText(write(PUSH.values))).not.toHaveProperty('excerpt');
	const body = write(PUSH.values + 1);
	expect(readText(body)).toEqual({ excerpt: body.slice(0, 1000) });
});

test('what n8n has read of a push, its query and its parts, is held to the same limits', () => {
	expect(readPushBody({ message: 'a', phone: '1' }, { phone: '2', dest: '3' })).toEqual({
		...{ message: 'a', phone: '1', dest: '3' },
	});
	for (const read of [{ message: 'x'.repeat(PUSH.bytes + 1) }, fields(1001)]) {
		expect(readPushBody(read)).toEqual({ excerpt: '' });
		expect(readPushBody({}, read)).toEqual({ excerpt: '' });
	}
});

test.each([
	...['{"phone":"0521111111"}', '[1]', '<r><phone>0521111111</phone></r>'],
	'y '.repeat(2 * PUSH.values + 1) + 'y',
])('a text of a form, of JSON and of XML stays a text: %s', (message) => {
	expect(readText(new URLSearchParams({ message }).toString())).toEqual({ message });
	expect(readText(JSON.stringify({ message }))).toEqual({ message });
	const escaped = message.replaceAll('<', '&lt;');
	expect(readText(`<p><message>${escaped}</message></p>`)).toEqual({ message });
});

test.each([
	'__proto__=polluted&constructor=x&+__Proto__+=y&dest=1',
	'{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"dest":"1"}',
	'{"__PROTO__":{"polluted":1}," Prototype":1,"dest":"1"}',
])('keeps only the harmless field of %s', (body) => {
	expect(Object.keys(readText(body))).toEqual(['dest']);
	expectUnpolluted();
});

/** n8n's Code node fails for a list or an object under such a name. */
test.each(Object.getOwnPropertyNames(Object.prototype))('keeps nothing named %s', (name) => {
	const fields = `"${name}":{"a":"b"},"dest":[{"${name}":["c"],"d":"e"}]`;
	expect(JSON.stringify(readText(`{${fields}}`))).toBe('{"dest":[{"d":"e"}]}');
	expect(Object.keys(readText(`${name}=a&${name}=b&dest=1`))).toEqual(['dest']);
});

const FIELDS = { phone: '972501234567', message: 'שלום & עוד' };
test.each([
	['a form without escapes', 'phone=972501234567&message=שלום+%26 עוד'],
	['JSON with numbers', ' {"phone":972501234567,"message":"שלום & עוד"}'],
	['JSON with a byte order mark', `\uFEFF${JSON.stringify(FIELDS)}`],
	['XML', '<push>\n<phone>972501234567</phone><message>שלום &amp; עוד</message></push>'],
])('reads the body of a push: %s', (_, body) => {
	expect(readText(body)).toEqual(FIELDS);
});

test('puts a list under items', () =>
	expect(readText('[{"a":1},2,null]')).toEqual({ items: [{ a: '1' }, '2', ''] }));

test.each([
	...['{"dest":', '<push><dest>', '<!DOCTYPE x><x/>', `dest=1${'&'.repeat(2 * PUSH.values + 1)}`],
	...['=', '<!---->'].map((one) => `<push><a>${one.repeat(2 * PUSH.values + 1)}</a></push>`),
	`<?x${' y'.repeat(2 * PUSH.values + 1)}?><push><dest>1</dest></push>`,
])('keeps the beginning of %j, which cannot be read', (body) => {
	expect(readText(body)).toEqual({ excerpt: body.slice(0, 1000) });
});

test('holds our own limits of a push', () =>
	expect(PUSH).toEqual({ bytes: 262_144, values: 1000, levels: 8, events: 10 }));
