import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { firstNamed } from '../../gateway/values/counts';

/** Columns that say what happened. */
const WHAT = [
	...['outcome', 'accepted', 'verified', 'verificationStarted', 'cancelled', 'created', 'deleted'],
	...['toppedUp', 'updated', 'added', 'removed', 'stored'],
];
/** Columns that say to whom, or to which record. */
const WHOM = ['summary', 'id', 'contactListId', 'contactListName', 'phone', 'name', 'username'];
const WHY = ['reason', 'warning'];
/** Columns that say what followed: an answer or a delivery report. */
const SINCE = [
	...['choice', 'text', 'message', 'respondedAt', 'data'],
	...['state', 'meaning', 'date', 'delivered'],
	...['skipped', 'onlyChecked', 'rehearsal'],
];
/** Fields for programs, and long ones: nobody reads them first. */
const LAST = [
	...['segments', 'encoding', 'externalId', 'shipmentId', 'campaignName', 'idempotencyKey'],
	...['sender', 'operator', 'status', 'phoneInternational', 'toInternational', 'executionId'],
	...['duplicateOf', 'duplicates', 'other', 'envelope', 'notes', 'asked', 'run', 'eventId'],
	...['error', 'details'],
];

/** The rank of all other fields, after the first columns and before `LAST`. */
const BETWEEN = 100;
const RANKS: ReadonlyMap<string, number> = new Map([
	...[...WHAT, ...WHOM, ...WHY, ...SINCE].map((name, at) => [name, at] as const),
	...LAST.map((name, at) => [name, BETWEEN + 1 + at] as const),
]);

/** If there is an outcome, that the send was accepted adds nothing. */
const rankOf = (name: string, names: readonly string[]): number =>
	(name === 'accepted' && names.includes('outcome') ? undefined : RANKS.get(name)) ?? BETWEEN;

/** The orders in a run, by the names of the fields: most items have the same fields. */
type Orders = Map<string, readonly string[]>;

/**
 * Puts the fields of every output in the same order: what happened, to whom, why, then the rest, and technical IDs last. n8n's
 * table has the columns of the first item and shows about five.
 */
export function inOrder(json: IDataObject, orders: Orders = new Map()): IDataObject {
	const names = Object.keys(json);
	const given = names.join();
	const known = orders.get(given);
	const order = known ?? [...names].sort((a, b) => rankOf(a, names) - rankOf(b, names));
	if (!known) orders.set(given, order);
	if (order.every((name, at) => name === names[at])) return json;
	return Object.fromEntries(order.map((name) => [name, json[name]]));
}

/** A text for "nothing", because n8n's table shows empty and missing values in red. */
export const NOTHING = '–';

const wasDone = ({ error, skipped }: IDataObject) => error === undefined && skipped !== true;

const notDone = (json: IDataObject) => (wasDone(json) ? undefined : false);

function outcomeOf(json: IDataObject): string {
	if (wasDone(json)) return json.onlyChecked === true ? 'onlyChecked' : NOTHING;
	return json.skipped === true ? 'skipped' : String((json.details as IDataObject).outcome);
}

/** What the service left out stays missing: a placeholder would look like an ID. */
const nothingUnlessDone = (json: IDataObject) => (wasDone(json) ? undefined : NOTHING);

function phoneOf(json: IDataObject): string | undefined {
	const { recipients = [], contactLists = [] } = json;
	const phones = (recipients as IDataObject[]).map(({ phone }) => String(phone));
	const lists = (contactLists as string[]).map((list) => `contact list ${list}`);
	return firstNamed([...phones, ...lists]) || nothingUnlessDone(json);
}

const reasonOf = ({ onlyChecked }: IDataObject): string =>
	onlyChecked === true ? 'Only checked: nothing was sent.' : NOTHING;

/** Fills a column that only other items of the run have: not an ID, a date or an answer, because workflows work with those. */
const IN_PLACE: Readonly<Record<string, (json: IDataObject) => IDataObject[string]>> = {
	...Object.fromEntries(WHAT.map((name) => [name, notDone])),
	...Object.fromEntries(
		[...WHOM, 'state', 'meaning', 'encoding'].map((name) => [name, nothingUnlessDone]),
	),
	outcome: outcomeOf,
	phone: phoneOf,
	reason: reasonOf,
	warning: () => NOTHING,
	delivered: notDone,
	final: notDone,
	skipped: () => false,
	onlyChecked: () => false,
	segments: (json) => (wasDone(json) ? undefined : 0),
};

/** An item for the error output has only `error`, because n8n merges it into the input item. */
const isOfTable = ({ json }: INodeExecutionData) => typeof json.error !== 'object';

/** The names of a row's fields, without those that hold nothing. */
function shapeOf(json: IDataObject): string {
	let names = '';
	for (const name in json) if (json[name] !== undefined) names += `${name},`;
	return names;
}

/** The columns of a run whose rows differ. Most runs have few kinds of rows. */
function columnsOf(rows: readonly INodeExecutionData[]): string[] {
	const shapes = new Map(rows.map(({ json }) => [shapeOf(json), json]));
	if (shapes.size < 2) return [];
	const one = [...shapes.values()];
	return Object.keys(IN_PLACE).filter((name) => one.some((json) => json[name] !== undefined));
}

/** Orders a run's items so that all have the same columns, as far as there is something to say. */
export function inColumns(items: readonly INodeExecutionData[]): INodeExecutionData[] {
	const columns = columnsOf(items.filter(isOfTable));
	const orders: Orders = new Map();
	return items.map((item) => {
		if (!isOfTable(item)) return item;
		const missing = columns.filter((name) => item.json[name] === undefined);
		if (missing.length === 0) return { ...item, json: inOrder(item.json, orders) };
		const filled = missing.map((name) => [name, IN_PLACE[name]?.(item.json)] as const);
		const more = Object.fromEntries(filled.filter(([, value]) => value !== undefined));
		return { ...item, json: inOrder({ ...item.json, ...more }, orders) };
	});
}
