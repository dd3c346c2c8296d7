import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../operation';
import { toolText } from './toolText';

/** Shown only where the node is a tool of an agent. */
const IN_TOOLS = { show: { '@tool': [true] } };

/** Named after its operation, so that a permission does not carry over when another operation is chosen. */
export const permissionName = (resource: string, { value }: Operation): string =>
	`allow${inTitle(resource)}${inTitle(value)}InTools`;

/** Named after its operation, like the permission. */
export const limitName = (resource: string, { value }: Operation): string =>
	`messageLimit${inTitle(resource)}${inTitle(value)}`;

const inTitle = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** The messages that models may send in one execution, unless a person sets another limit. */
export const DEFAULT_LIMIT = 10;

/** The additional fields of an operation where the node is a tool of an agent. */
export function toolFields(resource: string, operation: Operation): INodeProperties[] {
	const { tool, guard, messages, effect, fields } = operation;
	if (!tool) return [];
	return [
		description(toolText(tool, effect, fields)),
		...(guard && 'because' in guard
			? [allowed(permissionName(resource, operation), guard.because)]
			: []),
		...(messages ? [limit(limitName(resource, operation))] : []),
	];
}

const description = (text: string): INodeProperties => ({
	displayName: 'Tool Description',
	// Without a field of this name n8n makes a shorter description.
	name: 'toolDescription',
	type: 'string',
	typeOptions: { rows: 5 },
	default: text,
	description: 'What the model reads: when to use this, what it costs and what it returns',
	displayOptions: IN_TOOLS,
});

const allowed = (name: string, because: string): INodeProperties => ({
	displayName: 'Allow for AI Models',
	name,
	type: 'boolean',
	noDataExpression: true,
	default: false,
	description: `Whether a model may use this operation. While it is off, the model is told to ask a person, because ${because}.`,
	displayOptions: IN_TOOLS,
});

const limit = (name: string): INodeProperties => ({
	displayName: 'Message Limit',
	name,
	type: 'number',
	noDataExpression: true,
	typeOptions: { minValue: 0 },
	default: DEFAULT_LIMIT,
	description:
		'How many messages models may send in one execution, counted over all TextMe tools. Each person and each contact list counts as one message.',
	displayOptions: IN_TOOLS,
});

const SIMPLIFIED = 'simplified';
export const RAW = 'raw';
export const SELECTED = 'selected';

/** The choice of output for a model; replaces "Simplify". */
export const toolOutputOptions: INodeProperties[] = [
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{ name: 'Raw', value: RAW, description: 'The reply of the service as it came' },
			{
				name: 'Selected Fields',
				value: SELECTED,
				description: "Only the fields named under 'Output Fields'",
			},
			{
				name: 'Simplified',
				value: SIMPLIFIED,
				description: 'What a model needs, in few words',
			},
		],
		default: SIMPLIFIED,
		description: 'What the model gets to read',
		displayOptions: IN_TOOLS,
	},
	{
		displayName: 'Output Fields',
		name: 'outputFields',
		type: 'string',
		default: '',
		placeholder: 'e.g. phone, state, date',
		description: "Names of fields, separated by commas, where 'Output' is 'Selected Fields'",
		displayOptions: IN_TOOLS,
	},
];
