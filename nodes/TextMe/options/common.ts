import {
	checkNamed,
	checkNoneMissing,
	InputError,
	isNoKey,
	quoted,
	requiredText,
} from '../../../gateway/values/checks';
import { RAW, toolOutputOption } from '../agent/tool';
import type { Operation } from '../operation';
import type { Parameters } from '../parameters/parameters';
import type { Option } from '../parameters/option';
import { choiceField, numberField, switchOption, textField } from '../parameters/option';
import type { Limits } from './runLimits';
import { sendLimits } from './runLimits';

/** Seconds to wait for an answer. The gateway documents no limit, and a full batch takes a while. */
const DEFAULT_TIMEOUT_SECONDS = 60;

// Assumption: rateLimits
/** Concurrent requests of a run that reads. Few, because the gateway documents no limit. */
const CONCURRENT_READS = 2;

/** Requests that change the account run one by one, unless their operation says otherwise. */
const defaultConcurrency = (operation: Operation): number =>
	operation.effect === 'read' ? CONCURRENT_READS : (operation.concurrentRequests ?? 1);

const takesConcurrency = ({ limit, effect, concurrentRequests: several }: Operation): boolean =>
	several !== undefined || (limit !== undefined && effect === 'read');

const concurrentRequests = numberField({
	displayName: 'Concurrent Requests',
	name: 'concurrentRequests',
	noDataExpression: true,
	min: 1,
	max: 10,
	default: 1,
	description: 'Requests at the same time',
});

const onBehalfOf = textField({
	displayName: 'On Behalf Of',
	name: 'onBehalfOf',
	placeholder: 'e.g. branch-haifa',
	description: 'For resellers: username of the sub-account to act for',
	read: (name: string) => checkNamed(requiredText(name)),
});

const idempotencyKeyOption = textField({
	displayName: 'Idempotency Key',
	name: 'idempotencyKey',
	placeholder: 'e.g. order-1042',
	description:
		'A value that only this message has, such as its order number: drag the field in. The node sends once for each key, also across executions. You can use the key of a refused message again.',
	read: checkKey,
});

export const SEND_ALL = 'sendAll';

export const duplicatesOption = choiceField({
	displayName: 'Duplicates',
	name: 'duplicates',
	noDataExpression: true,
	options: [
		{ name: 'Send All', value: SEND_ALL, description: 'Every input item goes out' },
		{
			name: 'Skip Identical Texts',
			value: 'skipIdentical',
			description: 'A number or contact list gets the same text from the same sender once',
		},
	],
	default: 'skipIdentical',
	description:
		'What to do with several texts to the same number or contact list in one run. In a loop, each round is another run: give each text an Idempotency Key there.',
});

const simplify = switchOption({
	displayName: 'Simplify',
	name: 'simplify',
	noDataExpression: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
	// Tools have 'Output' instead.
	displayOptions: { hide: { '@tool': [true] } },
});

const timeout = numberField({
	displayName: 'Timeout',
	name: 'timeout',
	noDataExpression: true,
	min: 1,
	default: DEFAULT_TIMEOUT_SECONDS,
	description: 'Seconds a request may take',
});

export const commonOptions = (operation: Operation): Option[] => [
	...(takesConcurrency(operation)
		? [{ ...concurrentRequests, default: defaultConcurrency(operation) }]
		: []),
	...(operation.effect === 'send' ? [idempotencyKeyOption] : []),
	...(operation.comparesTexts ? [duplicatesOption] : []),
	...(operation.ownAccountOnly ? [] : [onBehalfOf]),
	...(operation.isSimplified && !operation.asks ? [simplify, toolOutputOption] : []),
	timeout,
];

const SHARED = {
	...{ concurrentRequests, onBehalfOf, simplify, output: toolOutputOption, timeout },
	...{ limits: sendLimits, duplicates: duplicatesOption, key: idempotencyKeyOption },
};

export interface CommonSettings {
	concurrentRequests: number;
	onBehalfOf?: string | undefined;
	/** Whether to simplify the output; otherwise, it is the raw reply. */
	simplify: boolean;
	timeoutSeconds: number;
}

/** The settings of a run for duplicates and limits of a send. */
export interface Safeguards {
	skipsDuplicates: boolean;
	limits: Limits;
}

/** The settings of an item that do not depend on its operation; safeguards and an idempotency key only for sends. */
export function sharedSettings(
	parameters: Parameters,
	operation: Operation,
): { common: CommonSettings; safeguards?: Safeguards; key?: string | undefined } {
	const usual = defaultConcurrency(operation);
	const { limits = {}, duplicates, key, ...given } = parameters.options(SHARED);
	const common = {
		concurrentRequests: given.concurrentRequests ?? usual,
		onBehalfOf: given.onBehalfOf,
		simplify: given.simplify !== false && given.output !== RAW,
		timeoutSeconds: given.timeout ?? DEFAULT_TIMEOUT_SECONDS,
	};
	if (operation.effect !== 'send') return { common };
	// n8n keeps memory per workflow, and its own Agents have no workflow.
	if (key !== undefined && !parameters.run.context.getWorkflow().id) {
		throw parameters.refusal(
			'idempotencyKey',
			"cannot be remembered in n8n's own Agents, which run no workflow; remove the option",
		);
	}
	return { common, safeguards: { skipsDuplicates: duplicates !== SEND_ALL, limits }, key };
}

/**
 * A key that identifies an item.
 * @throws InputError for a key made of missing values: items would have no key, or share one
 */
function checkKey(value: unknown): string {
	const key = checkNoneMissing(requiredText(value, 'enter a value, or remove the option'));
	if (!/[\p{L}\p{N}]/u.test(key) || isNoKey(key)) {
		throw new InputError(
			`is ${quoted(key)}, because a value is missing; check the fields in its expression`,
		);
	}
	return key;
}
