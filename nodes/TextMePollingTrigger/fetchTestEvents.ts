import type { IExecuteFunctions } from 'n8n-workflow';

import { splitWindow } from '../../gateway/windows';
import type { Arrival } from '../events/arrival';
import { readEventFilter } from '../events/eventFilter';
import { sampleArrivals } from '../events/samples';
import { fetchEvents } from './fetchEvents';
import { readFetchSettings } from './fields';

const DAY = 24 * 60 * 60 * 1000;
const LATEST = 10;

/** For "Fetch Test Event": the latest events of the last day, samples if there are none. The next poll brings them all the same. */
export async function fetchTestEvents(context: IExecuteFunctions): Promise<Arrival[]> {
	const parameter = (name: string, fallback: unknown): unknown =>
		context.getNodeParameter(name, 0, fallback);
	const isWanted = readEventFilter(parameter);
	const now = Date.now();
	const arrivals: Arrival[] = [];
	for (const window of splitWindow(now - DAY, now)) {
		arrivals.push(...(await fetchEvents(context, window, readFetchSettings(parameter))));
	}
	const wanted = arrivals.filter(({ event }) => isWanted(event)).sort((a, b) => a.at - b.at);
	if (wanted.length > 0) return wanted.slice(-LATEST);
	context.addExecutionHints({
		message: 'There was no such event in the last 24 hours. These are samples.',
		location: 'outputPane',
	});
	return sampleArrivals(isWanted);
}
