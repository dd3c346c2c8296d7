import type { IDataObject } from 'n8n-workflow';

import { findRecords } from '../../gateway/records';
import type { ReplyTree } from '../../gateway/tree';
import type { GatewayReply } from '../shared/request';

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
