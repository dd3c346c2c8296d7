import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { PROCESS_ID } from '../memory/thisProcess';
import type { Arrival } from './arrival';
import { arrivalOf, toEventItem } from './arrival';
import { begun } from './pace';
import type { Take, TakeSettings } from './takeNew';
import { takeNew } from './takeNew';

const HOUR_MS = 3_600_000;
const DEFAULT_HOURS = 168;

export const repeatsFor: INodeProperties = {
	displayName: 'Drop Repeats For (Hours)',
	name: 'repeatsForHours',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: DEFAULT_HOURS,
	description: 'How long to drop repeats of an event. 0 lets every repeat through.',
};

/** How long repeats of an event are dropped, in milliseconds. */
const readRepeatsFor = (options: IDataObject): number =>
	Number(options.repeatsForHours ?? DEFAULT_HOURS) * HOUR_MS;

/** The arrivals among the input items of a trigger's `execute()`. */
export function arrivalsOf(context: IExecuteFunctions): Arrival[] {
	return context.getInputData().flatMap((item) => arrivalOf(item) ?? []);
}

/**
 * Hands the workflow the events that it has not had. A manual run gets all of them, and remembers none.
 *
 * @param gather chooses the events to take, e.g. those of a whole conversation
 */
export async function putOut(
	context: IExecuteFunctions,
	arrivals: Arrival[],
	doneWhen: TakeSettings['doneWhen'],
	gather: (take: Take) => Promise<Arrival[]> = async (take) => await take(arrivals),
): Promise<INodeExecutionData[][]> {
	for (const { ticket, process } of arrivals) {
		if (ticket !== undefined && process === PROCESS_ID) begun(ticket);
	}
	const options = context.getNodeParameter('more', 0, {}) as IDataObject;
	const repeatsForMs = readRepeatsFor(options);
	const isKept = context.getMode() !== 'manual' && repeatsForMs > 0;
	const asked = new Set<string>();
	const taken = await gather(async (some) => {
		if (!isKept) return some;
		const fresh = some.filter(({ id }) => !asked.has(id));
		for (const { id } of fresh) asked.add(id);
		return await takeNew(context, fresh, { repeatsForMs, doneWhen });
	});
	return [taken.map((arrival) => toEventItem(arrival, options.includeRaw === true))];
}
