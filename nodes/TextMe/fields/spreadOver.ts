import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { InputError } from '../../../gateway/checks';
import type { Parameters } from '../parameters';
import { openFrom, sendTime } from './sendingHours';
import { milliseconds, unitOptions } from './waiting';

const DAY_MS = 86_400_000;
/** Our own limits: each step is a request, and nobody is known to schedule further ahead. */
const MOST_DAYS = 30;
const MOST_STEPS = 500;

export const spreadOverOption: INodeProperties = {
	displayName: 'Spread Over',
	name: 'spreadOver',
	type: 'fixedCollection',
	default: { values: {} },
	description:
		'Sends a part of the messages at once and schedules the others in steps, so that you can keep up with the answers',
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Over',
					name: 'amount',
					type: 'number',
					typeOptions: { minValue: 1 },
					default: 2,
					description:
						'How long it takes from the first to the last step. Only Sending Hours count.',
				},
				{
					displayName: 'Unit',
					name: 'unit',
					type: 'options',
					options: unitOptions,
					default: 'hours',
				},
				{
					displayName: 'Minutes Between Steps',
					name: 'every',
					type: 'number',
					typeOptions: { minValue: 1 },
					default: 10,
					description: 'After how many minutes the next part goes out',
				},
			],
		},
	],
};

/** When the steps of a run go out; `undefined` for a first step that goes at once. */
type StepTimes = Array<number | undefined>;

/** Computed once for all items with the same options, so that they share their steps; `undefined` without the option. */
export function stepTimes(parameters: Parameters): StepTimes | undefined {
	const { spreadOver, sendingHours, timing } = parameters.get<IDataObject>('options');
	if (spreadOver === undefined) return undefined;
	const key = `steps ${JSON.stringify([spreadOver, sendingHours, timing])}`;
	return parameters.fromFields([], key, () => timesOf(parameters));
}

function timesOf(parameters: Parameters): StepTimes | undefined {
	const spread = parameters.checkedOption('spreadOver', readSpread);
	if (!spread) return undefined;
	const { at, heldUntil } = sendTime(parameters);
	const times = [at];
	let time = at ?? heldUntil ?? parameters.now;
	for (let step = 1; step <= spread.steps; step++) {
		time = openFrom(parameters, time + spread.every);
		times.push(time);
	}
	return times;
}

function readSpread({ values }: IDataObject): { steps: number; every: number } {
	const { amount, unit, every } = (values ?? {}) as IDataObject;
	const over = milliseconds(amount, unit);
	const pause = milliseconds(every, 'minutes');
	if (!(Number(amount) >= 1 && over <= MOST_DAYS * DAY_MS)) {
		throw new InputError(
			`is ${String(amount ?? '')} ${String(unit ?? '')}; enter a number of at least 1 and a unit, up to ${MOST_DAYS} days`,
		);
	}
	if (!(Number.isInteger(Number(every)) && Number(every) >= 1)) {
		throw new InputError(
			`has "${String(every ?? '')}" under 'Minutes Between Steps'; use a whole number of at least 1`,
		);
	}
	const steps = Math.floor(over / pause);
	if (steps < 1) {
		throw new InputError(
			`has ${String(every)} minutes between steps, which is longer than all of it; enter less`,
		);
	}
	if (steps >= MOST_STEPS) {
		throw new InputError(
			`has ${steps + 1} steps, each with a request of its own; enter more minutes between steps (at most ${MOST_STEPS} steps)`,
		);
	}
	return { steps, every: pause };
}
