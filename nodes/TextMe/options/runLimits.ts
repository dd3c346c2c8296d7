import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { InputError } from '../../../gateway/checks';

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
};

type LimitName = keyof typeof LIMITS;
export type Limits = Partial<Record<LimitName, number>>;

export const limitLabel = (name: LimitName): string => `'${LIMITS[name].displayName}'`;

export const limitsOption: INodeProperties = {
	displayName: 'Limits',
	name: 'limits',
	type: 'fixedCollection',
	placeholder: 'Add limit',
	default: {},
	description: 'Sends nothing if the run goes beyond one of these limits',
	options: Object.entries(LIMITS).map(([name, { displayName, description, default: figure }]) => ({
		displayName,
		name,
		values: [
			{
				displayName,
				name: 'figure',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: figure,
				description,
			},
		],
	})),
};

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
	if (Number.isInteger(number) && number >= 1) return number;
	throw new InputError(
		`has "${String(figure ?? '')}" under ${limitLabel(name)}; use a whole number of at least 1`,
	);
}
