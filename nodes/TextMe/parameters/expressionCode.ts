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
	'; = += -= *= /= %= **= <<= >>= >>>= &= |= ^= &&= ||= ??= ++ -- delete'.split(' '),
);

/** Methods of lists, objects, dates and n8n that change nothing. */
const HARMLESS: ReadonlySet<string> = new Set(
	[
		'all average base64Decode base64Encode beginningOf chunk compact diff diffNow diffTo diffToNow difference endOf',
		'endOfMonth entries equals every exec extract extractDomain extractEmail extractUrl extractUrlPath filter find',
		'findIndex findLast findLastIndex first flat flatMap forEach format from hasField hasOwn hasSame hash inBetween',
		'intersection item itemMatching join keys last local map merge minus now of parseJson plus pluck quote raw reduce',
		'reduceRight removeDuplicates removeField removeMarkdown removeTags renameKeys replaceSpecialChars setLocale',
		'setZone shiftTo smartJoin some startOf sum test union unique urlDecode urlEncode utc values with',
	]
		.join(' ')
		.split(' '),
);
/** Such as `toFixed`, `isEmpty`, `getDay`, `fromISO`. */
const HARMLESS_FORM = /^(?:to|is|get|from)[A-Z]/;
/** n8n's functions that read other items. */
const OF_N8N = /^\$(?:items?|fromAI)?$/i;
/** Their methods change nothing. */
const UNCHANGEABLE = [String.prototype, Number.prototype, Number, Math, JSON, Intl];

/** Methods that can be handed over without a call, as in `reduce(Object.assign)`. */
const HANDED_OVER = [Object, Array.prototype, Date.prototype];

const IGNORED = /^(WhiteSpace|LineTerminatorSequence|MultiLineComment|SingleLineComment)$/;

interface Token {
	type: string;
	value: string;
	closed?: boolean;
}

const has = (objects: object[], method: string) =>
	objects.some((one) => typeof Object.getOwnPropertyDescriptor(one, method)?.value === 'function');

const tokensOf = (code: string) =>
	[...jsTokens(code)].filter(({ type }) => !IGNORED.test(type)) as Token[];

/** Whether an expression may change a value that another expression reads. `true` if in doubt: a call of an unknown method. */
export function mayChange(code: string): boolean {
	const tokens = tokensOf(code);
	return tokens.some((token, at) => {
		if (STATEMENTS.has(token.value)) return true;
		const name = at - (tokens[at - 1]?.value === '?.' ? 2 : 1);
		if (isCall(tokens, at)) return !isHarmless(tokens, name);
		return has(HANDED_OVER, token.value) && isProperty(tokens, at) && !isHarmless(tokens, at);
	});
}

/** Whether a bracket or a template calls what stands before it. */
function isCall(tokens: Token[], at: number): boolean {
	const { type, value } = tokens[at] as Token;
	const before = tokens[at - 1];
	const isOpening = value === '(' || /^(?:NoSubstitutionTemplate|TemplateHead)$/.test(type);
	if (!isOpening || before === undefined) return false;
	return before.type === 'IdentifierName' || /^(?:\?\.|[)\]])$/.test(before.value);
}

/** Whether a call of the function whose name is here changes nothing. */
function isHarmless(tokens: Token[], at: number): boolean {
	const { type, value = '' } = tokens[at] ?? {};
	if (type !== 'IdentifierName') return false;
	if (!isProperty(tokens, at)) return SAME_FOR_ALL.has(value) || OF_N8N.test(value);
	return HARMLESS.has(value) || HARMLESS_FORM.test(value) || has(UNCHANGEABLE, value);
}

/**
 * Whether an expression depends on the item only through `$json`. If so, n8n can evaluate it for many items at once. `false` if
 * in doubt: unknown names and methods, `this`, functions with a body, assignments.
 */
export function takesOnlyJson(code: string): boolean {
	// n8n refuses `constructor`.
	if (code.includes('constructor') || mayChange(code)) return false;
	const tokens = tokensOf(code);
	const locals = localNames(tokens);
	if (!locals || tokens.length === 0) return false;
	return tokens.every((token, at) => {
		if (token.closed === false) return false;
		// Elsewhere, a backslash may hide a name. One before a line break or a quote does not.
		if (/\\[^nrt'"`]/.test(token.value) && token.type !== 'RegularExpressionLiteral') return false;
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
