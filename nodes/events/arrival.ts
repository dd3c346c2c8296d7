import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { PushEvent } from '../../gateway/pushForm';

/** An event on its way from `webhook()` or `poll()`, which may run in one process, to `execute()`, perhaps in another. */
export interface Arrival {
	event: PushEvent;
	/** The fields as they came. */
	raw: IDataObject;
	process: string;
	/** When it came, in milliseconds; of a poll, the end of the window it was found in. */
	at: number;
	/** Of a push that was answered at once: see `pace`. */
	ticket?: string;
	/** Not an event: made up to build a workflow with. */
	sample?: boolean;
}

export const toArrivalItem = (arrival: Arrival): INodeExecutionData => ({
	json: { textMeArrival: arrival as unknown as IDataObject },
});

/** undefined for an item that did not come from a trigger of ours, as the empty one of a manual run. */
export function arrivalOf({ json }: INodeExecutionData): Arrival | undefined {
	return json.textMeArrival as unknown as Arrival | undefined;
}

/** What the workflow gets. */
export function toEventItem({ event, raw }: Arrival, includeRaw: boolean): INodeExecutionData {
	const { event: name, ...fields } = event;
	const hasRaw = includeRaw || name === 'unknown';
	return { json: { event: name, ...fields, ...(hasRaw ? { raw } : {}) } };
}
