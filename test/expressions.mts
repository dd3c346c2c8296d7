import { fc } from './fuzz.mts';

const words = fc.constantFrom(
	...['Dana Cohen', 'דנה כהן', 'Zoë 👋🏽', '', ' ', "it's", 'a "b"', 'x }} y', '{{ $json.n }}', '\\'],
	...['2026-11-24T10:00:00.000+02:00', '=1', '05012345670', 'null', 'line\nbreak', '$&', '\u200f1'],
);
const number = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, -0, 1e21, 1e-7, 12.345));
const scalar = fc.oneof(words, number, fc.boolean(), fc.constant(null));
const item = fc.record(
	{
		...{ name: words, n: number, date: words, flag: fc.boolean(), 'a b': scalar, שם: words },
		nested: fc.record({ deep: scalar, n: number }, { requiredKeys: [] }),
		list: fc.array(fc.record({ id: number, name: words }), { maxLength: 3 }),
		nothing: fc.constantFrom(null, undefined),
	},
	{ requiredKeys: ['name'] },
);

/** Code that people write, and code that nobody should. */
const CODES = [
	...['$json.name', '$json["a b"]', '$json.שם', '$json.n', '$json.flag', '$json.nothing', '$json'],
	...['$json.nested.deep', '$json.nested?.deep ?? "none"', '$json.missing.deep', '$json.list'],
	...["$json.name.split(' ')[0]", '$json.name.trim().length', '$json.name.toTitleCase()'],
	'DateTime.fromISO($json.date).toFormat("dd/MM HH:mm")',
	'$json.date.toDateTime().format("dd/MM")',
	...['Math.round($json.n * 100) / 100', '$json.n.toFixed(2)', '$json.n / 0', '-$json.n', '0 / 0'],
	...['$json.n > 10 ? "long" : "short"', '$json.flag && $json.name', '!$json.flag'],
	'typeof $json.n',
	...['`${$json.name} and ${$json.n + 1}`', '`two\nlines`', '"}" + $json.name', "'{' + $json.name"],
	...['$json.list.map(x => x.id).join(",")', '$json.list.map(($json) => $json.id)[0]'],
	...['$json.list.filter((one, at) => at > 0 && one.id > 0).length', '$json.list.length'],
	...['$json.name.replace(/[aeiou]/g, "-")', '/^\\S+ /.test($json.name)'],
	'$json.name.match(/(\\d+)/)?.[1]',
	...['$json.n /* the number */', '$json.n // the number', '/* first */ $json.name'],
	'($json.n, $json.name)',
	...['JSON.stringify($json.nested)', 'Object.keys($json).length', '{ a: $json.n }.a'],
	'({ a: $json.name }).a',
	...['$ifEmpty($json.name, "nobody")', '[$json.n, $json.name].join("/")', 'String($json.n)'],
	...['undefined', 'null'],
	...['new Date(0)', 'new Date(0).getTime()', '$json.date.toDateTime()', '$now.year > 2000', '""'],
	'true',
	...['$itemIndex', '$input.item.json.name', '$position', '(() => { return $json.n })()'],
	...['$json.n = 1', '$json.n++'],
	...['$json.constructor.name', '$json.__proto__', 'this.$json', 'arguments', '$json.name;'],
	...['unknownName', '$json.'],
	...['(function () { return $json.n })()', '$json.list.map(({ id }) => id)', 'x => x'],
	'$json.n) + ($json.n',
] as const;
const code = fc.oneof(
	{ weight: 4, arbitrary: fc.constantFrom<string>(...CODES) },
	fc
		.tuple(
			fc.constantFrom<string>(...CODES),
			fc.constantFrom(...CODES),
			fc.constantFrom('+', '||', '??', '==='),
		)
		.map(([one, other, sign]) => `(${one}) ${sign} (${other})`),
);
const expression = fc
	.tuple(fc.constantFrom('', ' ', '\n'), code)
	.map(([space, own]) => `{{${space}${own} }}`);
const text = fc.oneof(
	{ weight: 2, arbitrary: expression },
	fc
		.array(
			fc.oneof(
				{ weight: 2, arbitrary: expression },
				words,
				fc.constantFrom('Hi ', '{', '}}', '\\{{'),
			),
			{ minLength: 1, maxLength: 4 },
		)
		.map((parts) => parts.join('')),
);
const expressionText = text.map((own) => `=${own}`);
const fixed = fc.oneof(fc.constantFrom('', 'x', '{{ $json.a }}'), fc.integer(), fc.boolean());
const collection = fc.dictionary(
	fc.constantFrom('idempotencyKey', 'externalIds', 'values', 'b'),
	fc.oneof(
		{ weight: 2, arbitrary: expressionText },
		fixed,
		fc.record({ amount: fixed, unit: expressionText }),
	),
);
const locator = fc.record({
	__rl: fc.constant(true),
	mode: fc.constantFrom('list', 'id'),
	value: fc.oneof(expressionText, fc.constant('TextMe')),
});

/** A parameter with expressions, and a run's items. */
export const parameterAndItems = fc.tuple(
	fc.oneof({ weight: 5, arbitrary: expressionText }, collection, locator),
	fc.array(item, { minLength: 2, maxLength: 5 }),
);
