import jsTokens from 'js-tokens';

/** Names with one value for all items of a run, as n8n and JavaScript have them, and words that only form expressions. */
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

/** What changes something, or ends an expression: evaluated in another order, it could have another effect. */
const STATEMENTS: ReadonlySet<string> = new Set(
	'; = += -= *= /= %= **= <<= >>= >>>= &= |= ^= &&= ||= ??= ++ --'.split(' '),
);

/** Methods that change what they are called with: the next expression would see it. */
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
 * Whether the code of an expression takes nothing that depends on the item but `$json`, so that it can be evaluated for many
 * items at once. `false` for anything that is not known: other names, `this`, functions with a body, assignments.
 */
export function takesOnlyJson(code: string): boolean {
	// n8n refuses it, and two closing braces would end an expression.
	if (/constructor|\}\}/.test(code)) return false;
	const tokens = [...jsTokens(code)].filter(({ type }) => !IGNORED.test(type)) as Token[];
	const locals = localNames(tokens);
	if (!locals || tokens.length === 0) return false;
	return tokens.every((token, at) => {
		if (token.type === 'Invalid' || token.type === 'PrivateIdentifier') return false;
		if (token.closed === false || STATEMENTS.has(token.value)) return false;
		if (CHANGING.has(token.value.replace(/["'`]/g, ''))) return false;
		if (token.type === 'Punctuator') return token.value !== '{' || tokens[at - 1]?.value !== '=>';
		if (token.type !== 'IdentifierName' || isProperty(tokens, at)) return true;
		return token.value === '$json' || SAME_FOR_ALL.has(token.value) || locals.has(token.value);
	});
}

/** Whether a name is that of a property: after a dot, or before the colon in an object. */
function isProperty(tokens: Token[], at: number): boolean {
	const before = tokens[at - 1]?.value;
	if (before === '.' || before === '?.') return true;
	return tokens[at + 1]?.value === ':' && (before === '{' || before === ',');
}

/** The parameters of all arrow functions; undefined if one has others than simple names. */
function localNames(tokens: Token[]): Set<string> | undefined {
	const names = new Set<string>();
	for (const [arrow, { value }] of tokens.entries()) {
		if (value !== '=>') continue;
		let at = arrow - 1;
		if (tokens[at]?.value !== ')') {
			names.add(tokens[at]?.value ?? '');
			continue;
		}
		for (at--; at >= 0 && tokens[at]?.value !== '('; at--) {
			const { type = '', value: name = '' } = tokens[at] ?? {};
			if (type === 'IdentifierName') names.add(name);
			else if (name !== ',') return undefined;
		}
		// `async () => …`, or a call of a function of that name.
		if (tokens[at - 1]?.type === 'IdentifierName') return undefined;
	}
	return names;
}
