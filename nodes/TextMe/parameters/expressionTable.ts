import { randomBytes } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { ExpressionParser } from 'n8n-workflow';

import { withItems } from '../../n8n/insides';
import { mayChange, takesOnlyJson } from './expressionCode';
import { placesIn } from './unintended';

/** Items per call. More are not faster, and n8n does nothing else during a call. */
const SLICE = 5000;

/** n8n has to evaluate this itself. */
export const NOT_HERE = Symbol('evaluated by n8n');

type Filler = (values: readonly unknown[]) => unknown;
type Evaluates = Pick<
	IExecuteFunctions,
	'evaluateExpression' | 'getNodeParameter' | 'getInputData'
>;
type Own = (path: string, itemIndex: number) => unknown;

/** A random suffix, so that our names clash with no expression and no value. */
const OWN = randomBytes(8).toString('hex');
/**
 * Markers for values that a list from n8n's engine cannot contain: a missing value, and a value that n8n must evaluate itself.
 */
const [MISSING, LEFT] = [`missing${OWN}`, `left${OWN}`];
const [ITEM, TEXT, PLAIN] = [`item${OWN}`, `text${OWN}`, `plain${OWN}`];
/** Marks in a text where an expression gave nothing: its index, and `u` for undefined or NaN, `e` for an empty value. */
const GAP = `gap${OWN}`;
const GAPS = new RegExp(`${GAP}:(\\d+)([ue]);`, 'g');

/** An expression that gave nothing for an item: the field is missing, or empty. */
export interface Gap {
	place: string;
	isMissing: boolean;
}

/**
 * Evaluates the expressions of a run for many items at once. n8n takes about a millisecond per expression and item; in one call
 * for all items, a hundredth of that. This works for expressions that depend on the item only through `$json`.
 * n8n evaluates everything else itself, also every value that is not a text, number or boolean. As a check, n8n evaluates the
 * first and last item of each slice too: if a value differs, n8n evaluates that parameter for all items.
 */
export class ExpressionTable {
	private readonly codes: string[] = [];
	private readonly fillers = new Map<string, Filler>();
	/** The slice that was read last: of 100,000 items, all slices would take 10 MB. Items are read in order. */
	private latest?: { slice: number; rows: unknown[][] | undefined };
	/** The gaps in the value that was read last. */
	gaps: Gap[] = [];

	constructor(
		private readonly context: Evaluates,
		parameters: ReadonlyArray<[path: string, parameter: unknown]>,
		/** n8n's own value of a parameter. */
		private readonly own: Own = (path, itemIndex) => context.getNodeParameter(path, itemIndex),
	) {
		// What an expression changes, n8n shows to the next expressions of the item.
		const places = placesIn(parameters);
		if (places.some((place) => mayChange(place.slice(2, -2)))) return;
		for (const [path, parameter] of parameters) {
			const before = this.codes.length;
			const filler = this.fillerFor(parameter);
			if (filler) this.fillers.set(path, filler);
			else this.codes.length = before;
		}
	}

	/** A parameter's value for an item; `NOT_HERE` if n8n must evaluate it. */
	value(path: string, itemIndex: number): unknown {
		if (!this.fillers.has(path)) return NOT_HERE;
		const slice = Math.floor(itemIndex / SLICE);
		if (this.latest?.slice !== slice) {
			this.latest = { slice, rows: this.evaluated(slice * SLICE) };
		}
		this.gaps = [];
		const filler = this.fillers.get(path);
		const row = this.latest.rows?.[itemIndex % SLICE];
		return row && filler ? filler(row) : NOT_HERE;
	}

	/** The values of all expressions for a slice of items; undefined if one call cannot give them. */
	private evaluated(first: number): unknown[][] | undefined {
		const items = this.context.getInputData().slice(first, first + SLICE);
		const within = withItems(this.context, items);
		try {
			const rows = within.evaluateExpression(codeFor(this.codes), 0) as unknown as unknown[][];
			if (!Array.isArray(rows) || rows.length !== items.length) return undefined;
			for (const [path, filler] of this.fillers) {
				const isKnown = rows.map((row) => filler(row) !== NOT_HERE);
				const asked = [isKnown.indexOf(true), isKnown.lastIndexOf(true)];
				const isSame = (at: number) => this.isOwn(path, first + at, filler(rows[at] ?? []));
				if (!asked.every((at) => at < 0 || isSame(at))) this.fillers.delete(path);
			}
			return rows;
		} catch {
			return undefined;
		}
	}

	private isOwn(path: string, itemIndex: number, value: unknown): boolean {
		try {
			return JSON.stringify(value) === JSON.stringify(this.own(path, itemIndex));
		} catch {
			return false;
		}
	}

	private withoutGaps(value: unknown, places: readonly string[]): unknown {
		const note = (n: number, isMissing: boolean) =>
			this.gaps.push({ place: places[n] ?? '', isMissing });
		if (value === undefined || value === null) note(0, value === undefined);
		if (typeof value !== 'string' || !value.includes(GAP)) return value;
		return value.replace(GAPS, (_, n: string, kind: string) => {
			note(Number(n), kind === 'u');
			return '';
		});
	}

	private fillerFor(parameter: unknown): Filler | undefined {
		if (typeof parameter === 'string' && parameter.startsWith('=')) {
			const code = codeOf(parameter.slice(1));
			if (code === undefined) return undefined;
			const place = this.codes.push(code) - 1;
			const places = placesIn(parameter);
			return (values) => this.withoutGaps(valueOf(values[place]), places);
		}
		if (typeof parameter !== 'object' || parameter === null) return () => parameter;
		if ('__rl' in parameter) return this.fillerFor((parameter as { value?: unknown }).value);
		const fillers: Array<[string, Filler]> = [];
		for (const [name, inner] of Object.entries(parameter)) {
			const filler = this.fillerFor(inner);
			if (!filler) return undefined;
			fillers.push([name, filler]);
		}
		const isList = Array.isArray(parameter);
		return (values) => {
			const entries = fillers.map(([name, filler]) => [name, filler(values)] as const);
			if (entries.some(([, value]) => value === NOT_HERE)) return NOT_HERE;
			return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries);
		};
	}
}

function valueOf(value: unknown): unknown {
	if (value === MISSING) return undefined;
	return value === LEFT ? NOT_HERE : value;
}

/** Code that gives the same text as n8n would; undefined if n8n must evaluate the expression per item. */
function codeOf(expression: string): string | undefined {
	// n8n treats backslashes before braces specially.
	if (/\\[{}]/.test(expression)) return undefined;
	const chunks = ExpressionParser.splitExpression(expression);
	const parts: string[] = [];
	let place = 0;
	for (const chunk of chunks) {
		if (chunk.type === 'text') {
			if (chunk.text !== '') parts.push(JSON.stringify(chunk.text));
		} else if (chunk.hasClosingBrackets && takesOnlyJson(chunk.text)) {
			parts.push(`(${chunk.text}\n), ${place++}`);
		} else {
			return undefined;
		}
	}
	const [only = '""', ...others] = parts;
	if (others.length === 0 && chunks.length <= 2) return only.replace(/, 0$/, '');
	return `[${parts.map((part) => `${TEXT}(${part})`).join(', ')}].join("")`;
}

/** Evaluates all codes for each item. Leaves failures and objects to n8n. */
const codeFor = (codes: readonly string[]): string =>
	`{{ ((${TEXT}, ${PLAIN}) => $input.all().map((${ITEM}) => (($json) => [${codes
		.map((code) => `${PLAIN}(() => ${code})`)
		.join(
			', ',
		)}])(${ITEM}.json)))((v, n) => (v || v === 0 || v === false ? v : n === undefined ? "" : "${GAP}:" + n + (v === undefined || v !== v ? "u" : "e") + ";"), (make) => {
		try {
			const v = make();
			if (v === undefined) return "${MISSING}";
			return v === null || typeof v === "string" || typeof v === "boolean" || Number.isFinite(v) ? v : "${LEFT}";
		} catch (e) {
			return "${LEFT}";
		}
	}) }}`;
