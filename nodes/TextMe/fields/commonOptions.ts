import type { INodeProperties } from 'n8n-workflow';

import {
	checkChoice,
	checkRange,
	checkSwitch,
	checkWholeNumber,
	requiredText,
} from '../../../gateway/checks';
import { RAW, toolOutputOptions } from '../agent/toolFields';
import { hasSimpleOutput, type Operation } from '../operation';
import type { Parameters } from '../parameters';
import { idempotencyKeyOption } from './idempotencyKey';

/** Seconds to wait for an answer. The gateway documents no limit, and a full batch takes a while. */
const DEFAULT_TIMEOUT_SECONDS = 60;

// Assumption: rateLimits
/** Concurrent requests of a run that reads. Few, because the gateway documents no limit. */
const CONCURRENT_READS = 2;
const MOST_CONCURRENCY = 10;

/** Requests that change the account go one after the other, unless their operation says otherwise. */
const defaultConcurrency = (operation: Operation): number =>
	operation.effect === 'read'
		? CONCURRENT_READS
		: ('concurrentRequests' in operation && operation.concurrentRequests) || 1;

const takesConcurrency = (operation: Operation): boolean =>
	'entries' in operation ? operation.effect === 'read' : 'concurrentRequests' in operation;

/** How many requests of a run may be under way at a time. */
export const concurrencyOf = (operation: Operation, common?: CommonSettings): number =>
	common?.concurrentRequests ?? defaultConcurrency(operation);

const checkFirst: INodeProperties = {
	displayName: 'Check Batches First',
	name: 'checkFirst',
	type: 'boolean',
	default: true,
	description:
		'Whether the service checks every batch before you send it. Items that it does not accept are left out, and do not hold up the others.',
};

const GO_ON = 'goOn';
const STOP = 'stop';

const afterUnknownOutcome: INodeProperties = {
	displayName: 'After an Unknown Outcome',
	name: 'afterUnknownOutcome',
	type: 'options',
	options: [
		{ name: 'Go On', value: GO_ON, description: 'Send the remaining batches' },
		{
			name: 'Stop Sending',
			value: STOP,
			description: 'Leave the remaining batches unsent',
		},
	],
	default: STOP,
	description:
		'What to do with the remaining batches if the answer to one got lost, so that it may or may not have been sent',
};

const concurrentRequests = (operation: Operation): INodeProperties => ({
	displayName: 'Concurrent Requests',
	name: 'concurrentRequests',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MOST_CONCURRENCY },
	default: defaultConcurrency(operation),
	description: 'How many requests may run at the same time',
});

const onBehalfOf: INodeProperties = {
	displayName: 'On Behalf Of',
	name: 'onBehalfOf',
	type: 'string',
	default: '',
	placeholder: 'e.g. branch-haifa',
	description:
		'For resellers: username of the sub-account to act for, with its balance, senders and reports',
};

export const onePerNumberOption: INodeProperties = {
	displayName: 'One Message per Number',
	name: 'onePerNumber',
	type: 'boolean',
	default: true,
	description:
		'Whether a number gets a text once if several input items have the same text for it. The other items come out with "duplicateOf".',
};

const simplify: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
	// Tools have an 'Output' instead.
	displayOptions: { hide: { '@tool': [true] } },
};

const timeout: INodeProperties = {
	displayName: 'Timeout',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: DEFAULT_TIMEOUT_SECONDS,
	description: 'Seconds a request may take, from connecting to the end of the answer',
};

const validateOnly: INodeProperties = {
	displayName: 'Validate Only',
	name: 'validateOnly',
	type: 'boolean',
	default: true,
	description:
		'Whether the service only checks the request. Nothing is sent, changed or charged, and the output says so.',
};

const showOnly: INodeProperties = {
	...validateOnly,
	description: 'Whether to only show what would be changed. Nothing is written.',
};

/** The common options that make sense for an operation. */
export const commonOptions = (operation: Operation): INodeProperties[] => [
	...(takesConcurrency(operation) ? [concurrentRequests(operation)] : []),
	...('checksFirst' in operation ? [afterUnknownOutcome, checkFirst] : []),
	...(operation.effect === 'send' ? [idempotencyKeyOption] : []),
	...('withPhones' in operation ? [onePerNumberOption] : []),
	...(operation.ownAccountOnly ? [] : [onBehalfOf]),
	...(hasSimpleOutput(operation) && !('waiting' in operation)
		? [simplify, ...toolOutputOptions]
		: []),
	timeout,
	...(operation.effect === 'read' ? [] : ['plan' in operation ? showOnly : validateOnly]),
];

/** Whether the output is simplified, not the raw reply. */
export const isSimplified = (parameters: Parameters): boolean =>
	parameters.option<boolean>('simplify') !== false && parameters.option<string>('output') !== RAW;

/** Whether a number gets the same text once in a run. */
export const isOncePerNumber = (parameters: Parameters): boolean =>
	parameters.option<boolean>('onePerNumber') !== false;

/** Whether the gateway is only to check the request. */
export const isOnlyValidated = (parameters: Parameters): boolean =>
	String(parameters.option('validateOnly')).trim().toLowerCase() === 'true';

export interface CommonSettings {
	checkFirst: boolean;
	concurrentRequests: number | undefined;
	oncePerNumber: boolean;
	stopOnDoubt: boolean;
	onBehalfOf: string | undefined;
	simplify: boolean;
	timeoutSeconds: number;
	validateOnly: boolean;
}

/**
 * The values of the common options, or their defaults. Raises a NodeOperationError for an invalid value, which an expression
 * may give.
 */
export const commonSettings = (parameters: Parameters): CommonSettings =>
	parameters.fromFields(['options'], 'common settings', () => ({
		checkFirst: parameters.option<boolean>('checkFirst') !== false,
		concurrentRequests: parameters.filledOption('concurrentRequests', (requests: number) =>
			checkRange(requests, 1, MOST_CONCURRENCY),
		),
		oncePerNumber: isOncePerNumber(parameters),
		stopOnDoubt:
			parameters.filledOption('afterUnknownOutcome', (choice: string) =>
				checkChoice(choice, [GO_ON, STOP]),
			) !== GO_ON,
		onBehalfOf: parameters.filledOption('onBehalfOf', (name) => requiredText(name)),
		simplify: isSimplified(parameters),
		timeoutSeconds:
			parameters.filledOption('timeout', (seconds) => checkWholeNumber(seconds, 1)) ??
			DEFAULT_TIMEOUT_SECONDS,
		validateOnly: parameters.filledOption('validateOnly', checkSwitch) ?? false,
	}));
