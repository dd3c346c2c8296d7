import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { firstNamed } from '../../gateway/counts';

/** What became of it. */
const WHAT = [
	...['outcome', 'accepted', 'verified', 'verificationStarted', 'cancelled', 'created', 'deleted'],
	...['toppedUp', 'updated', 'added', 'removed', 'stored'],
];
/** For whom, or which. */
const WHOM = ['summary', 'id', 'contactListId', 'contactListName', 'phone', 'name', 'username'];
const WHY = 'reason';
/** What came of it since: an answer, or a delivery. Then what people should know about it. */
const SINCE = [
	...['choice', 'text', 'message', 'respondedAt', 'data'],
	...['state', 'meaning', 'date', 'delivered'],
	...['skipped', 'onlyChecked', 'rehearsal', 'warning'],
];
/** What programs read, and what takes much room. */
const LAST = [
	...['externalId', 'shipmentId', 'segments', 'encoding', 'campaignName', 'idempotencyKey'],
	...['sender', 'operator', 'status', 'phoneInternational', 'toInternational', 'executionId'],
	...['details', 'other', 'envelope', 'notes', 'asked', 'run', 'eventId'],
];

/** The rank of all other fields. */
const BETWEEN = 100;
const RANKS: ReadonlyMap<string, number> = new Map([
	...[...WHAT, ...WHOM, WHY, ...SINCE].map((name, at) => [name, at] as const),
	...LAST.map((name, at) => [name, BETWEEN + 1 + at] as const),
]);

/** Where there is an outcome, that the send was accepted says no more. */
const rankOf = (name: string, { outcome }: IDataObject): number =>
	(name === 'accepted' && outcome !== undefined ? undefined : RANKS.get(name)) ?? BETWEEN;

/**
 * The fields of an output in the one order of all outputs: what became of it, for whom, why, then the rest, and technical IDs last. n8n's
 * table has the columns of the first item, and shows about five.
 */
export const inOrder = (json: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(json)
			.map((field) => ({ field, rank: rankOf(field[0], json) }))
			.sort((a, b) => a.rank - b.rank)
			.map(({ field }) => field),
	);

/** Stands for nothing to say: n8n's table shows what is empty or missing in red. */
export const NOTHING = '–';

const wasDone = ({ error, skipped }: IDataObject) => error === undefined && skipped !== true;

const notDone = (json: IDataObject) => (wasDone(json) ? undefined : false);

function outcomeOf(json: IDataObject): string {
	if (wasDone(json)) return json.onlyChecked === true ? 'onlyChecked' : NOTHING;
	return json.skipped === true ? 'skipped' : String((json.details as IDataObject).outcome);
}

/** An ID that the service left out stays out: it would be taken for one. */
const nothingUnlessDone = (json: IDataObject) => (wasDone(json) ? undefined : NOTHING);

function phoneOf(json: IDataObject): string | undefined {
	const { recipients = [], contactLists = [] } = json;
	const phones = (recipients as IDataObject[]).map(({ phone }) => String(phone));
	const lists = (contactLists as string[]).map((list) => `contact list ${list}`);
	return firstNamed([...phones, ...lists]) || nothingUnlessDone(json);
}

const reasonOf = ({ onlyChecked }: IDataObject): string =>
	onlyChecked === true ? 'Only checked: nothing was sent.' : NOTHING;

/** What an item has in a first column that only others of its run have. */
const IN_PLACE: Readonly<Record<string, (json: IDataObject) => string | false | undefined>> = {
	...Object.fromEntries(WHAT.map((name) => [name, notDone])),
	...Object.fromEntries(WHOM.map((name) => [name, nothingUnlessDone])),
	outcome: outcomeOf,
	phone: phoneOf,
	[WHY]: reasonOf,
};

/** What goes to the error output has nothing but `error`: n8n merges it into the input item. */
const isOfTable = ({ json }: INodeExecutionData) => typeof json.error !== 'object';

/** The items of a run in order, all with the same first columns. */
export function inColumns(items: readonly INodeExecutionData[]): INodeExecutionData[] {
	const rows = items.filter(isOfTable);
	const columns = Object.entries(IN_PLACE).filter(([name]) =>
		rows.some(({ json }) => json[name] !== undefined),
	);
	return items.map((item) => {
		if (!isOfTable(item)) return item;
		const json = { ...item.json };
		for (const [name, inPlace] of columns) {
			const value = json[name] ?? inPlace(item.json);
			if (value !== undefined) json[name] = value;
		}
		return { ...item, json: inOrder(json) };
	});
}
