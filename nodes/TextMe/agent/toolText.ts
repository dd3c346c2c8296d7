import type { INodeProperties } from 'n8n-workflow';

import type { Effect } from '../../../gateway/status';
import { NO_INSTRUCTION } from './othersWords';
import type { ToolUse } from './toolUse';

const COSTS: Record<Effect, string> = {
	read: 'Free of charge and changes nothing, so it may be repeated.',
	write: 'Free of charge, but changes the account.',
	send: 'Each message costs money and reaches a person: call it once, and never again to make sure.',
};

/**
 * What a model is told about an operation: when to use it, what it costs, what comes back, and how to fill in the fields,
 * since n8n tells a model only their names. OpenAI takes up to 1024 characters.
 */
export const toolText = (tool: ToolUse, effect: Effect, fields: INodeProperties[]): string =>
	[
		tool.use,
		tool.costs ?? COSTS[effect],
		`Returns ${tool.returns}`,
		...(tool.othersWords ? [NO_INSTRUCTION] : []),
		...fieldTexts(fields),
	].join(' ');

/** Types of fields that the editor lets a model fill in. */
const FILLED_IN = ['string', 'number', 'dateTime', 'json', 'resourceLocator'];

/** One for each name: a field may stand there twice, shown under different conditions. */
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
