import { createHash } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { textsIn } from '../../../gateway/values/checks';
import { callIn, namesFromAi, reviewOf } from '../../n8n/insides';
import { hasExpression } from '../parameters/runParameters';

/** A model's call of a tool. */
export interface ToolCall {
	/**
	 * Its input and the values of its fields. A repeated call has the same ID; the same words for the next person in a loop have
	 * another. n8n's own call ID would not do: a repeated call gets a new one.
	 */
	id: string;
	/**
	 * What a person approved; undefined without a review. An agent that gets several items carries out an approved call once for
	 * each of them, every time with another input (n8n 2.41.1, `executeBatch.ts`).
	 */
	approval: string | undefined;
}

export function toolCall(context: IExecuteFunctions): ToolCall {
	const names = Object.entries(context.getNode().parameters).flatMap(([name, value]) =>
		name !== 'options' && hasExpression(value) ? name : [],
	);
	const items = context.getInputData();
	const values = items.map((_, itemIndex) =>
		names.map((name) => orNothing(() => context.getNodeParameter(name, itemIndex))),
	);
	const calls = items.map(callIn);
	const review = reviewOf(context);
	return {
		id: hashOf([calls.map(({ input }) => input), values]),
		// Some models number their calls anew in each turn, or for each item.
		approval: review && hashOf([review, calls.map(({ callId }) => callId), givenByModel(context)]),
	};
}

/** The fields that the model filled in, as n8n's expressions read them. */
function givenByModel(context: IExecuteFunctions): Array<[name: string, value: unknown]> {
	const names = textsIn(context.getNode().parameters).flatMap(namesFromAi);
	const valueOf = (name: string) => context.evaluateExpression(`{{ $fromAI('${name}') }}`, 0);
	return [...new Set(names)].map((name) => [name, orNothing(() => valueOf(name))]);
}

const hashOf = (value: unknown): string =>
	createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

function orNothing<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}
