import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../operation';
import { toolText } from './toolText';

/** Shown only where the node is a tool of an agent. */
const IN_TOOLS = { show: { '@tool': [true] } };

export const ALLOWED = 'allowInTools';

/** The fields an operation has besides its own where the node is a tool of an agent. */
export const toolFields = ({ tool, effect, fields }: Operation): INodeProperties[] =>
	tool
		? [
				description(toolText(tool, effect, fields)),
				...(tool.guard ? [allowed(tool.guard.because)] : []),
			]
		: [];

const description = (text: string): INodeProperties => ({
	displayName: 'Tool Description',
	// n8n makes up a shorter text where a node has no field of this name.
	name: 'toolDescription',
	type: 'string',
	typeOptions: { rows: 5 },
	default: text,
	description: 'What the model is told: when to use this, what it costs and what comes back',
	displayOptions: IN_TOOLS,
});

const allowed = (because: string): INodeProperties => ({
	displayName: 'Allow in AI Tools',
	name: ALLOWED,
	type: 'boolean',
	noDataExpression: true,
	default: false,
	description: `Whether the model may do this. It is off because ${because}.`,
	displayOptions: IN_TOOLS,
});

const SIMPLIFIED = 'simplified';
export const RAW = 'raw';
export const SELECTED = 'selected';

/** What a model gets; takes the place of "Simplify". */
export const toolOutputOptions: INodeProperties[] = [
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{ name: 'Raw', value: RAW, description: 'The reply of the gateway as it is' },
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
