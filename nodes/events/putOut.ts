import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { PROCESS_ID } from '../memory/thisProcess';
import type { Arrival } from './arrival';
import { arrivalOf, toEventItem } from './arrival';
import { begun } from './pace';
import { readRepeatsFor } from './repeatFields';
import type { TakeSettings } from './takeNew';
import { takeNew } from './takeNew';

/** The arrivals among the input items of a trigger's `execute()`. */
export function arrivalsOf(context: IExecuteFunctions): Arrival[] {
	return context.getInputData().flatMap((item) => arrivalOf(item) ?? []);
}

/** Hands the events to the workflow, without those it has had already. A manual run gets all and notes nothing down. */
export async function putOut(
	context: IExecuteFunctions,
	arrivals: Arrival[],
	doneWhen: TakeSettings['doneWhen'],
): Promise<INodeExecutionData[][]> {
	for (const { ticket, process } of arrivals) {
		if (ticket !== undefined && process === PROCESS_ID) begun(ticket);
	}
	const options = context.getNodeParameter('more', 0, {}) as IDataObject;
	const repeatsForMs = readRepeatsFor(options);
	const isKept = context.getMode() !== 'manual' && repeatsForMs > 0;
	const taken = isKept ? await takeNew(context, arrivals, { repeatsForMs, doneWhen }) : arrivals;
	return [taken.map((arrival) => toEventItem(arrival, options.includeRaw === true))];
}
