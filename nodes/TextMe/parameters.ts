import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

/** The parameters of the node for one input item. */
export class Parameters {
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly fields: INodeProperties[],
		readonly itemIndex: number,
		/** See `runId`. */
		readonly runId: string,
		private readonly constants: Map<string, unknown>,
		/** Username of the credential; empty when there is no credential to read. */
		readonly account: string,
	) {}

	/** The value of a field. One without an expression is read once for all items: n8n needs far longer than we do. */
	get<T>(name: string): T {
		if (this.constants.has(name)) return this.constants.get(name) as T;
		const value = this.context.getNodeParameter(name, this.itemIndex, undefined, {
			extractValue: true,
		}) as T;
		if (!hasExpression(this.context.getNode().parameters[name])) this.constants.set(name, value);
		return value;
	}

	/** A value set under "Options"; `undefined` when it is not there or left empty. */
	option<T>(name: string): T | undefined {
		const value = this.get<IDataObject>('options')[name];
		return value === undefined || value === null || value === '' ? undefined : (value as T);
	}

	/** Reads a field through a check of `gateway/`, whose refusal then names the field and the item. */
	checked<T, R>(name: string, check: (value: T) => R): R {
		return this.check(this.label(name), () => check(this.get<T>(name)));
	}

	/** Like `checked`, for a value under "Options". */
	checkedOption<T, R>(name: string, check: (value: T) => R): R | undefined {
		const value = this.option<T>(name);
		return value === undefined ? undefined : this.check(this.label(name), () => check(value));
	}

	/** The error for a field that does not fit; `reason` continues a sentence that starts with the field. */
	refusal(name: string, reason: string): NodeOperationError {
		return this.refuse(this.label(name), reason);
	}

	/** Runs a check of `gateway/` whose refusal is to be about `subject`. */
	check<R>(subject: string, check: () => R): R {
		try {
			return check();
		} catch (error) {
			throw this.refuse(subject, (error as Error).message);
		}
	}

	private refuse(subject: string, reason: string): NodeOperationError {
		return new NodeOperationError(
			this.context.getNode(),
			`${subject} ${reason} [item ${this.itemIndex}]`,
			{ itemIndex: this.itemIndex, description: 'Nothing was sent for this item.' },
		);
	}

	private label(name: string): string {
		return `'${this.fields.find((field) => field.name === name)?.displayName ?? name}'`;
	}
}

function hasExpression(parameter: unknown): boolean {
	if (typeof parameter === 'string') return parameter.startsWith('=');
	if (typeof parameter !== 'object' || parameter === null) return false;
	return Object.values(parameter).some(hasExpression);
}
