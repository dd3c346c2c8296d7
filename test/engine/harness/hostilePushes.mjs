// Runs as its own process: `node --expose-gc --max-old-space-size=256 hostilePushes.mjs <dist>`. Prints a line per body.
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const LIMIT = 256 * 1024;
const MESSAGE = { phone: '972501234567', message: 'hi', dest: '0559991234' };

/** Almost as many things as fit the limit. `of(n)` makes n things, and `write` writes them. */
function most(write, of) {
	const [few, more] = [100, 200].map((n) => Buffer.byteLength(write(of(n))));
	let n = Math.min(LIMIT, 100 + (100 * (LIMIT - few)) / (more - few));
	for (;;) {
		const text = write(of(Math.floor(n)));
		const size = Buffer.byteLength(text);
		if (size <= LIMIT) return text;
		n *= (0.99 * LIMIT) / size;
	}
}

const times = (n, one) => Array.from({ length: n }, (_, at) => one(at));
const small = (n, of = () => 1) =>
	Object.fromEntries(times(n, (at) => [`k${at.toString(36)}`, of(at)]));
const repeat = (text) => (n) => ({ ...MESSAGE, message: text.repeat(n) });

/** Functions that make a push of `n` things. */
const SHAPES = {
	'a group of fields and records': (n) => ({
		d: [{ ...small(n), e: times(n, () => ({ he_message: 1 })) }],
	}),
	'a group of a message and records': (n) => ({
		d: [{ ...MESSAGE, ...small(n), e: times(n, () => ({ he_message: 1 })) }],
	}),
	'fields beside ten messages': (n) => ({ ...small(n), e: times(10, () => MESSAGE) }),
	'a text beside ten messages': (n) => ({ of: 'x'.repeat(n), e: times(10, () => MESSAGE) }),
	'ten messages of many fields': (n) => ({ e: times(10, () => ({ ...MESSAGE, ...small(n) })) }),
	'ten messages of long texts': (n) => ({
		e: times(10, () => ({ ...MESSAGE, message: 'ﷺ'.repeat(n) })),
	}),
	'ten messages of foreign digits': (n) => ({
		e: times(10, () => ({ ...MESSAGE, message: '৯'.repeat(n) })),
	}),
	'groups in groups': (n) =>
		times(20, () => 0).reduce((inner) => ({ ...small(n), e: [inner, {}] }), MESSAGE),
	'a group of groups': (n) => ({
		d: times(n, () => ({ e: [{ he_message: 1 }, { he_message: 2 }] })),
	}),
	'many messages': (n) => ({ d: times(n, () => MESSAGE) }),
	'many lists of one message': (n) => small(n, () => [MESSAGE]),
	'many empty objects': (n) => ({ d: times(n, () => ({})) }),
	'a list of texts': (n) => ({ ...MESSAGE, phone: times(n, (at) => String(972500000000 + at)) }),
	'many short fields of a message': (n) => ({ ...MESSAGE, ...small(n) }),
	'many phones under any name': (n) => small(n, (at) => String(972500000000 + at)),
	'fields that each hold a document': (n) => ({ ...MESSAGE, ...small(n, () => '{"a":1}') }),
	'fields that each hold a document of XML': (n) => small(n, () => '<a/>'),
	'a message that is a document': (n) => ({
		...MESSAGE,
		phone: '2020',
		message: JSON.stringify(times(n, () => MESSAGE)),
	}),
	'a document within documents': () => ({
		a: times(11, () => 0).reduce((inner) => JSON.stringify({ a: inner }), '1'),
	}),
	'a document of groups in a field': (n) => ({
		x: JSON.stringify({ d: [{ ...small(n), e: times(n, () => ({ he_message: 1 })) }] }),
	}),
	'a name without end': (n) => ({ ...MESSAGE, ['x'.repeat(n)]: 1 }),
	'a phone without end': (n) => ({ ...MESSAGE, phone: '5'.repeat(n) }),
	'a phone of signs': (n) => ({ ...MESSAGE, phone: `+${'(-'.repeat(n)}` }),
	'a date without end': (n) => ({ ...MESSAGE, date: '01/05/26 '.repeat(n) }),
	'a status without end': (n) => ({ status: '1'.repeat(n), external_id: '|\\'.repeat(n) }),
	'a text that grows when it is read (U+FDFA)': repeat('ﷺ'),
	'a text that nobody sees': repeat('\u200B'),
	'a text of half a pair': repeat('\uD83D'),
	'a text of markup': repeat('<&'),
	'a text of commas and equal signs': repeat(',=&'),
	'unsafe names': (n) => ({ d: times(n, () => ({ constructor: { prototype: 1 } })) }),
};

const nest = (n, open, inner, close) => open.repeat(n) + inner + close.repeat(n);
const xmlText = (text) => text.replace(/[&<]/g, (sign) => ({ '&': '&amp;', '<': '&lt;' })[sign]);
const xmlOf = (name, value) =>
	Array.isArray(value)
		? value.map((one) => xmlOf(name, one)).join('')
		: `<${name}>${
				typeof value === 'object'
					? Object.entries(value)
							.map(([key, one]) => xmlOf(key, one))
							.join('')
					: xmlText(String(value))
			}</${name}>`;
const formOf = (value) =>
	new URLSearchParams(
		Object.entries(value).flatMap(([name, one]) =>
			[one]
				.flat()
				.map((each) => [name, typeof each === 'object' ? JSON.stringify(each) : String(each)]),
		),
	).toString();

const WAYS = {
	form: formOf,
	JSON: JSON.stringify,
	XML: (value) => xmlOf('push', value),
	'JSON in a form field': (value) => formOf({ data: JSON.stringify(value) }),
	'XML in a form field': (value) => formOf({ data: xmlOf('push', value) }),
};

const raw = (unit) => unit.repeat(LIMIT / Buffer.byteLength(unit));
/** Bodies that are not the serialised form of a value. */
const OTHERS = {
	'objects in objects': nest(LIMIT / 8, '{"a":', '1', '}'),
	'a list of numbers': `[1${raw(',1').slice(4)}]`,
	'one number': `{"phone":${'9'.repeat(LIMIT - 12)}}`,
	'one key many times': `{"a":1${raw(',"a":1').slice(9)}}`,
	'escapes of JSON': `{"message":"${raw('\\"').slice(20)}"}`,
	'brackets that never close': raw('['),
	'elements that never close': raw('<a>'),
	'one element many times': `<p>${raw('<a/>').slice(12)}</p>`,
	'elements in elements': nest(Math.floor(LIMIT / 8), '<a>', '', '</a>'),
	'attributes of one element': `<p ${times(20_000, (at) => `a${at.toString(36)}="1"`).join(' ')}/>`,
	'attributes without values': `<p${raw(' a').slice(10)}>`,
	'attributes without values, on lines': `<p b="1"${raw('\na').slice(20)}/>`,
	'attributes without values, of many elements': `<p>${raw('<a b c/>').slice(20)}</p>`,
	'attributes without values, in a tag that never ends': `<p${raw('\ta').slice(10)}`,
	'attributes without values, behind a bracket in a value': `<p a=">"${raw(' a').slice(14)}/>`,
	'attributes without values, in quotes of nothing': `<p x"a${raw(' a').slice(14)}"/>`,
	'attributes without values, behind two brackets in values': `<p a=">"${raw(' a').slice(24)} b="<"/>`,
	'attributes without values, before a bracket of nothing': `<p a=">"${raw(' a').slice(24)} < >`,
	'attributes without values, of an open instruction': `<?x >${raw(' a').slice(24)} <?><p/>`,
	'attributes without values, in an apostrophe': `<p x'a${raw(' a').slice(14)}'/>`,
	'attributes without values, of an instruction': `<?xml a=">"${raw(' x').slice(20)}?>`,
	'attributes of many elements': `<p>${raw('<a b="1"/>').slice(20)}</p>`,
	'references to characters': `<p><message>${raw('&#1488;').slice(50)}</message></p>`,
	'named references': `<p><message>${raw('&amp;').slice(50)}</message></p>`,
	'one section without markup': `<p><message><![CDATA[${raw('<').slice(60)}]]></message></p>`,
	comments: `<p>${raw('<!-- x -->').slice(20)}</p>`,
	'one comment': `<p><!--${raw('x').slice(20)}--></p>`,
	instructions: `<p>${raw('<?x y?>').slice(21)}</p>`,
	'a document type': `<!DOCTYPE x [${raw('<!ENTITY a "ha">').slice(64)}]><x>&a;</x>`,
	'text and elements': `<p>${raw('x<a/>').slice(25)}</p>`,
	'quotes of an attribute that never end': `<p a="${raw('x').slice(10)}`,
	'angles in an attribute': `<p a="${raw('>').slice(20)}"/>`,
	'signs of a tag': `<${raw('=').slice(5)}/>`,
	'spaces before a document': `${raw(' ').slice(20)}{"a":1}`,
	ampersands: raw('&'),
	'fields without names': raw('=&'),
	'escapes that are no UTF-8': `message=${raw('%FF').slice(30)}`,
	'plus signs': `message=${raw('+').slice(30)}`,
	'one field many times': `${formOf(MESSAGE)}&${raw('message=x&').slice(100)}`,
	'one phone many times': raw('phone=972501234567&'),
	'other phones, many times': times(9_000, (at) => `phone=${972500000000 + at}`).join('&'),
	'unsafe fields': raw('__proto__=1&'),
	'brackets of names': raw('a[b][c]=1&'),
	'bytes that are no text': Buffer.alloc(LIMIT, 0xff),
	'10 MB': Buffer.alloc(10 * 2 ** 20, 'x=1&'),
	'10 MB of JSON': `{"d":[${'{"he_message":1},'.repeat(600_000)}1]}`,
	'one byte too many': `message=${'x'.repeat(LIMIT - 7)}`,
};

const bodies = [
	...Object.entries(SHAPES).flatMap(([shape, of]) =>
		Object.entries(WAYS).map(([way, write]) => [`${shape}, ${way}`, () => most(write, of)]),
	),
	...Object.entries(SHAPES).map(([shape, of]) => [
		`${shape}, half, JSON`,
		() => JSON.stringify(of(2_000)),
	]),
	...Object.entries(OTHERS).map(([name, body]) => [name, () => body]),
];

/** The cost of reading: entries of objects and characters of texts that are visited. */
let [entries, characters] = [0, 0];
const count = (holder, name, of) => {
	const before = holder[name];
	holder[name] = function (...given) {
		const result = before.apply(this, given);
		of.call(this, given, result);
		return result;
	};
};
for (const name of ['entries', 'keys', 'values', 'fromEntries']) {
	count(
		Object,
		name,
		([given], result) => (entries += (Array.isArray(result) ? result : given).length ?? 0),
	);
}
for (const name of ['replace', 'normalize', 'trim', 'toLowerCase', 'split']) {
	count(String.prototype, name, function () {
		characters += this.length;
	});
}
for (const name of ['stringify', 'parse']) {
	count(
		JSON,
		name,
		([given], result) =>
			(characters += (typeof result === 'string' ? result : String(given)).length),
	);
}

const load = createRequire(`${resolve(process.argv[2])}/x.js`);
const { receivePush, toConversations } = load('./nodes/TextMeTrigger/receivePush.js');

const PARAMETERS = {
	events: ['deliveryReport', 'incomingMessage', 'blocklistAddition'],
	// Ten words that no push says, so that each is looked for.
	filters: { keywords: 'zq0,zq1,zq2,zq3,zq4,zq5,zq6,zq7,zq8,zq9', keywordMatch: 'whole' },
	more: { includeRaw: true },
};

/** All that a trigger does with a push, up to the workflow's items. */
async function take(rawBody) {
	let status;
	const response = { status: (code) => ((status = code), response), end: () => response };
	const { workflowData = [[]] } = await receivePush.call({
		getRequestObject: () => ({ method: 'POST', rawBody, readRawBody: async () => undefined }),
		getResponseObject: () => response,
		getQueryData: () => ({}),
		// So that no push waits for others.
		getMode: () => 'manual',
		getNode: () => ({ id: 'node', parameters: {} }),
		getWorkflow: () => ({ id: 'workflow' }),
		getNodeParameter: (name) => PARAMETERS[name],
	});
	const events = workflowData[0].map(({ json }) => json);
	return {
		status,
		events: events.map(({ event }) => event),
		bytes: JSON.stringify([events, toConversations(events)]).length,
	};
}

for (const [name, make] of bodies) {
	const body = Buffer.from(make());
	[entries, characters] = [0, 0];
	globalThis.gc?.({ type: 'minor' });
	const before = process.memoryUsage();
	const at = performance.now();
	const { bytes, ...taken } = await take(body);
	const ms = Math.round(performance.now() - at);
	const after = process.memoryUsage();
	const grown = after.heapUsed + after.external - before.heapUsed - before.external;
	const mb = Math.round(grown / 1e5) / 10;
	console.log(
		JSON.stringify({ name, size: body.length, ...taken, ms, mb, entries, characters, bytes }),
	);
}
