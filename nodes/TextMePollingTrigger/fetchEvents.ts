import type { IDataObject } from 'n8n-workflow';

import { readBlocklistEntry } from '../../gateway/blocklistEntry';
import { readDeliveryReport } from '../../gateway/deliveryReport';
import { NO_ID } from '../../gateway/externalId';
import { readIncomingMessage } from '../../gateway/incomingMessage';
import type { PushEvent } from '../../gateway/pushForm';
import { findRecords } from '../../gateway/records';
import type { GatewayTree, ReplyTree } from '../../gateway/tree';
import type { Window } from '../../gateway/windows';
import type { Arrival } from '../events/arrival';
import { PROCESS_ID } from '../memory/processId';
import type { GatewayContext } from '../TextMe/request';
import { callGateway } from '../TextMe/request';

interface Feed {
	root: string;
	body: (window: Window) => GatewayTree;
	read: (record: ReplyTree) => PushEvent;
}

/** Where each event is found when it is not pushed. Source: specification, "dlrByDate", "incoming", "blacklist". */
const FEEDS: Readonly<Record<string, Feed>> = {
	deliveryReport: {
		root: 'dlrByDate',
		body: ({ from, to }) => ({ transactions: { external_id: NO_ID }, from, to }),
		read: (record) => ({ event: 'deliveryReport', ...readDeliveryReport(record) }),
	},
	incomingMessage: {
		root: 'incoming',
		body: ({ from, to }) => ({ from, to }),
		read: (record) => ({ event: 'incomingMessage', ...readIncomingMessage(record) }),
	},
	blocklistAddition: {
		root: 'blacklist',
		body: ({ from, to }) => ({ from, to }),
		read: (record) => ({ event: 'blocklistAddition', ...readBlocklistEntry(record) }),
	},
};

export interface FetchSettings {
	events: string[];
	timeoutSeconds: number;
	onBehalfOf?: string;
}

/** Everything that happened in a window, each event once. */
export async function fetchEvents(
	context: GatewayContext,
	window: Window,
	{ events, timeoutSeconds, onBehalfOf }: FetchSettings,
): Promise<Arrival[]> {
	const arrivals = new Map<string, Arrival>();
	for (const name of events) {
		const feed = FEEDS[name];
		if (feed === undefined) continue;
		const reply = await callGateway(context, {
			root: feed.root,
			body: feed.body(window),
			effect: 'read',
			timeoutSeconds,
			onBehalfOf,
		});
		for (const record of findRecords(reply.tree)) {
			const arrival = toArrival(feed.read(record), record);
			arrivals.set(arrival.event.eventId, arrival);
		}
	}
	return [...arrivals.values()];
}

/** A record is as good a hundred days later as today: it never gets too old to be recognised. */
function toArrival(event: PushEvent, record: ReplyTree): Arrival {
	const date = event.event === 'unknown' ? undefined : event.date;
	const at = date === undefined ? 0 : Date.parse(date);
	return { event, raw: record as IDataObject, process: PROCESS_ID, at };
}
