// What comes in and how it is read: content types, one or many, well-formedness.
import { create } from 'xmlbuilder2';
import { readXml, writeXml, XmlError } from '../../sandbox/wire/xml.mts';
import { call, decode, ENCODINGS, smsTo } from './call.mts';
import { useSandbox } from './useSandbox.mts';
import { fc } from '../fuzz.mts';

const sandbox = useSandbox();
const JSON_BALANCE = '{"balance":{"user":{"username":"demo"}}}';
const XML_BALANCE = '<balance><user><username>demo</username></user></balance>';

const send = async (body: string | Uint8Array, contentType?: string) => {
	const response = await fetch(`${sandbox().baseUrl}/api`, {
		method: 'POST',
		headers: {
			authorization: 'Bearer sandbox-token-demo',
			...(contentType === undefined ? {} : { 'content-type': contentType }),
		},
		// Bytes, so that fetch adds no content type of its own.
		body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
	});
	const raw = await response.text();
	return { http: response.status, raw, ...decode(raw, raw.startsWith('<')) };
};

test.each([
	['application/json', JSON_BALANCE, undefined],
	['application/json; charset=utf-8', JSON_BALANCE, undefined],
	['application/xml', XML_BALANCE, 'balance'],
	['text/xml; charset=utf-8', XML_BALANCE, 'balance'],
	['application/x-www-form-urlencoded', XML_BALANCE, 'balance'],
	[undefined, XML_BALANCE, 'balance'],
])('answers a body in kind: %s', async (contentType, body, root) => {
	expect(await send(body, contentType)).toMatchObject({ http: 200, status: 0, root });
});

test.each([
	['JSON said to be XML', JSON_BALANCE, 'application/xml', 'response'],
	['XML said to be JSON', XML_BALANCE, 'application/json', undefined],
	['nothing', '', 'application/json', undefined],
	['nothing', '', 'application/xml', 'response'],
	['half a body', JSON_BALANCE.slice(0, 20), 'application/json', undefined],
	['half a body', XML_BALANCE.slice(0, 30), 'application/xml', 'response'],
	['two roots', '{"sms":{},"bulk":{}}', 'application/json', undefined],
	['two roots', '<sms/><bulk/>', 'application/xml', 'response'],
	['an array', '[]', 'application/json', undefined],
	['a text', '"sms"', 'application/json', undefined],
	['null', 'null', 'application/json', undefined],
])('answers status 1 to a body it cannot read: %s (%j)', async (_name, body, contentType, root) => {
	expect(await send(body, contentType)).toMatchObject({ http: 200, status: 1, root });
});

test('names an unknown root in the reply', async () => {
	expect(await send('<fly/>', 'text/xml')).toMatchObject({ status: 997, root: 'fly' });
});

test('finds no user in a root that holds nothing', async () => {
	const { fields } = await send('{"balance":null}', 'application/json');
	expect(fields).toMatchObject({ status: 2, message: 'Required field is missing: user.username' });
});

describe.each(ENCODINGS)('one or many in %s', (encoding) => {
	const id = { $: { id: 'x' }, _: '0501234567' };
	test.each([
		['a bare number', '0501234567', ['']],
		['an array of one', ['0501234567'], ['']],
		['an object', id, ['x']],
		['an array of objects', [id, { $: { id: 'y' }, _: '0521111111' }], ['x', 'y']],
		['an object without attributes', [{ _: '0501234567' }], ['']],
		['a mixture', ['0501234567', id], ['', 'x']],
	])('reads one or many: %s', async (_name, phone, ids) => {
		const reply = await call(sandbox(), 'sms', smsTo(phone), { encoding });
		expect(reply.status).toBe(0);
		expect(
			sandbox()
				.messages()
				.map(({ externalId }) => externalId),
		).toEqual(ids);
	});
});

test('numbers may be numbers in JSON', async () => {
	const reply = await call(sandbox(), 'sms', smsTo(501234567, { temp_bl: 3 }));
	expect(reply.status).toBe(0);
});

test('reads elements in any order', async () => {
	const body =
		'<sms><message>Hi</message><destinations><phone>0501234567</phone></destinations><source>TextMe</source><user><username>demo</username></user></sms>';
	expect(await send(body, 'text/xml')).toMatchObject({ status: 0 });
});

describe('XML', () => {
	test.each([
		['<a>x</a>', { a: 'x' }],
		['<a/>', { a: '' }],
		['<a></a>', { a: '' }],
		['<?xml version="1.0" encoding="UTF-8"?>\n<!-- c -->\n<a>x</a>\n', { a: 'x' }],
		['\ufeff<a>x</a>', { a: 'x' }],
		['<a><b>1</b><b>2</b></a>', { a: { b: ['1', '2'] } }],
		['<a><b>1</b><c>2</c></a>', { a: { b: '1', c: '2' } }],
		['<a>\n  <b>1</b>\n</a>', { a: { b: '1' } }],
		['<a id="7">x</a>', { a: { $: { id: '7' }, _: 'x' } }],
		['<a id=\'"\' n = "2" >x</a >', { a: { $: { id: '"', n: '2' }, _: 'x' } }],
		['<a id="7"/>', { a: { $: { id: '7' }, _: '' } }],
		['<a id="7"><b>1</b></a>', { a: { $: { id: '7' }, b: '1' } }],
		['<a>&lt;&amp;&gt;&quot;&apos;&#65;&#x5d0;</a>', { a: '<&>"\'Aא' }],
		['<a id="a&amp;b">x</a>', { a: { $: { id: 'a&b' }, _: 'x' } }],
		['<a><![CDATA[<b> & ]]>c</a>', { a: '<b> & c' }],
		['<a>one<!-- c -->two</a>', { a: 'onetwo' }],
	])('reads an XML body with %s', (source, tree) => {
		expect(JSON.parse(JSON.stringify(readXml(source)))).toEqual(tree);
	});

	test.each([
		'',
		'   ',
		'text',
		'<a>',
		'</a>',
		'<a></b>',
		'<a><b></a></b>',
		'<a/><b/>',
		'<a/>text',
		'text<a/>',
		'<a id=7>x</a>',
		'<a id="7>x</a>',
		'<a>&nbsp;</a>',
		'<a>&</a>',
		'<a>&#0;</a>',
		'<a>&#x110000;</a>',
		'<1>x</1>',
		'<a <b/>',
		'<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
		'{"a":1}',
	])('refuses the body %j', (source) => {
		expect(() => readXml(source)).toThrow(XmlError);
	});

	test('takes a name from the prototype of objects for an ordinary one', () => {
		expect(
			JSON.stringify(readXml('<a><__proto__>x</__proto__><constructor>y</constructor></a>')),
		).toBe('{"a":{"__proto__":"x","constructor":"y"}}');
	});

	const unit = fc
		.string({ unit: 'binary', minLength: 1, maxLength: 1 })
		.filter((letter) => /^[\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]$/u.test(letter));
	const text = fc.string({ unit });

	test('reads what another library writes', () => {
		fc.assert(
			fc.property(text, text, (content, attribute) => {
				const source = create({ a: { b: { '@id': attribute, '#': content } } }).end();
				const { a } = readXml(source) as { a: { b: unknown } };
				const normal = attribute.replace(/[\t\n]/g, ' ');
				expect(a.b).toEqual({ $: { id: expect.any(String) as string }, _: content });
				expect((a.b as { $: { id: string } }).$.id.replace(/[\t\n]/g, ' ')).toBe(normal);
			}),
		);
	});

	test('reads what it writes', () => {
		fc.assert(
			fc.property(text, (content) => {
				expect(readXml(writeXml('a', content))).toEqual({ a: content });
			}),
		);
	});
});
