import type { IDataObject } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { checkFilledIn, checkSize } from '../../../gateway/values/checks';
import { textsIn } from '../../../gateway/replies/records';
import { answerLink, LINK_PLACE } from '../../answers/answerLink';
import { isHumanReview } from '../../answers/question';
import { refusedItem } from '../../output/nodeError';
import { isEmpty, nameOf } from './option';
import type { Option } from './option';
import {
	checkComplete,
	checkWithoutThoughts,
	codeWarning,
	LEAVES,
	missingField,
} from './unintended';
import type { RunParameters } from './runParameters';

/** What a person chooses for a tool. In a review, a person also chooses who is asked. */
const OF_PEOPLE = ['source', 'contactLists', 'contactList', 'replyTo', 'replyFrom'];
const PHONES = ['phone', 'phones'];
/** Expressions by which a model would choose: its words, and n8n's names for the item, which hold its call. */
const READS_CALL = /^=[^]*\$(?:json|data|input|tool|items?)\b/i;
const MODEL_CHOOSES = /^=[^]*\$(?:fromAI|json|data|input|tool|items?)\b/i;

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

	/**
	 * Refuses to wait where n8n cannot pause the execution at this node: inside another node, as AI Agent 2 runs it, and before
	 * n8n 2.3, where a sub-execution that waited returns nothing to the node that started it. n8n does not tell nodes its version,
	 * but older versions lack `isToolExecution`.
	 */
	checkCanWait(subject: string): void {
		const { context } = this.run;
		if (!('isToolExecution' in context)) {
			throw this.refusalAbout(subject, 'needs n8n 2.3 or newer; update n8n');
		}
		if (context.isToolExecution()) {
			throw this.refusalAbout(
				subject,
				'cannot wait inside an AI Agent of version 2 or older; replace that by a new AI Agent node',
			);
		}
	}

	/** Whether a model calls the node, or a person reviews a model's call. */
	get isForModel(): boolean {
		return this.run.node.type.endsWith('Tool');
	}

	get isHumanReview(): boolean {
		return isHumanReview(this.run.node);
	}

	/** Refuses a model's call that chooses what people choose. */
	checkCall(): void {
		if (!this.isForModel) return;
		const { node } = this.run;
		const ofPeople = this.isHumanReview ? [...OF_PEOPLE, ...PHONES] : OF_PEOPLE;
		this.refuseWritten(
			ofPeople,
			MODEL_CHOOSES,
			`is not for a model to choose; choose it in the node '${node.name}'`,
		);
		this.refuseWritten(
			PHONES,
			READS_CALL,
			"reads the call of the model, not the workflow; read the node before the agent by its name, {{ $('Node').first().json.phone }}, or let the model fill the field in",
		);
	}

	private refuseWritten(names: readonly string[], expression: RegExp, reason: string): void {
		for (const name of names) {
			const { text } = this.run.written(this.run.added.has(name) ? `options.${name}` : name);
			if (textsIn(text).some((one) => expression.test(one))) throw this.refusal(name, reason);
		}
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

	/** Whom Reply answers, and from which number. */
	get answered(): ReturnType<RunParameters['answered']> {
		return this.check('Reply', () => this.run.answered(this.item));
	}

	/** Replaces n8n's link, `{{ $execution.resumeUrl }}`, by a placeholder for the node's own link. */
	markLink(text: string): string {
		return text.replaceAll(this.run.resumeUrl, LINK_PLACE);
	}

	get<T>(path: string): T {
		return this.run.value(path, this.itemIndex) as T;
	}

	/** Reads and checks a field. An error names the field and the item. */
	checked<T, R>(path: string, check: (value: T) => R): R {
		return this.once(path, check, () => {
			const value = this.get<T>(path);
			this.checkGaps(path);
			return this.intended(path, this.refusedAs(path, value, check));
		});
	}

	/** Reads and checks an option; undefined if it was not added. Refuses an empty one. */
	option<T>({ name, read, noDataExpression }: Option<T>): T | undefined {
		if (!this.run.added.has(name)) return undefined;
		const path = `options.${name}`;
		return this.once(path, read, () => {
			// n8n takes away the `=` of such an expression, and leaves the rest as it is.
			if (noDataExpression && JSON.stringify(this.run.written(path).text).includes('{{')) {
				throw this.refusal(
					name,
					'has an expression, but is one setting for the whole run; enter a value',
				);
			}
			const value = this.get(path);
			const isTaken = value === '' ? read.takesEmpty : read.takesEmpty === true;
			if (isEmpty(value) && !isTaken) throw this.refusal(name, EMPTY);
			const own = this.refusedAs(path, value, () => read(value as never, this.now));
			// An option that is wholly empty has its own error.
			this.checkGaps(path);
			return this.intended(path, own);
		});
	}

	/** A constant is read and checked once for all items. */
	private once<R>(path: string, by: unknown, read: () => R): R {
		const written = this.run.written(path);
		const { checked, warning } = written;
		if (checked && checked.by === by) {
			if (warning) this.warnings.add(warning);
			return checked.value as R;
		}
		const value = read();
		if (written.isConstant) written.checked = { by, value };
		return value;
	}

	/** Refuses an expression whose field is missing, and warns about one whose field is empty. */
	checkGaps(path: string): void {
		if (!LEAVES.has(nameOf(path))) return;
		const { text, label } = this.run.written(path);
		for (const { place, isMissing } of this.run.gapsIn(path, this.itemIndex)) {
			if (isMissing) throw this.refusal(path, missingField(place, this.item, text === `=${place}`));
			// With `??`, the owner has said what to do about a gap.
			if (!place.includes('??')) this.warnings.add(`${label} has nothing in place of ${place}.`);
		}
	}

	/** Returns a value unchanged if it is what people meant: see `unintended.ts`. Warns about code in it. */
	intended<R>(path: string, value: R): R {
		const { run, itemIndex } = this;
		const written = run.written(path);
		const { text, label } = written;
		if (!written.isText) return value;
		if (!written.isConstant) {
			const evaluate = (place: string) => run.evaluated(place, itemIndex);
			const asMeant = () => {
				checkComplete(value, text, evaluate, this.isAnswer, nameOf(path) !== 'idempotencyKey');
				if (written.isOfModel) checkWithoutThoughts(value);
			};
			attempt(asMeant, (reason) => this.refusal(path, reason));
		}
		written.warning = written.isPassword ? undefined : codeWarning(label, value);
		if (written.warning) this.warnings.add(written.warning);
		return value;
	}

	/** An error about a field. `reason` continues a sentence that starts with the field. */
	refusal(path: string, reason: string): NodeOperationError {
		const refusal = this.refusalAbout(this.run.written(path).label, reason);
		Object.assign(refusal.context, { field: nameOf(path) });
		return refusal;
	}

	/** `refusal` about a `subject` that is no field. */
	refusalAbout(subject: string, reason: string): NodeOperationError {
		return refusedItem(this.run.node, this.itemIndex, `${subject} ${reason}`);
	}

	/** Runs a check of `gateway/`. Its error names `subject`. */
	check<R>(subject: string, check: () => R): R {
		return attempt(check, (reason) => this.refusalAbout(subject, reason));
	}

	/** Runs a check on a field's value. Its error names the field. */
	refusedAs<T, R>(path: string, value: T, check: (value: T) => R): R {
		const { isText } = this.run.written(path);
		const all = () => {
			for (const text of textsIn(value)) {
				checkSize(text);
				if (isText) checkFilledIn(text);
			}
			return check(value);
		};
		return attempt(all, (reason) => this.refusal(path, reason));
	}
}

function attempt<R>(check: () => R, refusal: (reason: string) => NodeOperationError): R {
	try {
		return check();
	} catch (error) {
		throw error instanceof NodeOperationError ? error : refusal((error as Error).message);
	}
}
