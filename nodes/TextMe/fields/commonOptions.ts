import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../operation';

/** Seconds to wait for an answer: the gateway documents no figure, and a full batch takes it a while. */
export const DEFAULT_TIMEOUT_SECONDS = 60;

const timeout: INodeProperties = {
	displayName: 'Timeout',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: DEFAULT_TIMEOUT_SECONDS,
	description: 'Seconds to wait for the answer of the gateway',
};

const simplify: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** The options every operation has. */
export const commonOptions = ({ output }: Operation): INodeProperties[] =>
	output ? [simplify, timeout] : [timeout];
