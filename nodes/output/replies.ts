import type { IDataObject } from 'n8n-workflow';

import { instantOf, readDate } from '../../gateway/values/dates';
import { findRecords, hasContent, isEmptyReply, tieRowErrors } from '../../gateway/replies/records';
import { maskValue } from '../../gateway/wire/credential';
import { measureMessage } from '../../gateway/texts/messageLength';
import type { SentRow } from '../../gateway/replies/records';
import { shipmentIn } from '../../gateway/replies/status';
import type { SendSettings } from '../../gateway/texts/messages';
import type { ReplyTree, ReplyValue } from '../../gateway/values/tree';
import type { GatewayReply } from '../../gateway/replies/answer';

/** A reply's figure as a number; the text itself if it is no number, `undefined` if missing. */
export function numberOf(value: ReplyValue | undefined): number | string | undefined {
	if (typeof value !== 'string' || value.trim() === '') return undefined;
	const number = Number(value);
	// False for more digits than JavaScript holds exactly, and for notations that only JavaScript reads as a number.
	const isExact = /^\s*[+-]?[\d.]{1,15}\s*$/.test(value) && Number.isFinite(number);
	return isExact ? number : value;
}

/**
 * The records of a reply. The first carries the rest of the reply, as `envelope`. A reply without records is returned whole,
 * without its status.
 * @param shape makes a record's output
 */
export function recordsOf(
	{ tree }: GatewayReply,
	shape: (record: ReplyTree) => IDataObject = (record) => record,
): IDataObject[] {
	const { records, envelope } = findRecords(tree);
	if (records.length > 0) {
		const [first, ...others] = records.map(shape);
		return [{ ...first, ...(envelope && { envelope }) }, ...others];
	}
	return envelope === undefined || isEmptyReply(envelope) ? [] : [envelope];
}

/**
 * Sorts records by date, latest first, so that a limit keeps those. The gateway gives only minutes: within one, the last in its
 * list comes first. The rest of the reply stays with the first record.
 */
export function latestFirst(records: readonly IDataObject[], date: string): IDataObject[] {
	const timed = records.map(({ envelope, ...record }, at) => {
		const time = instantOf(record[date] as string | undefined);
		return { record, envelope, time: time ?? -Infinity, turn: time === undefined ? at : -at };
	});
	timed.sort((a, b) => b.time - a.time || a.turn - b.turn);
	const envelope = timed.find((each) => each.envelope !== undefined)?.envelope;
	return timed.map(({ record }, at) => (at === 0 && envelope ? { ...record, envelope } : record));
}

/** A row that the gateway rejected. */
interface RejectedRow {
	phone: string;
	reason: string;
	[field: string]: string;
}

interface RowResult {
	phones: string[];
	rejected: RejectedRow[];
	/** The gateway's messages that name no row; the request's first item outputs them. */
	notes?: string[];
}

/**
 * The result of every row of a request, by input item.
 * @param repeated why to reject a number that an earlier row has put on the same list; without it, such a number counts as
 * accepted
 */
export function rowResults(
	{ tree }: GatewayReply,
	entries: ReadonlyArray<ReadonlyArray<SentRow & { phone: string }>>,
	repeated?: string,
): RowResult[] {
	const { reasons, notes } = tieRowErrors(tree.errors, entries.flat());
	const seen = new Set<string>();
	let position = 0;
	return entries.map((rows, index) => {
		const result: RowResult = { phones: [], rejected: [] };
		if (index === 0 && notes.length > 0) result.notes = notes;
		for (const { phone, list = '' } of rows) {
			const key = `${phone} ${list}`;
			const reason = reasons[position++] ?? (seen.has(key) ? repeated : undefined);
			seen.add(key);
			if (reason === undefined) result.phones.push(phone);
			else result.rejected.push({ phone, reason });
		}
		return result;
	});
}

/** The reply fields that a send's output reads. */
export const SEND_REPLY = ['shipment_id'];

export const missingShipment = ({ tree }: GatewayReply): string | undefined =>
	shipmentIn(tree)
		? undefined
		: 'The service accepted this without a shipment ID. Such messages sometimes go missing: check the delivery reports before you rely on this one or send it again.';

/** The reply fields that the simplified output leaves out, with secrets masked; undefined if there are none. */
export function otherFields(
	{ tree, secrets }: GatewayReply,
	replyFields: readonly string[] | 'all' = [],
): IDataObject | undefined {
	if (replyFields === 'all') return undefined;
	const other = Object.entries(tree).filter(
		([name, value]) => !ALWAYS_READ.has(name) && !replyFields.includes(name) && hasContent(value),
	);
	return other.length > 0
		? (maskValue(Object.fromEntries(other), secrets) as IDataObject)
		: undefined;
}

/** Handled elsewhere: we judge status and message, and match errors to rows. */
const ALWAYS_READ: ReadonlySet<string> = new Set(['status', 'message', 'errors', '$']);

/** The output of a question: what became of it stands before its technical fields, with an answer in columns of its own. */
export function withAnswer(
	{ accepted, phone, result, ...sent }: IDataObject,
	{ outcome, data, ...more }: { outcome: string; data: IDataObject; [field: string]: unknown },
): IDataObject {
	const { choice, text } = data;
	return {
		...{ accepted, phone, result, outcome },
		...(choice !== undefined && { choice }),
		...(text !== undefined && { text }),
		...(more as IDataObject),
		...sent,
		data,
	};
}

/** What a send's reply says of each of its messages; `text` is missing for a call. */
export function acceptedSends(
	{ tree }: GatewayReply,
	sends: ReadonlyArray<{ text?: string }>,
	{ timing, campaign_name: campaignName }: SendSettings,
): IDataObject[] {
	const shared: IDataObject = { shipmentId: shipmentIn(tree) };
	if (timing) shared.scheduledFor = readDate(timing);
	if (campaignName !== undefined) shared.campaignName = campaignName;
	return sends.map(({ text }) => ({
		...shared,
		...(text !== undefined && measureMessage(text)),
	}));
}
