import type { IDataObject } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { checkFilledIn, checkSize, isEmpty, textsIn } from '../../../gateway/values/checks';
import { nodeError, NOTHING_SENT } from '../../output/nodeError';
import type { NodeError } from '../../output/nodeError';
import type { Option } from './option';
import {
	allowsGap,
	checkComplete,
	checkWithoutThoughts,
	codeWarning,
	emptyPlace,
	isWhole,
	LEAVES,
	meantField,
	missingField,
} from './unintended';
import type { RunParameters, Written } from './runParameters';

/** What a person chooses for a tool. In a review, a person also chooses who is asked. */
const OF_PEOPLE = ['source', 'contactLists', 'contactList', 'replyTo', 'replyFrom'];
const PHONES = ['phone', 'phones'];
/** Whose own checks leave no code in them. */
const WHO = [...OF_PEOPLE, ...PHONES];
/** Expressions by which a model would choose: its words, and n8n's names for the item, which hold its call. */
const READS_CALL = /^=[^]*\$(?:json|data|input|tool|items?)\b/i;
const MODEL_CHOOSES = /^=[^]*\$(?:fromAI|json|data|input|tool|items?)\b/i;

const READS_THE_CALL =
	"reads the call of the model, not the workflow; read the node before the agent by its name, {{ $('Node').first().json.phone }}, or let the model fill the field in";
const FOR_THE_RUN = 'has an expression, but is one setting for the whole run; enter a value';
const EMPTY = 'is empty; enter a value, or remove the option';

/** The values of some options, by the names that their reader gives them. */
type Values<All> = { [Name in keyof All]?: All[Name] extends Option<infer T> ? T : never };

/** The node's parameters for one item. An operation's `read` reads them once; no later stage sees a parameter. */
export class Parameters {
	readonly warnings = new Set<string>();
	/** Whether a text answers a stranger, and may quote any word of theirs. */
	isAnswer = false;

	constructor(
		readonly run: RunParameters,
		readonly itemIndex: number,
		readonly item: IDataObject,
	) {}

	/** Refuses a model's call that chooses what people choose. */
	checkCall(): void {
		const { isHumanReview, node } = this.run;
		const refuse = (names: readonly string[], expression: RegExp, reason: string) => {
			for (const name of names) {
				const { text } = this.run.written(name);
				if (textsIn(text).some((one) => expression.test(one))) throw this.refusal(name, reason);
			}
		};
		const choose = `is not for a model to choose; choose it in the node '${node.name}'`;
		refuse(isHumanReview ? WHO : OF_PEOPLE, MODEL_CHOOSES, choose);
		refuse(PHONES, READS_CALL, READS_THE_CALL);
	}

	/** The value of a field as it is. */
	get<T>(name: string): T {
		return this.run.value(this.run.written(name), this.itemIndex) as T;
	}

	/** Reads and checks a field that has its reader. */
	field<T>(one: Option<T>): T {
		return this.checked(one.name, one.read);
	}

	/** Reads and checks some options at once. Leaves out those that were not added. */
	options<All extends Record<string, Option>>(all: All): Values<All> {
		const values: Record<string, unknown> = {};
		for (const name in all) {
			const one = all[name];
			if (one && this.run.added.has(one.name)) values[name] = this.option(one);
		}
		return values as Values<All>;
	}

	/** Reads and checks an option; undefined if it was not added. Refuses an empty one. */
	option<T>(one: Option<T>): T | undefined {
		return this.run.added.has(one.name) ? this.checked(one.name, one.read, one) : undefined;
	}

	/** Reads and checks a field, or an option that was added. A constant is read and checked once for all items. */
	checked<T, R>(name: string, check: (value: T) => R, option?: Option): R {
		const written = this.run.written(name);
		if (written.checked?.by === check) {
			if (written.warning) this.warnings.add(written.warning);
			return written.checked.value as R;
		}
		// n8n takes away the `=` of such an expression, and leaves the rest as it is.
		if (option?.noDataExpression && JSON.stringify(written.text).includes('{{')) {
			throw this.refusal(name, FOR_THE_RUN);
		}
		const given = this.run.value(written, this.itemIndex) as T;
		if (option && isEmpty(given)) {
			const isTaken = given === '' ? option.read.takesEmpty : option.read.takesEmpty === true;
			if (!isTaken) throw this.refusal(name, this.unfound(written) ?? EMPTY);
		}
		const mayHaveGaps = LEAVES.has(name);
		// What a text lacks may be in a field that is missing.
		if (mayHaveGaps && !option) this.checkGaps(written);
		const readAndLook = (value: T) => {
			const read = check(value);
			// What is wrong with an option as a whole comes first.
			if (mayHaveGaps && option) this.checkGaps(written);
			return read;
		};
		const own = this.meant(name, given, readAndLook, written);
		if (written.isConstant) written.checked = { by: check, value: own };
		return own;
	}

	/** Checks a value of a field, or of a part of it, and that people meant it. */
	meant<T, R>(name: string, value: T, check: (value: T) => R, written = this.run.written(name)): R {
		const own = this.check(name, () => {
			if (written.isText) for (const text of textsIn(value)) checkFilledIn(checkSize(text));
			return check(value);
		});
		this.checkMeant(written, own);
		return own;
	}

	/** Refuses an expression whose field is missing, and warns about one whose field is empty. */
	private checkGaps(written: Written): void {
		const { name, text, label, isConstant } = written;
		if (isConstant) return;
		for (const { place, isMissing } of this.run.gapsIn(written, this.itemIndex)) {
			if (isMissing) throw this.refusal(name, missingField(place, this.item, text));
			if (allowsGap(place)) continue;
			this.warnings.add(`${label} has nothing in place of ${emptyPlace(place)}.`);
		}
	}

	/** Why a value is empty: it is one expression, which finds no field. What may be empty is refused for a typo only. */
	private unfound(written: Written, mayBeEmpty = false): string | undefined {
		const { text, isConstant } = written;
		const gap = isConstant ? undefined : this.run.gapsIn(written, this.itemIndex)[0];
		if (!gap?.isMissing || !isWhole(gap.place, text)) return undefined;
		if (mayBeEmpty && meantField(gap.place, this.item) === undefined) return undefined;
		return missingField(gap.place, this.item, text);
	}

	/** Refuses what people did not mean: see `unintended.ts`. Warns about code. */
	private checkMeant(written: Written, value: unknown): void {
		const { name, text, label, field, isText, isConstant, isOfModel } = written;
		const typo = !isConstant && isEmpty(value) ? this.unfound(written, true) : undefined;
		if (typo !== undefined) throw this.refusal(name, typo);
		if (!isText) return;
		if (!isConstant) {
			const evaluate = (place: string) => this.run.evaluated(place, this.itemIndex);
			this.check(name, () => {
				checkComplete(value, text, evaluate, this.isAnswer, name !== 'idempotencyKey');
				if (isOfModel) checkWithoutThoughts(value);
			});
		}
		if (WHO.includes(name) || field?.typeOptions?.password) return;
		written.warning = codeWarning(label, value);
		if (written.warning) this.warnings.add(written.warning);
	}

	/** Runs a check of `gateway/`. Its error names the field `about`, or what else it is about. */
	check<R>(about: string, check: () => R): R {
		try {
			return check();
		} catch (error) {
			throw error instanceof NodeOperationError
				? error
				: this.refusal(about, this.unfound(this.run.written(about)) ?? (error as Error).message);
		}
	}

	/** An error about a field, or what else it is about. `reason` continues a sentence that starts with that. */
	refusal(about: string, reason: string): NodeError {
		const { label, field } = this.run.written(about);
		const failure = { meaning: `${label} ${reason}`, hint: NOTHING_SENT, field: field && about };
		return nodeError(this.run.node, failure, this.itemIndex);
	}
}
