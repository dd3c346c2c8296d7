import type { IDataObject } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { checkFilledIn, checkSize, InputError } from '../../../gateway/values/checks';
import { textsIn } from '../../../gateway/replies/readFields';
import { answerLink, LINK_PLACE } from '../../answers/answerLink';
import { isHumanReview } from '../../answers/question';
import { refusedItem } from '../../output/nodeError';
import { answeredMessage } from './answeredMessage';
import type { Option, OptionGroup } from './option';
import {
	checkComplete,
	checkWithoutThoughts,
	codeWarning,
	LEAVES,
	missingField,
} from './unintended';
import { isEmpty } from './option';
import { checkFields } from './modelFields';
import { pathOf } from './optionPlaces';
import type { RunParameters } from './runParameters';

/** What a person chooses for a tool, and expressions by which a model would: its words, and n8n's `$json`, which has its call. */
const OF_PEOPLE = ['source', 'contactLists', 'contactList', 'replyTo', 'replyFrom'];
const MODEL_CHOOSES = /^=[^]*(?:\$fromAI|\$json|\$input)\b/i;

const EMPTY = 'is empty; enter a value, or remove the option';

/** The node's parameters for one item. An operation's `read` reads them once; no later stage sees a parameter. */
export class Parameters {
	readonly warnings = new Set<string>();
	/** Whether a text answers a stranger, and may quote any word of theirs. */
	isAnswer = false;

	constructor(
		private readonly run: RunParameters,
		readonly itemIndex: number,
		readonly item: IDataObject,
		/** Whether an earlier try carried the item out. */
		readonly isDone: boolean,
	) {}

	get runId(): string {
		return this.run.runId;
	}

	get now(): number {
		return this.run.now;
	}

	/** The service's address as entered; empty if the credential cannot be read. */
	get baseUrl(): string {
		return this.run.account?.baseUrl ?? '';
	}

	/** The credential's username; empty if the credential cannot be read. */
	get username(): string {
		return this.run.account?.username ?? '';
	}

	get itemCount(): number {
		return this.run.itemCount;
	}

	/** Whether n8n can pause the execution at this node. It cannot if another node runs this one, as AI Agent 2 does. */
	get canWait(): boolean {
		return !this.run.context.isToolExecution();
	}

	/**
	 * Refuses to wait before n8n 2.3: there, a sub-execution that waited returns nothing to the node that started it. n8n does
	 * not tell nodes its version, but older versions lack this function.
	 */
	checkVersion(subject: string): void {
		if ('isToolExecution' in this.run.context) return;
		throw this.refusalAbout(subject, 'needs n8n 2.3 or newer; update n8n');
	}

	/** Whether a model calls the node, or a person reviews a model's call. */
	get isForModel(): boolean {
		return this.run.node.type.endsWith('Tool');
	}

	/** See `RunParameters`. */
	get withoutExecution(): boolean {
		return this.run.withoutExecution;
	}

	get isHumanReview(): boolean {
		return isHumanReview(this.run.node);
	}

	/** Refuses a model's call that chooses what people choose, or that would use the fields of another call. */
	checkCall(): void {
		if (!this.isForModel) return;
		const { context, node } = this.run;
		for (const name of OF_PEOPLE) {
			const { text } = this.run.written(this.run.added.has(name) ? pathOf(name) : name);
			if (textsIn(text).some((one) => MODEL_CHOOSES.test(one))) {
				throw this.refusal(
					name,
					`is not for a model to choose; choose it in the node '${node.name}'`,
				);
			}
		}
		this.check('An expression', () => checkFields(context));
	}

	/** Refuses an option that needs n8n's memory. n8n keeps memory per workflow, and its own Agents have no workflow. */
	checkRemembered(option: string): void {
		if (this.run.context.getWorkflow().id) return;
		throw this.refusal(
			option,
			"cannot be remembered in n8n's own Agents, which run no workflow; remove the option",
		);
	}

	get answerLink(): string {
		return answerLink(this.run.context);
	}

	/** Whom Reply answers. A model makes up the item of its tool, so that one names nobody. */
	get answered(): ReturnType<typeof answeredMessage> {
		const { isTool, conversations } = this.run;
		return this.check('Reply', () => answeredMessage(isTool ? {} : this.item, conversations));
	}

	/** Replaces n8n's link, `{{ $execution.resumeUrl }}`, by a placeholder for the node's own link. */
	markLink(text: string): string {
		return text.replaceAll(this.run.resumeUrl, LINK_PLACE);
	}

	get<T>(name: string): T {
		return this.value(name) as T;
	}

	/** Reads and checks a field. A constant is checked once for all items. An error names the field and the item. */
	checked<T, R>(name: string, check: (value: T) => R): R {
		return this.checkedAt(name, name, check as (value: unknown) => R);
	}

	/** Reads and checks an option; undefined if it was not added. Refuses an empty one. */
	option<T>({ name, read, noDataExpression }: Option<T>): T | undefined {
		if (!this.run.added.has(name)) return undefined;
		// n8n takes away the `=` of such an expression, and leaves the rest as it is.
		if (noDataExpression && JSON.stringify(this.run.written(pathOf(name)).text).includes('{{')) {
			throw this.refusal(
				name,
				'has an expression, but is one setting for the whole run; enter a value',
			);
		}
		const check = (value: unknown): T => {
			const isTaken = value === '' ? read.takesEmpty : read.takesEmpty === true;
			if (isEmpty(value) && !isTaken) throw new InputError(EMPTY);
			return read(value as never, this.now);
		};
		return this.checkedAt(name, pathOf(name), check, read);
	}

	/** @param key identifies the check: a constant is checked once per key */
	private checkedAt<R>(
		name: string,
		path: string,
		check: (value: unknown) => R,
		key: unknown = check,
	): R {
		const written = this.run.written(path);
		if (written.isConstant && written.check === key) {
			if (written.warning) this.warnings.add(written.warning);
			return written.checked as R;
		}
		const value = this.value(path);
		// An option that is wholly empty has its own error.
		const isOption = path !== name;
		if (LEAVES.has(name) && !isOption) this.checkGaps(name);
		const taken = this.refusedAs(name, value, check);
		if (LEAVES.has(name) && isOption) this.checkGaps(name, path);
		const checked = this.intended(name, taken, path);
		if (written.isConstant) Object.assign(written, { check: key, checked });
		return checked;
	}

	/** Refuses an expression whose field is missing, and warns about one whose field is empty. */
	checkGaps(name: string, path = name): void {
		for (const { place, isMissing } of this.run.gapsIn(path, this.itemIndex)) {
			if (isMissing) {
				const isWhole = this.run.written(path).text === `=${place}`;
				throw this.refusal(name, missingField(place, this.item, isWhole));
			}
			// With `??`, the owner has said what to do about a gap.
			if (place.includes('??')) continue;
			this.warnings.add(`${this.run.label(name)} has nothing in place of ${place}.`);
		}
	}

	/**
	 * Returns a field's value unchanged if it is what people meant: see `unintended.ts`. Warns about code in it.
	 * @param subject names the field in an error, if its display name does not
	 */
	intended<R>(name: string, value: R, path = name, subject?: string): R {
		const { run, itemIndex } = this;
		const written = run.written(path);
		const refuse = ({ message }: Error) =>
			subject === undefined ? this.refusal(name, message) : this.refusalAbout(subject, message);
		try {
			if (!written.isConstant) {
				const evaluate = (place: string) => run.evaluated(place, itemIndex);
				const isKey = name === 'idempotencyKey';
				checkComplete(value, written.text, evaluate, this.isAnswer, !isKey);
				if (run.isOfModel(written.text)) checkWithoutThoughts(value);
			}
		} catch (error) {
			throw refuse(error as Error);
		}
		const warning = codeWarning(() => subject ?? run.label(name), value);
		written.warning = warning && run.isPassword(name) ? undefined : warning;
		if (written.warning) this.warnings.add(written.warning);
		return value;
	}

	/** The value of a group of options. An error names the option and the item. */
	options<T>(group: OptionGroup<T>): T {
		const made = this.run.madeGroup(group);
		if (made && 'value' in made) return made.value as T;
		const values: Record<string, unknown> = {};
		for (const [name, option] of group.own) {
			const value = this.option(option);
			if (value !== undefined) values[name] = value;
		}
		const value = group.make(values, this);
		if (!made) this.run.noteGroup(group, value);
		return value;
	}

	private value(path: string): unknown {
		return this.run.value(path, this.itemIndex);
	}

	/** An error about a field. `reason` continues a sentence that starts with the field. */
	refusal(name: string, reason: string): NodeOperationError {
		const refusal = this.refusalAbout(this.run.label(name), reason);
		Object.assign(refusal.context, { field: name });
		return refusal;
	}

	/** `refusal` about a `subject` that is no field. */
	refusalAbout(subject: string, reason: string): NodeOperationError {
		return refusedItem(this.run.node, this.itemIndex, `${subject} ${reason}`);
	}

	/** Runs a check of `gateway/`. Its error names `subject`. */
	check<R>(subject: string, check: () => R): R {
		try {
			return check();
		} catch (error) {
			throw this.refusalAbout(subject, (error as Error).message);
		}
	}

	/** Runs a check on a field's value. Its error names the field. */
	refusedAs<R>(name: string, value: unknown, check: (value: unknown) => R): R {
		try {
			for (const text of textsIn(value)) checkFilledIn(checkSize(text));
			return check(value);
		} catch (error) {
			throw error instanceof NodeOperationError
				? error
				: this.refusal(name, (error as Error).message);
		}
	}
}
