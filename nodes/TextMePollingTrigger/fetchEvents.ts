import type { IDataObject } from 'n8n-workflow';

import { readBlocklistEntry } from '../../gateway/blocklistEntry';
import { readDeliveryReport } from '../../gateway/deliveryReport';
import { NO_ID } from '../../gateway/identifiers';
import { readIncomingMessage } from '../../gateway/incomingMessage';
import type { PushEvent } from '../../gateway/pushForm';
import { findRecords } from '../../gateway/records';
import type { GatewayTree, ReplyTree } from '../../gateway/tree';
import type { Window } from '../../gateway/windows';
import type { Arrival } from '../events/arrival';
import { polledArrivals } from '../events/arrival';
import type { GatewayContext } from '../shared/request';
import { callGateway } from '../shared/request';

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

/** Everything that happened in a window, as the gateway lists it. Windows share a minute, so an event may come in two. */
export async function fetchEvents(
	context: GatewayContext,
	window: Window,
	{ events, timeoutSeconds, onBehalfOf }: FetchSettings,
): Promise<Arrival[]> {
	const account = onBehalfOf || String((await context.getCredentials('textMeApi')).username);
	const arrivals: Arrival[] = [];
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
		const records = findRecords(reply.tree);
		const polled = records.map((raw) => ({ event: feed.read(raw), raw: raw as IDataObject }));
		for (const arrival of polledArrivals(polled, account)) arrivals.push(arrival);
	}
	return arrivals;
}
