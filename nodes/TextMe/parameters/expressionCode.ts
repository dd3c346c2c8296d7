import jsTokens from 'js-tokens';

/** Names that have the same value for all items of a run, in n8n or JavaScript, and words that only form expressions. */
const SAME_FOR_ALL: ReadonlySet<string> = new Set(
	[
		'$now $today $vars $workflow $execution $env $if $ifEmpty $min $max $average $not $jmespath $jmesPath',
		'DateTime Duration Interval Math Number String Boolean Array Object JSON Date RegExp Set Map Intl',
		'parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent encodeURI decodeURI',
		'undefined NaN Infinity null true false typeof instanceof in new void',
	]
		.join(' ')
		.split(' '),
);

/** Operators that change something or end an expression. In another order, they might have another effect. */
const STATEMENTS: ReadonlySet<string> = new Set(
	'; = += -= *= /= %= **= <<= >>= >>>= &= |= ^= &&= ||= ??= ++ --'.split(' '),
);

/** Methods that change the object they are called on: the next expression would see the change. */
const CHANGING: ReadonlySet<string> = new Set(
	'sort reverse push pop shift unshift splice fill copyWithin assign defineProperty setPrototypeOf'.split(
		' ',
	),
);

const IGNORED = /^(WhiteSpace|LineTerminatorSequence|MultiLineComment|SingleLineComment)$/;

interface Token {
	type: string;
	value: string;
	closed?: boolean;
}

/**
 * Whether an expression depends on the item only through `$json`. If so, n8n can evaluate it for many items at once. `false` if
 * in doubt: unknown names, `this`, functions with a body, assignments.
 */
export function takesOnlyJson(code: string): boolean {
	// n8n refuses `constructor`.
	if (code.includes('constructor')) return false;
	const tokens = [...jsTokens(code)].filter(({ type }) => !IGNORED.test(type)) as Token[];
	const locals = localNames(tokens);
	if (!locals || tokens.length === 0) return false;
	return tokens.every((token, at) => {
		if (token.closed === false || STATEMENTS.has(token.value)) return false;
		// Elsewhere, a backslash may hide a name.
		if (token.value.includes('\\') && token.type !== 'RegularExpressionLiteral') return false;
		if (CHANGING.has(token.value.replace(/["'`]/g, ''))) return false;
		if (token.type === 'Punctuator') return token.value !== '{' || tokens[at - 1]?.value !== '=>';
		if (token.type !== 'IdentifierName' || isProperty(tokens, at)) return true;
		return token.value === '$json' || SAME_FOR_ALL.has(token.value) || locals.has(token.value);
	});
}

/** Whether a name is a property: after a dot, or before a colon in an object. */
function isProperty(tokens: Token[], at: number): boolean {
	const before = tokens[at - 1]?.value;
	if (before === '.' || before === '?.') return true;
	return tokens[at + 1]?.value === ':' && (before === '{' || before === ',');
}

/** The parameters of all arrow functions; undefined if one is not a simple name. */
function localNames(tokens: Token[]): Set<string> | undefined {
	const names = new Set<string>();
	for (const [arrow, { value }] of tokens.entries()) {
		if (value !== '=>') continue;
		const before = tokens.slice(0, arrow);
		const opening = before.map((token) => token.value).lastIndexOf('(');
		const isList = before.at(-1)?.value === ')';
		for (const { type, value: name } of isList ? before.slice(opening + 1, -1) : before.slice(-1)) {
			if (type === 'IdentifierName') names.add(name);
			else if (name !== ',') return undefined;
		}
	}
	return names;
}
