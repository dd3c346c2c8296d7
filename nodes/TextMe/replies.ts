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
 * The records of a reply whose form is not shown. Which part of it they are is a guess, so a reply that has something
 * besides status and text, but nothing that looks like records, is handed on as a whole rather than left out.
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

/** What became of the rows of one input item. */
export interface RowResult {
	/** Phones of the rows that were carried out. */
	phones: string[];
	rejected: RejectedRow[];
	/** What the gateway said without naming a row; with the first item of the request, so that it is not lost. */
	notes?: string[];
}

/**
 * What became of every row of a request, by the item it came from.
 *
 * @param repeated why a row is not carried out whose number the same list has from an earlier item; without it such a row
 * counts as carried out along with the first
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
