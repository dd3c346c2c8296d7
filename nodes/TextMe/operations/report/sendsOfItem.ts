import type { IDataObject } from 'n8n-workflow';

import { isRunId } from '../../../planning/runId';

/** What an input item that is the output of a send says about it. */
export interface Sends {
	/** The shipments of the item; none if it was not sent. */
	shipments: string[];
	/** The campaign name that a person has chosen. */
	names: string[];
	/** How many messages went out; undefined for contact lists. A text and its call are two. */
	messages: number | undefined;
}

/** Reads the output of a send, of whatever operation. */
export function sendsOfItem(item: IDataObject): Sends {
	const { shipmentId, phone, recipients, rejected, contactLists, alsoCalled } = item;
	const name = String(item.campaignName ?? '');
	const names = name === '' || isRunId(name) ? [] : [name];
	if (!['string', 'number'].includes(typeof shipmentId) || shipmentId === '') {
		return { shipments: [], names, messages: 0 };
	}
	const people = Array.isArray(recipients) ? recipients.length : phone === undefined ? NaN : 1;
	const reached = people - (Array.isArray(rejected) ? rejected.length : 0);
	const messages = alsoCalled === true ? 2 * reached : reached;
	const isKnown = contactLists === undefined && messages >= 0;
	return { shipments: [String(shipmentId)], names, messages: isKnown ? messages : undefined };
}
