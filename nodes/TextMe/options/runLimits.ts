import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { InputError } from '../../../gateway/checks';

interface Limit {
	displayName: string;
	description: string;
	default: number;
	max?: number;
}

const LIMITS = {
	leastBalance: {
		displayName: 'Minimum Balance',
		description:
			'SMS credits that must be left after the send. The node reads the balance and estimates the cost by Characters per Credit in the credential; without it, the lowest cost counts. It refuses what it cannot estimate.',
		default: 100,
	},
	mostMessages: {
		displayName: 'Maximum Messages',
		description:
			'How many messages the node may send in one execution, in all passes of a loop together. Each number counts for each message it gets.',
		default: 1000,
	},
	mostSegments: {
		displayName: 'Maximum Segments',
		description: 'How many SMS one message may take, without what the service adds',
		default: 3,
	},
	mostToEach: {
		displayName: 'Texts to Each Person',
		description:
			'How many texts one person may get in one execution, in all passes of a loop together. What goes beyond is skipped, and everybody else is texted.',
		default: 1,
	},
	mostToEachInHour: {
		displayName: 'Texts to Each Person in an Hour',
		description:
			'How many texts one person may get from this node between two full hours, in all executions together. What goes beyond is skipped, and everybody else is texted.',
		default: 5,
		// Each text of a person costs a look into n8n's database for each that they got in the hour.
		max: 100,
	},
} satisfies Record<string, Limit>;

type LimitName = keyof typeof LIMITS;
export type Limits = Partial<Record<LimitName, number>>;

export const limitLabel = (name: LimitName): string => `'${LIMITS[name].displayName}'`;

/** Limits that leave texts to a person out, and stop nobody else's. */
export const PERSON_LIMITS = ['mostToEach', 'mostToEachInHour'] as const;
export type PersonLimit = (typeof PERSON_LIMITS)[number];

const limitsOf = (names: readonly LimitName[], description: string): INodeProperties => ({
	displayName: 'Limits',
	name: 'limits',
	type: 'fixedCollection',
	placeholder: 'Add limit',
	default: {},
	description,
	options: names.map((name) => {
		const { displayName, description: about, default: figure, max }: Limit = LIMITS[name];
		const typeOptions = { minValue: 1, ...(max !== undefined && { maxValue: max }) };
		return {
			displayName,
			name,
			values: [
				{
					displayName,
					name: 'figure',
					type: 'number',
					typeOptions,
					default: figure,
					description: about,
				},
			],
		};
	}),
});

export const limitsOption = limitsOf(
	Object.keys(LIMITS) as LimitName[],
	'How much a run may send, and how many texts one person may get',
);
export const personLimitsOption = limitsOf(PERSON_LIMITS, 'How many texts one person may get');

/** @throws InputError */
export function readLimits(values: IDataObject): Limits {
	const limits: Limits = {};
	for (const name of Object.keys(LIMITS) as LimitName[]) {
		const { figure } = (values[name] ?? {}) as IDataObject;
		if (name in values) limits[name] = readFigure(name, figure);
	}
	return limits;
}

function readFigure(name: LimitName, figure: unknown): number {
	const number = Number(figure);
	const { max }: Limit = LIMITS[name];
	if (Number.isInteger(number) && number >= 1 && number <= (max ?? number)) return number;
	const range = max === undefined ? 'of at least 1' : `from 1 to ${max}`;
	throw new InputError(
		`has "${String(figure ?? '')}" under ${limitLabel(name)}; use a whole number ${range}`,
	);
}
