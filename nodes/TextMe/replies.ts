import type { IDataObject } from 'n8n-workflow';

import { findRecords } from '../../gateway/records';
import { tieRowErrors } from '../../gateway/rowErrors';
import type { Row } from '../../gateway/rowErrors';
import type { ReplyTree, ReplyValue } from '../../gateway/tree';
import type { GatewayReply } from '../shared/request';

/** A figure of a reply as a number; the text itself when it is not one, `undefined` when it is missing. */
export function numberOf(value: ReplyValue | undefined): number | string | undefined {
	if (typeof value !== 'string' || value.trim() === '') return undefined;
	const number = Number(value);
	return Number.isFinite(number) ? number : value;
}

/**
 * The records of a reply whose form is not documented. Where they are in it is a guess: a reply without anything that looks
 * like records comes out as a whole, without its status and text.
 */
export function recordsOf({ tree }: GatewayReply): IDataObject[] {
	const records: ReplyTree[] = findRecords(tree);
	if (records.length > 0) return records;
	const rest = Object.entries(tree).filter(([name]) => !ENVELOPE.has(name));
	return rest.some(([, value]) => hasContent(value)) ? [Object.fromEntries(rest)] : [];
}

/** What every reply has (specification, Common request and response rules). */
const ENVELOPE: ReadonlySet<string> = new Set(['status', 'message']);

const hasContent = (value: unknown): boolean =>
	typeof value === 'object' && value !== null
		? Object.values(value).some(hasContent)
		: String(value ?? '').trim() !== '';

/** A row that the gateway did not carry out. */
export interface RejectedRow {
	phone: string;
	reason: string;
	[field: string]: string;
}

/** The outcome of the rows of one input item. */
export interface RowResult {
	/** Phones of the rows that were carried out. */
	phones: string[];
	rejected: RejectedRow[];
	/** Messages of the gateway that name no row; they come out with the first item of the request. */
	notes?: string[];
}

/**
 * The outcome of every row of a request, by input item.
 *
 * @param repeated the reason to reject a number that an earlier item has put on the same list; without it such a number
 * counts as carried out
 */
export function rowResults(
	{ tree }: GatewayReply,
	entries: ReadonlyArray<ReadonlyArray<Row & { phone: string }>>,
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
