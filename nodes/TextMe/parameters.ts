import { createHash, randomBytes } from 'crypto';
import type { IDataObject, IExecuteFunctions, INode, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { checkFilledIn, InputError } from '../../gateway/checks';
import { type CreditUnit, readCreditUnit } from '../../gateway/credits';
import { answerLink, LINK_PLACE } from '../answers/answerLink';
import { refusedItem } from '../shared/nodeError';
import type { Filler } from '../shared/plainExpression';
import { plainFiller } from '../shared/plainExpression';
import type { Account } from '../shared/request';
import { isEngine2, USE_ENGINE_1 } from '../shared/engine';
import { isHumanReview } from './agent/humanReview';
import type { Answered } from './answeredMessage';
import { answeredMessage } from './answeredMessage';
import { GROUP_BY_OPTION, pathOf } from './options/groups';
import { isEmpty } from './options/optionGroup';
import type { OptionGroup, Reading, Readers, Values } from './options/optionGroup';

const EMPTY = 'is empty; enter a value, or remove the option';

/** A field or an option as it is written in the node. */
interface Written {
	/** Whether all items have the same value, because it holds no expression. */
	isConstant: boolean;
	text: unknown;
	/** The value of a constant, once it was read. */
	value?: unknown;
	/** Fills in a plain expression. */
	filler?: Filler;
	/** The last check of a constant, and what it returned. */
	check?: unknown;
	checked?: unknown;
}

type OptionState = 'added' | 'missing' | 'computed';

/** What all items of a run share, read once. */
export class RunParameters {
	readonly node: INode;

	/** Whether n8n runs the node without an execution, as MCP Server Trigger and its own Agents do: nothing is kept then. */
	readonly withoutExecution: boolean;

	/** Whether a model calls the node as a tool. Only models call it without an execution. */
	readonly isTool: boolean;

	/**
	 * Identifies one run of one node, e.g. `n8n-3f9a2c-1042-0`: node, execution, run index. External IDs start with this ID. A
	 * retry of the run makes the same external IDs, so that a send whose reply was lost can be looked up. No other run makes
	 * them: without an execution, the ID is random.
	 */
	readonly runId: string;

	/** When the run began; for a retry, when its first try began. This is the present for all items. */
	now = Date.now();

	private readonly writtenByPath = new Map<string, Written>();

	/** The values of groups; empty for a group with an expression. */
	private readonly groups = new Map<OptionGroup<unknown>, { value?: unknown }>();

	private readonly optionStates = new Map<string, OptionState>();

	private readonly options: unknown;

	private link?: string;

	constructor(
		readonly context: IExecuteFunctions,
		readonly account: Account | undefined,
		private readonly fields: () => INodeProperties[],
	) {
		// getNode() copies the whole node each time.
		this.node = context.getNode();
		this.withoutExecution = !context.getExecutionId();
		this.isTool = isTool(this.node) || this.withoutExecution;
		this.runId = runId(context, this.node.id);
		this.options = this.node.parameters.options ?? {};
	}

	get itemCount(): number {
		return this.context.getInputData().length;
	}

	/** n8n's own link to the execution; empty where there is none. */
	get resumeUrl(): string {
		return (this.link ??= String(
			this.context.evaluateExpression('{{ $execution.resumeUrl }}', 0) ?? '',
		));
	}

	/** Whether an option was added to the node, whatever its value is. */
	hasOption(name: string): boolean {
		return this.stateOf(name) === 'added';
	}

	/** Whether a single expression makes all options, or all of a group, so that items may have different ones. */
	isComputed(name: string): boolean {
		return this.stateOf(name) === 'computed';
	}

	private stateOf(name: string): OptionState {
		let state = this.optionStates.get(name);
		if (state === undefined) {
			const holder = holderIn(this.options, name);
			const isAdded = isObject(holder) && Object.hasOwn(holder, name);
			state = typeof holder === 'string' ? 'computed' : isAdded ? 'added' : 'missing';
			this.optionStates.set(name, state);
		}
		return state;
	}

	written(path: string): Written {
		const known = this.writtenByPath.get(path);
		if (known) return known;
		const text = path
			.split('.')
			.reduce<unknown>(
				(parameter, name) => (isObject(parameter) ? parameter[name] : parameter),
				this.node.parameters,
			);
		const isConstant = !hasExpression(text);
		const written: Written = { isConstant, text };
		this.writtenByPath.set(path, written);
		return written;
	}

	/** A value for an item. A constant is read once; a plain expression is filled in without n8n, whose reads are slow. */
	value(path: string, itemIndex: number, item: IDataObject): unknown {
		const written = this.written(path);
		const filled = written.value ?? this.filled(written, item);
		if (filled !== undefined) return filled;
		// Only top-level fields can be resource locators.
		const extract = path.includes('.') ? undefined : { extractValue: true };
		const value = this.context.getNodeParameter(path, itemIndex, undefined, extract);
		if (written.isConstant) written.value = value;
		return value;
	}

	/** The value of a plain expression; undefined for any other. */
	private filled(written: Written, item: IDataObject): unknown {
		// A tool's `$json` is not the item it is called with.
		if (written.isConstant || this.isTool) return undefined;
		if (!('filler' in written)) written.filler = plainFiller(written.text);
		return written.filler?.(item);
	}

	/** The value of a group whose options are all constants, once it was made. */
	madeGroup<T>(group: OptionGroup<T>): { value?: T } | undefined {
		return this.groups.get(group) as { value?: T } | undefined;
	}

	noteGroup<T>(group: OptionGroup<T>, value: T): void {
		this.groups.set(group, this.isConstant(group) ? { value } : {});
	}

	private isConstant({ names }: OptionGroup<unknown>): boolean {
		return names.every(
			(name) =>
				!this.isComputed(name) && (!this.hasOption(name) || this.written(pathOf(name)).isConstant),
		);
	}

	label(name: string): string {
		return `'${this.fields().find((field) => field.name === name)?.displayName ?? name}'`;
	}
}

/**
 * The parameters of the node for one input item. An operation reads them once, in its `read`; no later stage sees a
 * parameter.
 */
export class Parameters {
	constructor(
		private readonly run: RunParameters,
		readonly itemIndex: number,
		/** The JSON of the input item. */
		readonly item: IDataObject,
		/** Whether an earlier try of the run has carried the item out. */
		readonly isDone: boolean,
	) {}

	get runId(): string {
		return this.run.runId;
	}

	get now(): number {
		return this.run.now;
	}

	/** The address of the service as it was entered; empty for a credential that cannot be read. */
	get baseUrl(): string {
		return this.run.account?.baseUrl ?? '';
	}

	/** The username of the credential; empty for one that cannot be read. */
	get username(): string {
		return this.run.account?.username ?? '';
	}

	get itemCount(): number {
		return this.run.itemCount;
	}

	/** Why no execution of the workflow can wait; undefined where one can. */
	get whyNoWait(): string | undefined {
		return isEngine2(this.run.context) ? USE_ENGINE_1 : undefined;
	}

	/** What a credit of the account pays for; undefined where it is not known yet. */
	get creditUnit(): CreditUnit | undefined {
		return readCreditUnit(this.run.account?.charactersPerCredit);
	}

	/** Whether n8n can make the execution wait at this node. It cannot when another node runs this one, as AI Agent 2 does. */
	get canWait(): boolean {
		return !this.canWatch || !this.run.context.isToolExecution();
	}

	/**
	 * Whether a sub-execution that has waited returns its output to the node that started it, as it does since n8n 2.3. n8n
	 * does not tell nodes its version, but an older one lacks this function.
	 */
	get canWatch(): boolean {
		return (this.run.context as Partial<IExecuteFunctions>).isToolExecution !== undefined;
	}

	/** Whether the people of several items can all answer by link. A model waits for only one answer. */
	get canAskAll(): boolean {
		return this.canWatch && !this.isForModel;
	}

	/** Whether a model calls the node, or a person reviews its call. */
	get isForModel(): boolean {
		return this.run.node.type.endsWith('Tool');
	}

	/** See `RunParameters`. */
	get withoutExecution(): boolean {
		return this.run.withoutExecution;
	}

	/** Whether a person reviews what a model is about to do. */
	get isHumanReview(): boolean {
		return isHumanReview(this.run.node);
	}

	/** Whether n8n remembers anything for the node. It does for a workflow, but its own Agents run nodes without one. */
	get isRemembered(): boolean {
		return Boolean(this.run.context.getWorkflow().id);
	}

	get answerLink(): string {
		return answerLink(this.run.context, this.itemIndex);
	}

	get answered(): Answered {
		return answeredMessage(this.run.context, this.itemIndex, this.item, this.run.isTool);
	}

	/** A text with the placeholder for the node's own link in place of n8n's, `{{ $execution.resumeUrl }}`. */
	markLink(text: string): string {
		const { resumeUrl } = this.run;
		return resumeUrl === '' ? text : text.replaceAll(resumeUrl, LINK_PLACE);
	}

	/** The value of a field, unchecked. */
	get<T>(name: string): T {
		return this.value(name) as T;
	}

	/** Reads a field and checks it, a constant once for all items. A refusal names the field and the item. */
	checked<T, R>(name: string, check: (value: T) => R): R {
		return this.checkedAt(name, name, check as (value: unknown) => R);
	}

	/** Reads an option and checks it like a field; undefined if it was not added. Refuses one that was left empty. */
	option<V, T>(name: string, read: Reading<V, T>): T | undefined {
		if (!this.hasOption(name)) return undefined;
		const check = (value: unknown): T => {
			const isTaken = value === '' ? read.takesEmpty : read.takesEmpty === true;
			if (isEmpty(value) && !isTaken) throw new InputError(EMPTY);
			return read(value as V, this.now);
		};
		if (this.run.isComputed(name))
			return this.refusedAs(name, this.computedHolder(name)[name], check);
		return this.checkedAt(name, pathOf(name), check, read);
	}

	/** @param key identifies the check: a constant is not checked twice with the same key */
	private checkedAt<R>(
		name: string,
		path: string,
		check: (value: unknown) => R,
		key: unknown = check,
	): R {
		const written = this.run.written(path);
		if (written.isConstant && written.check === key) return written.checked as R;
		const checked = this.refusedAs(name, this.value(path), check);
		if (written.isConstant) Object.assign(written, { check: key, checked });
		return checked;
	}

	/** The value of a group of options. A refusal names the option and the item. */
	options<T>(group: OptionGroup<T>): T {
		const made = this.run.madeGroup(group);
		if (made && 'value' in made) return made.value as T;
		const values: Values<Readers> = {};
		for (const name in group.readers) {
			const value = this.option(name, group.readers[name] as Reading<unknown, never>);
			if (value !== undefined) values[name] = value;
		}
		const value = group.make(values, this);
		if (!made) this.run.noteGroup(group, value);
		return value;
	}

	private hasOption(name: string): boolean {
		if (this.run.isComputed(name)) return name in this.computedHolder(name);
		return this.run.hasOption(name);
	}

	private computedHolder(name: string): IDataObject {
		const holder = holderIn(this.get('options'), name);
		return isObject(holder) ? holder : {};
	}

	private value(path: string): unknown {
		return this.run.value(path, this.itemIndex, this.item);
	}

	/** The error for an invalid field; `reason` continues a sentence that starts with the field. */
	refusal(name: string, reason: string): NodeOperationError {
		return this.refusalAbout(this.run.label(name), reason);
	}

	/** Like `refusal`, about a `subject` that is not a field. */
	refusalAbout(subject: string, reason: string): NodeOperationError {
		return refusedItem(this.run.node, this.itemIndex, `${subject} ${reason}`);
	}

	/** Runs a check of `gateway/`; its refusal names `subject`. */
	check<R>(subject: string, check: () => R): R {
		try {
			return check();
		} catch (error) {
			throw this.refusalOf(subject, error as Error);
		}
	}

	/** Runs a check on a value that was read from a field; its refusal names the field. */
	refusedAs<R>(name: string, value: unknown, check: (value: unknown) => R): R {
		try {
			if (typeof value === 'string') checkFilledIn(value);
			return check(value);
		} catch (error) {
			throw this.refusalOf(this.run.label(name), error as Error);
		}
	}

	/** The refusal for the error of a check. When the check has refused another field, that error stays as it is. */
	private refusalOf(subject: string, error: Error): NodeOperationError {
		return error instanceof NodeOperationError ? error : this.refusalAbout(subject, error.message);
	}
}

/**
 * Whether a model calls the node as a tool. n8n then gives the node a type that ends in "Tool", even for agents from version
 * 3 on, where `isToolExecution` says no. In human review, the type ends in "HitlTool", and n8n itself runs the node.
 */
export const isTool = ({ type }: Pick<INode, 'type'>): boolean =>
	type.endsWith('Tool') && !isHumanReview({ type });

function runId(context: IExecuteFunctions, nodeId: string): string {
	const node = createHash('sha256')
		.update(`${context.getWorkflow().id}/${nodeId}`)
		.digest('hex')
		.slice(0, 6);
	const executionId = context.getExecutionId();
	if (!executionId) return `n8n-${node}-${randomBytes(6).toString('hex')}`;
	return `n8n-${node}-${executionId}-${context.getWorkflowDataProxy(0).$runIndex}`;
}

const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null;

/** The part of "Options" that holds an option; all of "Options" where that is a single expression. */
function holderIn(options: unknown, name: string): unknown {
	const group = GROUP_BY_OPTION.get(name);
	return group !== undefined && isObject(options) ? options[group] : options;
}

function hasExpression(parameter: unknown): boolean {
	if (typeof parameter === 'string') return parameter.startsWith('=');
	if (typeof parameter !== 'object' || parameter === null) return false;
	return Object.values(parameter).some(hasExpression);
}
