import type { INodeExecutionData } from 'n8n-workflow';

import type { CommonSettings } from '../options/common';
import type { Within } from '../../texts/sendingHours';
import type { Text } from '../../texts/text';
import type { Failed, Part, Skipped } from './fate';
import { isSent, mayHaveSent } from './fate';

export interface Item {
	readonly itemIndex: number;
	/** What the operation's `read` returned. */
	readonly value: object;
	/** When its messages may go out. */
	readonly within?: Within;
	readonly common: CommonSettings;
	/** At most one send per key. The user chooses it. */
	readonly key?: string;
	readonly warnings?: ReadonlySet<string>;
	/** Whether an earlier try carried it out. */
	readonly isDone: boolean;
}

/** All that a run knows about an input item. The output, errors, figures and the journal come from it. */
export interface Row {
	readonly itemIndex: number;
	/** Missing if reading the item failed, or skipped it. */
	item?: Item;
	/** The item's texts or entries. If reading failed: a single empty one. */
	parts: Part[];
	earlierOutput?: INodeExecutionData[];
}

const fatesOf = ({ parts }: Row) => parts.flatMap(({ fate }) => fate ?? []);

export const isText = (part: Part): part is ItemText => 'to' in part;

/** An item's failure, `unknown` before refused. None if any of its texts was sent. */
export function failureOf(row: Row): Failed | undefined {
	const failures = fatesOf(row).flatMap((fate) => ('error' in fate ? fate : []));
	const unknown = failures.find(({ kind }) => kind === 'unknown');
	if (unknown || failures.length === 0) return unknown;
	const isPartial = row.parts.some((part) => isText(part) && isSent(part.fate));
	return isPartial ? undefined : failures[0];
}

/** Why an item texts nobody; undefined if it texts somebody, or failed. */
export function skipOf(row: Row): Skipped | undefined {
	const fates = fatesOf(row);
	const skips = fates.flatMap((fate) => (fate.kind === 'skipped' ? fate : []));
	if (skips.length === 0 || skips.length < fates.length) return undefined;
	// Report "duplicate" before "blocked": the duplicate's recipient was texted.
	return skips.find(({ why }) => why === 'duplicate') ?? skips[0];
}

/** Whether any text of an item was sent, or may have been. */
export const hasSent = (row: Row): boolean => row.parts.some(mayHaveSent);

export function failuresOf(rows: readonly Row[]): Array<[Row, Failed]> {
	return rows.flatMap((row) => {
		const failure = failureOf(row);
		return failure ? [[row, failure] as [Row, Failed]] : [];
	});
}

export type ItemText = Text & Part;
