import { createHash } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { textsIn } from '../../../gateway/replies/records';
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
	const inputs = items.map(({ json }) => ({ ...json, toolCallId: undefined }));
	const review = reviewOf(context);
	const callIds = items.map(({ json }) => json.toolCallId);
	return {
		id: hashOf([inputs, values]),
		// Some models number their calls anew in each turn, or for each item.
		approval: review && hashOf([review, callIds, givenByModel(context)]),
	};
}

/** The run of the review that a call comes from: a node that has the tool and, unlike an agent, no model. */
function reviewOf(context: IExecuteFunctions) {
	const source = context.getExecuteData().source?.main?.[0];
	if (!source) return undefined;
	const own = (connectionType: 'ai_tool' | 'ai_languageModel') =>
		context.getParentNodes(source.previousNode, { connectionType, depth: 1 });
	const hasTool = own('ai_tool').some(({ name }) => name === context.getNode().name);
	return hasTool && own('ai_languageModel').length === 0 ? source : undefined;
}

/** All spellings of `$fromAI` that n8n takes (`from-ai-parse-utils.ts`). */
const FROM_AI = /\$fromAI\s*\(\s*(['"`])([\w-]{1,64})\1/gi;

/** The fields that the model filled in, as n8n's expressions read them. */
function givenByModel(context: IExecuteFunctions): Array<[name: string, value: unknown]> {
	const names = textsIn(context.getNode().parameters).flatMap((text) =>
		[...text.matchAll(FROM_AI)].flatMap(([, , name]) => name ?? []),
	);
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
