import { readFileSync } from 'node:fs';
import { check } from 'recheck';
import ts from 'typescript';
import { everyNode, filesIn, published } from './sources.mts';

interface Pattern {
	/** `file:line` */
	place: string;
	source: string;
	flags: string;
}

/** Replaces parts of a template that are known only at run time. */
const SAMPLE = '501234567';

/** Every published regular expression, literal or from a text. */
const inCode = published.flatMap((path) => patternsIn(path));

/** Every regular expression in the recipes' expressions, conditions and Code nodes. */
const inRecipes = filesIn(['demo/workflows'], /\.json$/).flatMap((path) => {
	const found: Pattern[] = [];
	JSON.parse(readFileSync(path, 'utf8'), (key, value: unknown) => {
		if (isRegexCondition(value)) found.push({ place: path, source: value.rightValue, flags: '' });
		if (typeof value !== 'string' || !(key === 'jsCode' || value.startsWith('='))) return value;
		const code = key === 'jsCode' ? [value] : (value.match(/(?<=\{\{)[^]*?(?=\}\})/g) ?? []);
		found.push(...code.flatMap((one) => patternsIn(path, one)));
		return value;
	});
	return found;
});

function isRegexCondition(value: unknown): value is { rightValue: string } {
	const { operator } = (value ?? {}) as { operator?: { operation?: string } };
	return /regex/i.test(operator?.operation ?? '');
}

/** Each once: a check takes long. */
const patterns = new Map(
	[...inCode, ...inRecipes].map((one) => [`/${one.source}/${one.flags}`, one]),
);

function patternsIn(path: string, text?: string): Pattern[] {
	return everyNode(path, text).flatMap((node) => {
		const pattern = patternOf(node);
		if (!pattern) return [];
		const { line } = node.getSourceFile().getLineAndCharacterOfPosition(node.getStart());
		return { place: `${path}:${line + 1}`, ...pattern };
	});
}

function patternOf(node: ts.Node): Omit<Pattern, 'place'> | undefined {
	if (ts.isRegularExpressionLiteral(node)) {
		const end = node.text.lastIndexOf('/');
		return { source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
	}
	const isMade = ts.isNewExpression(node) || ts.isCallExpression(node);
	if (!isMade || node.expression.getText() !== 'RegExp') return undefined;
	const [source, flags] = node.arguments ?? [];
	return { source: source ? textOf(source) : '', flags: flags ? textOf(flags) : '' };
}

function textOf(node: ts.Node): string {
	if (ts.isStringLiteralLike(node)) return node.text;
	if (!ts.isTemplateExpression(node)) throw new Error(`Cannot tell what ${node.getText()} is`);
	return node.templateSpans.reduce(
		(text, { literal }) => text + SAMPLE + literal.text,
		node.head.text,
	);
}

/**
 * The alternatives of a pattern, which cost their sum: one alone is small enough for a proof, or soon searched. A back reference
 * counts groups, so such a pattern stays whole.
 */
function alternatives(source: string): string[] {
	if (/\\[1-9k]/.test(source)) return [source];
	const parts = [''];
	let depth = 0;
	for (const [token] of source.matchAll(/\\[^]|\[(?:\\[^]|[^\]\\])*\]|[^]/g)) {
		if (token === '(') depth++;
		if (token === ')') depth--;
		if (token === '|' && depth === 0) parts.push('');
		else parts.push(parts.pop() + token);
	}
	return parts;
}

/** No time-outs, because a busy machine would reach them, and a fixed seed for the same random texts. */
const SAME_EVERYWHERE = {
	...{ timeout: null, attackTimeout: null, incubationTimeout: null },
	randomSeed: 1,
};

// A regular expression with exponential backtracking would let a hostile gateway or caller stop n8n.
test.each([...patterns.values()].map((pattern) => [pattern.place, pattern] as const))(
	'takes time in proportion to the text: %s',
	async (_, { source, flags }) => {
		for (const one of alternatives(source)) {
			const { status } = await check(one, flags, SAME_EVERYWHERE);
			expect([one, status]).toEqual([one, 'safe']);
		}
	},
);

test('finds the patterns, and finds a bad one out', async () => {
	expect(inCode.length).toBeGreaterThan(70);
	expect(inRecipes.length).toBeGreaterThan(7);
	expect(alternatives('a(b|c)|[|]\\|')).toEqual(['a(b|c)', '[|]\\|']);
	expect((await check('(\\d+)\\s+numbers', '')).status).toBe('vulnerable');
});
