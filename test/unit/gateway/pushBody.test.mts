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
/** Hebrew letters as windows-1255 has them. */
const hebrewBytes = (text: string) =>
	Buffer.from(text, 'utf16le').reduce<number[]>((bytes, low, at, all) => {
		const code = low + 256 * (all[at + 1] ?? 0);
		return at % 2 ? bytes : [...bytes, code >= 0x5d0 ? code - 0x5d0 + 0xe0 : code];
	}, []);
const escaped = (bytes: number[]) =>
	bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const multipart = (fields: object) =>
	Object.entries(fields)
		.map(
			([name, value]) =>
				`--b7\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
		)
		.join('') + '--b7--\r\n';

const BODIES: Array<[string, string | number[], string?]> = [
	['a form', `phone=972501234567&message=${encodeURIComponent(FIELDS.message)}`],
	['escaped windows-1255', `phone=972501234567&message=${escaped(hebrewBytes(FIELDS.message))}`],
	[
		'bare windows-1255',
		hebrewBytes('phone=972501234567&message=שלום %26 עוד'),
		'application/x-www-form-urlencoded; charset=windows-1255',
	],
	[
		'UTF-16 that says so',
		[...Buffer.from(JSON.stringify(FIELDS), 'utf16le')],
		'application/json; charset=utf-16le',
	],
	['JSON with numbers', '{"phone":972501234567,"message":"שלום & עוד"}'],
	['JSON in windows-1255', hebrewBytes(JSON.stringify(FIELDS)), 'application/json'],
	['XML', '<push><phone>972501234567</phone><message>שלום &amp; עוד</message></push>'],
	[
		'XML that says its charset',
		hebrewBytes(
			'<?xml version="1.0" encoding="windows-1255"?><push><phone>972501234567</phone><message>שלום &amp; עוד</message></push>',
		),
	],
	['multipart', multipart(FIELDS), 'multipart/form-data; boundary=b7'],
	['multipart with a quoted boundary', multipart(FIELDS), 'multipart/form-data; boundary="b7"'],
	[
		'multipart with words before it',
		`name="x"\r\n\r\nNo part\r\n${multipart(FIELDS)}`,
		'multipart/form-data; boundary=b7',
	],
	[
		'multipart with a part that only its value gives a name',
		`--b7\r\nContent-Type: text/plain\r\n\r\nname="phone"\r\n${multipart(FIELDS)}`,
		'multipart/form-data; boundary=b7',
	],
	['multipart that does not say so', multipart(FIELDS), ''],
];

test.each(
	BODIES.map(([name, body, contentType]): [string, Parameters<typeof readPushBody>] => [
		name,
		[Buffer.from(body as string), contentType],
	]),
)('reads the body of a push: %s', (_, push) => {
	expect(readPushBody(...push)).toEqual(FIELDS);
});

test('puts a list under items, and repeated parts into one', () => {
	expect(readText('[{"a":1},2]')).toEqual({ items: [{ a: '1' }, '2'] });
	expect(readText(`${multipart({ a: 'x' })}${multipart({ a: 'y' })}`)).toEqual({ a: ['x', 'y'] });
});

test.each(['{"dest":', '<push><dest>', '<!DOCTYPE x><x/>', '[1', '--b7\r\nContent-Disposition: x'])(
	'keeps the beginning of %j, which cannot be read',
	(body) => {
		expect(readText(body)).toEqual({ excerpt: body });
	},
);
