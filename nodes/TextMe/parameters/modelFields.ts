import type { IExecuteFunctions } from 'n8n-workflow';

import { textsIn } from '../../../gateway/replies/records';
import { InputError } from '../../../gateway/values/checks';

/** All spellings that n8n takes (`from-ai-parse-utils.ts`). */
const FROM_AI = /\$fromAI\s*\(\s*(['"`])([\w-]{1,64})\1/gi;

/** The fields that the model filled in, as n8n's expressions read them. */
export function givenByModel(context: IExecuteFunctions): Array<[name: string, value: unknown]> {
	const names = textsIn(context.getNode().parameters).flatMap((text) =>
		[...text.matchAll(FROM_AI)].flatMap(([, , name]) => name ?? []),
	);
	return [...new Set(names)].map((name) => [name, given(context, name)]);
}

/**
 * Refuses a call for which n8n reads the fields of another one. An AI Agent of version 2 runs several calls under one run index
 * if it handles several items, or other agents, at once (n8n 2.41.1, `makeHandleToolInvocation`).
 * @throws InputError
 */
export function checkFields(context: IExecuteFunctions): void {
	const own = context.getInputData()[0]?.json ?? {};
	for (const [name, value] of givenByModel(context)) {
		if (value === undefined || own[name] === undefined) continue;
		if (JSON.stringify(value) === JSON.stringify(own[name])) continue;
		throw new InputError(
			`gets '${name}' of another call, because an AI Agent of version 2 mixes up calls that it makes at once; replace it by a new AI Agent node, or set its 'Batch Size' to 1`,
		);
	}
}

function given(context: IExecuteFunctions, name: string): unknown {
	try {
		return context.evaluateExpression(`{{ $fromAI('${name}') }}`, 0);
	} catch {
		// Not run by an agent.
		return undefined;
	}
}
