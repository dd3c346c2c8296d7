import { createHash } from 'crypto';
import type { IDataObject, IExecuteFunctions, INode, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { checkFilledIn } from '../../gateway/checks';
import type { Filler } from '../shared/plainExpression';
import { plainFiller } from '../shared/plainExpression';
import { NOTHING_SENT } from '../shared/nodeError';
import { isTool } from './agent/tool';
import { answerLink, LINK_PLACE } from '../answers/answerLink';

/** The account of the credential. Its texts are empty when the credential cannot be read. */
export interface Account {
	username: string;
	baseUrl: string;
}

/** How a field is read. */
interface Field {
	/** Whether the field has the same value for all items, because it holds no expression. */
	isConstant: boolean;
	/** The value of a constant, once it has been read. */
	value?: unknown;
	filler: Filler | undefined;
}

/** The parameters that all items of one run share. */
export class RunParameters {
	readonly node: INode;

	/** See `runId`. */
	readonly runId: string;

	/** When the run began. All items are compared with this moment. */
	readonly now = Date.now();

	private readonly fieldsByName = new Map<string, Field>();

	private readonly computed = new Map<string, unknown>();

	constructor(
		readonly context: IExecuteFunctions,
		private readonly fields: () => INodeProperties[],
		readonly account: Account,
	) {
		// getNode() copies the whole node each time.
		this.node = context.getNode();
		this.runId = runId(context, this.node.id);
	}

	isConstant(name: string): boolean {
		return this.field(name).isConstant;
	}

	/**
	 * The value of a field for an item. A constant is read once for all items, and a plain expression is filled in without
	 * n8n, because each read through n8n is slow.
	 */
	value(name: string, itemIndex: number, item: IDataObject): unknown {
		const field = this.field(name);
		const filled = field.value ?? field.filler?.(item);
		if (filled !== undefined) return filled;
		const value = this.read(name, itemIndex);
		if (field.isConstant) field.value = value;
		return value;
	}

	private field(name: string): Field {
		return once(this.fieldsByName, name, () => {
			const written = this.node.parameters[name];
			const isConstant = !hasExpression(written);
			// A tool's `$json` is not the item it is called with.
			const isLeftToN8n = isConstant || isTool(this.node);
			return { isConstant, filler: isLeftToN8n ? undefined : plainFiller(written) };
		});
	}

	private read(name: string, itemIndex: number): unknown {
		return this.context.getNodeParameter(name, itemIndex, undefined, { extractValue: true });
	}

	/** Computes a value once for all items. */
	once<T>(key: string, make: () => T): T {
		return once(this.computed, key, make) as T;
	}

	label(name: string): string {
		return `'${this.fields().find((field) => field.name === name)?.displayName ?? name}'`;
	}
}

/** The parameters of the node for one input item. */
export class Parameters {
	private options: unknown;

	constructor(
		private readonly run: RunParameters,
		readonly itemIndex: number,
		/** The input item itself, for fields that are given by name. */
		readonly item: IDataObject,
	) {}

	/** See `runId`. */
	get runId(): string {
		return this.run.runId;
	}

	/** When the run began. */
	get now(): number {
		return this.run.now;
	}

	get account(): Account {
		return this.run.account;
	}

	get itemCount(): number {
		return this.run.context.getInputData().length;
	}

	/** Whether n8n can make the execution wait at this node. It cannot when another node runs this one, as AI Agent 2 does. */
	get canWait(): boolean {
		return !this.canWatch || !this.run.context.isToolExecution();
	}

	/**
	 * Whether a sub-execution that has waited returns its output to the node that started it, as it does since n8n 2.3. n8n
	 * does not tell nodes its version: an older one is recognised by the lack of this function.
	 */
	get canWatch(): boolean {
		return (this.run.context as Partial<IExecuteFunctions>).isToolExecution !== undefined;
	}

	/** Whether the people of several items can all answer by link. A model waits for only one answer. */
	get canAskAll(): boolean {
		return this.canWatch && !this.run.node.type.endsWith('Tool');
	}

	/** See `answerLink`. */
	get answerLink(): string {
		return answerLink(this.run.context, this.itemIndex);
	}

	/** Replaces n8n's link to the execution, `{{ $execution.resumeUrl }}`, with the placeholder for the node's own link. */
	withLinkPlace(text: string): string {
		const url = this.run.once('resume URL', () =>
			String(this.run.context.evaluateExpression('{{ $execution.resumeUrl }}', 0) ?? ''),
		);
		return url === '' ? text : text.replaceAll(url, LINK_PLACE);
	}

	/** The value of a field. */
	get<T>(name: string): T {
		if (name !== 'options') return this.run.value(name, this.itemIndex, this.item) as T;
		// Cached, since every option reads them.
		this.options ??= this.run.value(name, this.itemIndex, this.item);
		return this.options as T;
	}

	/** A value set under "Options"; `undefined` when it is not there or left empty. */
	option<T>(name: string): T | undefined {
		const value = this.get<IDataObject>('options')[name];
		return value === undefined || value === null || value === '' ? undefined : (value as T);
	}

	/** Reads a field and runs a check of `gateway/` on it. A refusal names the field and the item. */
	checked<T, R>(name: string, check: (value: T) => R): R {
		return this.refusedAs(name, this.get<T>(name), check);
	}

	/** Like `checked`, for an option that may be left empty. */
	checkedOption<T, R>(name: string, check: (value: T) => R): R | undefined {
		const value = this.option<T>(name);
		return value === undefined ? undefined : this.refusedAs(name, value, check);
	}

	/** Like `checked`, for an option that must not be left empty once it is added, e.g. by an expression without a value. */
	filledOption<T, R>(name: string, check: (value: T) => R): R | undefined {
		if (!this.hasOption(name)) return undefined;
		const value = this.option<T>(name);
		if (value === undefined) {
			throw this.refusal(name, 'is empty; enter a value, or remove the option');
		}
		return this.refusedAs(name, value, check);
	}

	/** Whether an option was added, whatever its value is. */
	hasOption(name: string): boolean {
		const written = this.run.node.parameters.options;
		return (
			name in this.get<IDataObject>('options') ||
			(typeof written === 'object' && written !== null && name in written)
		);
	}

	/** Computes a value from fields, once for all items when none of them has an expression. */
	fromFields<T>(names: string[], key: string, make: () => T): T {
		return names.every((name) => this.run.isConstant(name)) ? this.run.once(key, make) : make();
	}

	/** The error for an invalid field; `reason` continues a sentence that starts with the field. */
	refusal(name: string, reason: string): NodeOperationError {
		return this.refusalAbout(this.run.label(name), reason);
	}

	/** Like `refusal`, about a `subject` that is not a field. */
	refusalAbout(subject: string, reason: string): NodeOperationError {
		return new NodeOperationError(this.run.node, `${subject} ${reason} [item ${this.itemIndex}]`, {
			itemIndex: this.itemIndex,
			description: NOTHING_SENT,
		});
	}

	/** The refusal for the error of a check. When the check has refused another field, that error stays as it is. */
	private refusalOf(subject: string, error: Error): NodeOperationError {
		return error instanceof NodeOperationError ? error : this.refusalAbout(subject, error.message);
	}

	/** Runs a check of `gateway/`; its refusal names `subject`. */
	check<R>(subject: string, check: () => R): R {
		try {
			return check();
		} catch (error) {
			throw this.refusalOf(subject, error as Error);
		}
	}

	private refusedAs<T, R>(name: string, value: T, check: (value: T) => R): R {
		try {
			if (typeof value === 'string') checkFilledIn(value);
			return check(value);
		} catch (error) {
			throw this.refusalOf(this.run.label(name), error as Error);
		}
	}
}

/**
 * Identifies one run of one node, e.g. `n8n-3f9a2c-1042-0`: node, execution, run index. External IDs start with this ID. A
 * retry of the run makes the same external IDs, so that a send whose reply was lost can be looked up. No other run makes
 * them.
 */
function runId(context: IExecuteFunctions, nodeId: string): string {
	const node = createHash('sha256')
		.update(`${context.getWorkflow().id}/${nodeId}`)
		.digest('hex')
		.slice(0, 6);
	const { $runIndex } = context.getWorkflowDataProxy(0);
	return `n8n-${node}-${context.getExecutionId()}-${$runIndex}`;
}

function once<T>(cache: Map<string, T>, key: string, make: () => T): T {
	let value = cache.get(key);
	if (value === undefined && !cache.has(key)) {
		value = make();
		cache.set(key, value);
	}
	return value as T;
}

function hasExpression(parameter: unknown): boolean {
	if (typeof parameter === 'string') return parameter.startsWith('=');
	if (typeof parameter !== 'object' || parameter === null) return false;
	return Object.values(parameter).some(hasExpression);
}
