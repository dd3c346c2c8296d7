import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { findRecords, isEmptyReply } from '../../gateway/records';
import type { Window } from '../../gateway/windows';
import { splitWindow } from '../../gateway/windows';
import type { Arrival } from '../events/arrival';
import { polledArrivals } from '../events/arrival';
import { readEventFilter } from '../events/eventFilter';
import { feedNamed, readEvent } from '../events/pushEvent';
import { sampleArrivals } from '../events/samples';
import type { GatewayContext } from '../shared/request';
import { callGateway } from '../shared/request';
import { readFetchSettings } from './fields';

const TIMEOUT_SECONDS = 30;

export interface FetchSettings {
	events: string[];
	onBehalfOf?: string;
}

/** The username whose events are read. */
export const accountOf = async (
	context: GatewayContext,
	{ onBehalfOf }: FetchSettings,
): Promise<string> =>
	onBehalfOf || String((await context.getCredentials('textMeApi')).username).trim();

/** The events of a window, as the gateway lists them. Neighbouring windows share a minute, so both may list an event. */
export async function fetchEvents(
	context: GatewayContext,
	window: Window,
	settings: FetchSettings,
): Promise<Arrival[]> {
	const { events, onBehalfOf } = settings;
	const account = await accountOf(context, settings);
	const arrivals: Arrival[] = [];
	for (const name of events) {
		const feed = feedNamed(name);
		if (feed === undefined) continue;
		const { tree } = await callGateway(context, {
			root: feed.poll.root,
			body: feed.poll.body(window),
			effect: 'read',
			timeoutSeconds: TIMEOUT_SECONDS,
			onBehalfOf,
		});
		const { records, envelope } = findRecords(tree, 'events');
		if (records.length === 0 && envelope && !isEmptyReply(envelope, 'events')) {
			const fields = Object.keys(envelope).join(', ');
			context.logger.warn(`TextMe found no events in a reply to ${feed.poll.root} with ${fields}`);
		}
		const polled = records.map((raw) => ({
			event: readEvent(feed, raw),
			raw: raw as IDataObject,
		}));
		for (const arrival of polledArrivals(polled, account)) arrivals.push(arrival);
	}
	return arrivals;
}

const DAY = 24 * 60 * 60 * 1000;
const LATEST = 10;

/** For "Fetch Test Event": the latest events of the last day, or samples. The next poll still brings the events. */
export async function fetchTestEvents(context: IExecuteFunctions): Promise<Arrival[]> {
	const events = context.getNodeParameter('events', 0, []);
	const chosen = context.getNodeParameter('filters', 0, {}) as IDataObject;
	const more = context.getNodeParameter('more', 0, {}) as IDataObject;
	const isWanted = readEventFilter(events, chosen);
	const now = Date.now();
	const arrivals: Arrival[] = [];
	for (const window of splitWindow(now - DAY, now)) {
		arrivals.push(...(await fetchEvents(context, window, readFetchSettings(events, more))));
	}
	const wanted = arrivals.filter(({ event }) => isWanted(event)).sort((a, b) => a.at - b.at);
	if (wanted.length > 0) return wanted.slice(-LATEST);
	context.addExecutionHints({
		message: 'There was no such event in the last 24 hours. These are samples.',
		location: 'outputPane',
	});
	return sampleArrivals(isWanted);
}
