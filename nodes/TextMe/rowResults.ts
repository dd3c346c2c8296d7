import { tieRowErrors } from '../../gateway/rowErrors';
import type { Row } from '../../gateway/rowErrors';
import type { GatewayReply } from '../shared/request';

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
