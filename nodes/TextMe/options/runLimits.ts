import type { IDataObject } from 'n8n-workflow';

import { InputError } from '../../../gateway/values/checks';
import type { Message } from '../../../gateway/texts/messages';
import { option, unlessEmpty } from '../parameters/option';
import type { Parameters } from '../parameters/parameters';

/** The hint says the unit, and what it counts. */
const LIMITS = {
	mostMessages: {
		displayName: 'Maximum Messages',
		description: "Counts all rounds of a loop. Without this limit, an AI agent's tool may send 10.",
		hint: 'Messages in one execution',
		default: 1000,
	},
	mostSegments: {
		displayName: 'Maximum Segments',
		description: 'Without what the service adds',
		hint: 'SMS that one message may take',
		default: 3,
	},
	mostToEachInHour: {
		displayName: 'Texts to Each Person in an Hour',
		description: 'Counts all executions since n8n started. Texts beyond the limit are skipped.',
		hint: 'Texts to one person from this node between two full hours',
		default: 5,
	},
	mostInHour: {
		displayName: 'Texts in an Hour',
		description:
			'Counts all executions since n8n started. Texts beyond the limit are skipped, so a public form costs no more than that.',
		hint: 'Texts of this node between two full hours',
		default: 100,
	},
};

type LimitName = keyof typeof LIMITS;
export type Limits = Partial<Record<LimitName, number>>;

/** Limits that count in the memory of this process. */
const HOURLY = ['mostToEachInHour', 'mostInHour'] as const;

/** The default limit of messages for an agent's tool. */
export const MOST_OF_A_TOOL = 10;

export const limitLabel = (name: LimitName): string => `'${LIMITS[name].displayName}'`;

const limitsOf = (...names: LimitName[]) =>
	option({
		displayName: 'Limits',
		name: 'limits',
		type: 'fixedCollection',
		noDataExpression: true,
		placeholder: 'Add limit',
		default: {},
		description: 'What the node may send at most',
		options: names.map((name) => ({
			displayName: LIMITS[name].displayName,
			name,
			values: [
				{
					...LIMITS[name],
					name: 'figure',
					type: 'number',
					noDataExpression: true,
					typeOptions: { minValue: 1 },
				},
			],
		})),
		read: unlessEmpty(readLimits),
	});

export const messageLimit = limitsOf('mostMessages');
export const sizeLimits = limitsOf('mostMessages', 'mostSegments');
/** For operations with one person per item: replies, questions and one-time codes. */
export const replyLimits = limitsOf('mostMessages', ...HOURLY);
export const sendLimits = limitsOf('mostMessages', 'mostSegments', ...HOURLY);

/** Refuses the limits of an hour for an item that is not about one person. */
export function checkHourly(parameters: Parameters, { to }: Message): void {
	const limits = parameters.option(sendLimits) ?? {};
	const hourly = HOURLY.find((name) => limits[name] !== undefined);
	if (hourly === undefined || (to.people.length === 1 && to.lists.length === 0)) return;
	throw parameters.refusal(
		'limits',
		`has ${limitLabel(hourly)}, which needs one phone number for each item; split the numbers into items, or remove this limit`,
	);
}

/** @throws InputError for a figure that is no whole number of at least 1 */
function readLimits(values: IDataObject): Limits {
	const limits: Limits = {};
	for (const name of Object.keys(LIMITS) as LimitName[]) {
		if (!(name in values)) continue;
		const { figure } = (values[name] ?? {}) as IDataObject;
		const number = Number(figure);
		if (!Number.isInteger(number) || number < 1) {
			throw new InputError(
				`has "${String(figure ?? '')}" under ${limitLabel(name)}; use a whole number of at least 1`,
			);
		}
		limits[name] = number;
	}
	return limits;
}
