import type { IDataObject } from 'n8n-workflow';

import { phoneKey } from '../../../../gateway/phone';
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
	const { shipmentId, contactLists, alsoCalled, asked } = item;
	// Where the first answer decides, the questions to all people come out in one item.
	if (Array.isArray(asked)) return together(asked.map((one) => sendsOfItem(one as IDataObject)));
	const name = String(item.campaignName ?? '');
	const names = name === '' || isRunId(name) ? [] : [name];
	if (!['string', 'number'].includes(typeof shipmentId) || shipmentId === '') {
		return { shipments: [], names, messages: 0 };
	}
	const reached = Array.isArray(contactLists) ? undefined : peopleIn(item);
	const messages = reached && (alsoCalled === true ? 2 * reached : reached);
	return { shipments: [String(shipmentId)], names, messages };
}

/** How many people got a message; undefined for an item that names nobody. */
function peopleIn({ phone, recipients, rejected }: IDataObject): number | undefined {
	const people = (Array.isArray(recipients) ? recipients : [{ phone }]) as IDataObject[];
	if (people.some((person) => person.phone === undefined)) return undefined;
	const left = new Set(Array.isArray(rejected) ? (rejected as IDataObject[]).map(phoneIn) : []);
	return people.filter((person) => person.onlyChecked !== true && !left.has(phoneIn(person)))
		.length;
}

const phoneIn = ({ phone }: IDataObject) => phoneKey(String(phone));

/** What several items have sent. */
export function together(sends: readonly Sends[]): Sends {
	const messages = sends.reduce((sum, one) => sum + (one.messages ?? NaN), 0);
	return {
		shipments: [...new Set(sends.flatMap((one) => one.shipments))],
		names: [...new Set(sends.flatMap((one) => one.names))],
		messages: Number.isNaN(messages) ? undefined : messages,
	};
}
