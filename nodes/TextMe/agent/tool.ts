import type { INodeProperties } from 'n8n-workflow';

import type { Effect } from '../../../gateway/replies/status';
import type { Operation, ToolUse } from '../operation';
import { choiceField } from '../parameters/option';

const COSTS: Record<Effect, string> = {
	read: 'Free of charge, changes nothing and may be repeated.',
	write: 'Free of charge, but changes the account.',
	send: 'Each message costs money and reaches a person: call it once, never again to check it.',
};

/**
 * The tool description of an operation: when to use it, its costs, its output and its fields. n8n tells a model only the names
 * of fields, so the description explains them. OpenAI allows up to 1024 characters.
 */
const toolText = (tool: ToolUse, effect: Effect, fields: INodeProperties[]): string =>
	[tool.use, tool.costs ?? COSTS[effect], `Returns ${tool.returns}`, ...fieldTexts(fields)].join(
		' ',
	);

/** The field types that the editor lets a model fill in. */
const FILLED_IN = ['string', 'number', 'dateTime', 'json', 'resourceLocator'];

/** One text per display name: a field may be listed twice with different display conditions. */
function fieldTexts(fields: INodeProperties[]): string[] {
	const texts = new Map<string, string>();
	for (const { displayName, type, typeOptions, description, hint } of fields) {
		const sentences = [description, hint].flatMap((text) => (text ? sentence(text) : []));
		const isFilledIn = FILLED_IN.includes(type) && !typeOptions?.password;
		if (!isFilledIn || sentences.length === 0 || texts.has(displayName)) continue;
		texts.set(displayName, `${displayName}: ${sentences.join(' ')}`);
	}
	return [...texts.values()];
}

const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`);

/** Only where the node is an agent's tool. */
const IN_TOOLS = { show: { '@tool': [true] } };

/** The field that only an agent's tool has. */
export const toolFields = ({ tool, effect, fields }: Operation): INodeProperties[] =>
	tool ? [description(toolText(tool, effect, fields))] : [];

const description = (text: string): INodeProperties => ({
	displayName: 'Tool Description',
	// Without a field of this name, n8n makes a shorter description.
	name: 'toolDescription',
	type: 'string',
	typeOptions: { rows: 5 },
	default: text,
	description: 'What the model reads',
	displayOptions: IN_TOOLS,
});

const SIMPLIFIED = 'simplified';
export const RAW = 'raw';

/** A tool has this instead of "Simplify". */
export const toolOutputOption = choiceField({
	displayName: 'Output',
	name: 'output',
	noDataExpression: true,
	options: [
		{ name: 'Raw', value: RAW, description: 'The unchanged reply of the service' },
		{ name: 'Simplified', value: SIMPLIFIED, description: 'What a model needs, in short' },
	],
	default: SIMPLIFIED,
	description: 'What the model gets',
	displayOptions: IN_TOOLS,
});
