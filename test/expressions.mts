import { fc } from './fuzz.mts';

const names = fc.constantFrom(
	'a',
	'b',
	'phone',
	'שם',
	'$x',
	'a b',
	'x.y',
	'',
	'_id',
	'constructor',
	'caller',
	'length',
	'toString',
);
const spaces = fc.constantFrom('', ' ', '  ', '\n', '\t');
const strings = fc.oneof(
	fc.string(),
	fc.constantFrom(
		'{{ $json.b }}',
		'}}',
		'=1',
		'\\',
		'\ud800',
		'',
		'$&',
		'05012345670',
		' x ',
		'null',
		'undefined',
	),
);
const plain = fc.oneof(
	strings,
	fc.integer(),
	fc.double(),
	fc.boolean(),
	fc.constantFrom(0, -0, 1e21, 1e-7),
);
const value = fc.oneof(
	{ weight: 4, arbitrary: plain },
	fc.constantFrom(null, undefined, [], [1], new Date(0)),
);
const item = fc.dictionary(
	names,
	fc.oneof({ weight: 3, arbitrary: value }, fc.dictionary(names, value, { maxKeys: 4 })),
	{ maxKeys: 6 },
);
const step = fc
	.tuple(names, spaces, fc.constantFrom('.', '"', "'", '?.'))
	.map(([name, space, how]) => {
		if (how === '.' || how === '?.') return `${space}${how}${space}${name}`;
		return `[${space}${how}${name}${how}${space}]`;
	});
const code = fc.tuple(
	spaces,
	fc.array(step, { maxLength: 3 }),
	spaces,
	fc.constantFrom('', '', '', '+1', '.trim()', '[0]'),
);
const expression = code.map(
	([before, steps, after, more]) => `{{${before}$json${steps.join('')}${more}${after}}}`,
);
const text = fc.array(
	fc.oneof(
		{ weight: 3, arbitrary: expression },
		strings,
		fc.constantFrom('{', '}', '{{', '}}', '\\', 'Hi '),
	),
	{ minLength: 1, maxLength: 4 },
);
const expressionText = text.map((parts) => `=${parts.join('')}`);
const fixed = fc.oneof(fc.constantFrom('', 'x', '{{ $json.a }}'), fc.integer(), fc.boolean());
const collection = fc.dictionary(
	fc.constantFrom('idempotencyKey', 'externalIds', 'values', 'b'),
	fc.oneof(
		{ weight: 2, arbitrary: expressionText },
		fixed,
		fc.record({ amount: fixed, unit: expressionText }),
	),
);

/** A parameter with expressions, plain ones more often than not, and an item to fill it in from. */
export const parameterAndItem = fc.tuple(
	fc.oneof({ weight: 3, arbitrary: expressionText }, collection),
	item,
);
