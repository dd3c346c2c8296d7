import { createHash, randomBytes } from 'crypto';
import type { IDataObject, IExecuteFunctions, INode, INodeProperties } from 'n8n-workflow';

import { isForModel, isHumanReview, runOf } from '../../n8n/insides';
import type { Account } from '../../connection/account';
import { ExpressionTable, NOT_HERE } from './expressionTable';
import type { Gap } from './expressionTable';
import type { Panel } from './option';
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
	/** Missing if the name is another subject of an error. */
	readonly field: INodeProperties | undefined;
	/** Whether it holds words, unlike a drop-down or a switch. */
	readonly isText: boolean;
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

	private readonly isBehindModel: boolean;
	private readonly writtenByName = new Map<string, Written>();
	private table?: ExpressionTable;

	constructor(
		readonly context: IExecuteFunctions,
		/** Undefined if the credential cannot be read. */
		readonly account: Account | undefined,
		private readonly panel: Panel,
	) {
		// getNode() copies the whole node on every call.
		this.node = context.getNode();
		this.itemCount = context.getInputData().length;
		this.runId = runId(context, this.node.id);
		this.withoutExecution = !context.getExecutionId();
		this.isForModel = isForModel(this.node);
		this.isHumanReview = this.isForModel && isHumanReview(this.node);
		this.isTool = (this.isForModel && !this.isHumanReview) || this.withoutExecution;
		this.isBehindModel =
			this.isForModel ||
			this.withoutExecution ||
			context.getParentNodes(this.node.name).some(({ type }) => MODELS.test(type));
		const options = Object.entries(this.node.parameters.options ?? {});
		const added = options.filter(([name, value]) => value !== undefined && panel.options.has(name));
		this.added = new Set(added.map(([name]) => name));
	}

	/** @param name of a field or option, or of a collection's field: `contactFields.df1` */
	written(name: string): Written {
		const known = this.writtenByName.get(name);
		if (known) return known;
		const path = this.added.has(name) ? `options.${name}` : name;
		const field = this.panel.fields.get(name.slice(name.lastIndexOf('.') + 1));
		let text: unknown = this.node.parameters;
		for (const part of path.split('.')) text = (text as IDataObject | null | undefined)?.[part];
		const isConstant = !hasExpression(text);
		const written: Written = {
			name,
			path,
			text,
			isConstant,
			label: field ? `'${field.displayName}'` : name,
			field,
			isText: !CHOICES.has(field?.type ?? ''),
			isOfModel:
				!isConstant &&
				(this.isBehindModel || placesIn(text).some((place) => AGENT_OUTPUT.test(place))),
		};
		this.writtenByName.set(name, written);
		return written;
	}

	/**
	 * A value for an item; of expressions, for many items at once. Not for a tool, whose `$json` is not its input item.
	 */
	value(written: Written, itemIndex: number): unknown {
		const { path, isConstant } = written;
		const isAlone = isConstant || this.isTool || this.itemCount < 2;
		const known = isAlone ? NOT_HERE : (this.table ??= this.tableOfRun()).value(path, itemIndex);
		written.gaps = known === NOT_HERE ? undefined : this.table?.gaps;
		return known === NOT_HERE ? this.own(path, itemIndex) : known;
	}

	/** n8n's own value of a parameter. Only top-level fields can be resource locators. */
	private own(path: string, itemIndex: number): unknown {
		const extract = path.includes('.') ? undefined : { extractValue: true };
		return this.context.getNodeParameter(path, itemIndex, undefined, extract);
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

	private tableOfRun(): ExpressionTable {
		const written = [...this.panel.fields.keys()].map((name) => this.written(name));
		const expressions = written.filter(({ isConstant }) => !isConstant);
		return new ExpressionTable(
			this.context,
			expressions.map(({ path, text }) => [path, text]),
			(path, itemIndex) => this.own(path, itemIndex),
		);
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

export function hasExpression(parameter: unknown): boolean {
	if (typeof parameter === 'string') return parameter.startsWith('=');
	if (typeof parameter !== 'object' || parameter === null) return false;
	return Object.values(parameter).some(hasExpression);
}
