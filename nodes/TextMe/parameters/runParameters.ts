import { createHash, randomBytes } from 'crypto';
import type { IDataObject, IExecuteFunctions, INode, INodeProperties } from 'n8n-workflow';

import { isForModel, isHumanReview, runOf } from '../../n8n/insides';
import type { Account } from '../../connection/account';
import { ExpressionTable, NOT_HERE, ownValue } from './expressionTable';
import type { Gap } from './expressionTable';
import { placesIn } from './unintended';

/** A field or option as stored in the node, before expressions are evaluated. */
export interface Written {
	readonly name: string;
	/** `message`, `options.timeout`, `contactFields.df1`. */
	readonly path: string;
	readonly text: unknown;
	/** Without an expression, all items have the same value. */
	readonly isConstant: boolean;
	/** Its name in the panel, in quotes. */
	readonly label: string;
	/** Otherwise, the name is another subject of an error. */
	readonly isField: boolean;
	/** Whether it holds words, unlike a drop-down or a switch. */
	readonly isText: boolean;
	readonly isPassword: boolean;
	/** Whether a model wrote its value: a model calls the node, or the workflow goes through one. */
	readonly isOfModel: boolean;
	/** A constant's last check, and what it gave. */
	checked?: { by: unknown; value: unknown };
	/** The warning about the value that was read last. */
	warning?: string | undefined;
	/** The gaps in the value that was read last; undefined if n8n evaluated it. */
	gaps?: readonly Gap[] | undefined;
}

const CHOICES: ReadonlySet<string> = new Set(['options', 'multiOptions', 'boolean']);

/** What the node holds, and what n8n makes of it: the same for all items of a run. */
export class RunParameters {
	readonly node: INode;

	readonly itemCount: number;

	/**
	 * Whether n8n runs the node without an execution, as MCP Server Trigger and n8n's own Agents do. Then nothing can be stored.
	 */
	readonly withoutExecution: boolean;

	/** Whether a model calls the node, or a person reviews a model's call. */
	readonly isForModel: boolean;

	readonly isHumanReview: boolean;

	/** Whether a model calls the node as a tool. Without an execution, only models call it. */
	readonly isTool: boolean;

	/**
	 * Identifies one run of one node: `n8n-3f9a2c-1042-0` is node, execution, run index. External IDs begin with it. A retry gets
	 * the run ID of its first try, so that a send whose reply was lost can be looked up. No other run has the same ID: without an
	 * execution, it is random.
	 */
	runId: string;

	/** The beginning of this try. All items use it as the present. */
	now = Date.now();

	/** The operation's options that were added to the node, with any value. The node may still have some of another operation. */
	readonly added: ReadonlySet<string>;

	private readonly writtenByName = new Map<string, Written>();

	private link?: string;

	private table?: ExpressionTable;

	private behindModel?: boolean;

	constructor(
		readonly context: IExecuteFunctions,
		/** Undefined if the credential cannot be read. */
		readonly account: Account | undefined,
		/** The operation's fields and options, by name, and the fields of a collection. */
		private readonly fields: ReadonlyMap<string, INodeProperties>,
	) {
		// getNode() copies the whole node on every call.
		this.node = context.getNode();
		this.itemCount = context.getInputData().length;
		this.withoutExecution = !context.getExecutionId();
		this.isForModel = isForModel(this.node);
		this.isHumanReview = this.isForModel && isHumanReview(this.node);
		this.isTool = (this.isForModel && !this.isHumanReview) || this.withoutExecution;
		this.runId = runId(context, this.node.id);
		const options = Object.entries(this.node.parameters.options ?? {}).filter(
			([name, value]) => value !== undefined && 'read' in (this.fields.get(name) ?? {}),
		);
		this.added = new Set(options.map(([name]) => name));
	}

	/** n8n's own link to the execution. */
	get resumeUrl(): string {
		return (this.link ??= String(this.context.evaluateExpression('{{ $execution.resumeUrl }}', 0)));
	}

	/** @param name of a field or option, or of a collection's field: `contactFields.df1` */
	written(name: string): Written {
		const known = this.writtenByName.get(name);
		if (known) return known;
		const path = this.added.has(name) ? `options.${name}` : name;
		const field = this.fields.get(name.slice(name.lastIndexOf('.') + 1));
		const { displayName, type = '', typeOptions } = field ?? {};
		let text: unknown = this.node.parameters;
		for (const part of path.split('.')) text = (text as IDataObject | null | undefined)?.[part];
		const isConstant = !hasExpression(text);
		const written: Written = {
			name,
			path,
			text,
			isConstant,
			label: displayName === undefined ? name : `'${displayName}'`,
			isField: displayName !== undefined,
			isText: !CHOICES.has(type),
			isPassword: typeOptions?.password === true,
			isOfModel: !isConstant && this.isOfModel(text),
		};
		this.writtenByName.set(name, written);
		return written;
	}

	/** A value for an item; expressions for many items at once. */
	value(written: Written, itemIndex: number): unknown {
		const { path, isConstant } = written;
		const known = isConstant ? NOT_HERE : this.fromTable(path, itemIndex);
		written.gaps = known === NOT_HERE ? undefined : this.table?.gaps;
		return known === NOT_HERE ? ownValue(this.context, path, itemIndex) : known;
	}

	/** The gaps in the value that was just read. A tool has none, because a model fills in its fields. */
	gapsIn({ text, gaps }: Written, itemIndex: number): readonly Gap[] {
		if (this.isTool) return [];
		if (gaps) return gaps;
		const places = placesIn(text);
		const codes = places.map((place) => `() => (${place.slice(2, -2)}\n)`);
		const states = this.evaluated(`{{ [${codes.join(', ')}].map(${STATE}) }}`, itemIndex);
		if (!Array.isArray(states)) return [];
		return places.flatMap((place, n) =>
			states[n] === '' ? [] : { place, isMissing: states[n] === 'u' },
		);
	}

	/** n8n's value of an expression; undefined if it fails. */
	evaluated(place: string, itemIndex: number): unknown {
		try {
			return this.context.evaluateExpression(place, itemIndex);
		} catch {
			return undefined;
		}
	}

	private isOfModel(written: unknown): boolean {
		this.behindModel ??=
			this.isForModel ||
			this.withoutExecution ||
			this.context.getParentNodes(this.node.name).some(({ type }) => MODELS.test(type));
		return this.behindModel || placesIn(written).some((place) => AGENT_OUTPUT.test(place));
	}

	/**
	 * The value of an expression that can be evaluated for all items at once. Not for a tool, whose `$json` is not its input
	 * item.
	 */
	private fromTable(path: string, itemIndex: number): unknown {
		if (this.isTool || this.itemCount < 2) return NOT_HERE;
		this.table ??= new ExpressionTable(this.context, this.expressions());
		return this.table.value(path, itemIndex);
	}

	private expressions(): Array<[path: string, parameter: unknown]> {
		return [...this.fields.keys()].flatMap((name) => {
			const { isConstant, path, text } = this.written(name);
			return isConstant ? [] : [[path, text] as [string, unknown]];
		});
	}
}

const MODELS = /^@n8n\/n8n-nodes-langchain\./;
const AGENT_OUTPUT = /\$json\.output\b/;

/** Tells whether an expression gives nothing: `u` for undefined, NaN or an error that n8n hides, `e` for an empty value. */
const STATE =
	'(make) => { try { const v = make(); return v === undefined || v !== v ? "u" : v === null || v === "" ? "e" : "" } catch (e) { return "u" } }';

function runId(context: IExecuteFunctions, nodeId: string): string {
	const node = createHash('sha256')
		.update(`${context.getWorkflow().id}/${nodeId}`)
		.digest('hex')
		.slice(0, 6);
	const executionId = context.getExecutionId();
	if (!executionId) return `n8n-${node}-${randomBytes(6).toString('hex')}`;
	return `n8n-${node}-${executionId}-${runOf(context)}`;
}

export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null;

export function hasExpression(parameter: unknown): boolean {
	if (typeof parameter === 'string') return parameter.startsWith('=');
	if (typeof parameter !== 'object' || parameter === null) return false;
	return Object.values(parameter).some(hasExpression);
}
