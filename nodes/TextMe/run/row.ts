import type { INodeExecutionData } from 'n8n-workflow';

import type { CommonSettings, SendCare } from '../options/common';
import type { Within } from '../../texts/sendingHours';
import type { Text } from '../../texts/text';
import type { Failed, Part, Skipped } from './fate';
import { mayHaveSent } from './fate';

/** An input item, read and checked. */
export interface Item {
	readonly itemIndex: number;
	/** What the operation read. */
	readonly value: object;
	/** When its messages may go out. */
	readonly within?: Within;
	readonly common: CommonSettings;
	/** Only for sends. */
	readonly care?: SendCare;
	/** Chosen by the user: nothing is sent twice under the same key. */
	readonly key?: string;
	/** What the user should know about it, in sentences. */
	readonly warnings?: ReadonlySet<string>;
	/** Whether an earlier try of the run has carried it out. */
	readonly isDone: boolean;
}

/** An input item, and all that a run knows of it: the output, errors, figures and the journal are told from it. */
export interface Row {
	readonly itemIndex: number;
	/** Missing where it was refused or skipped at reading. */
	item?: Item;
	/** Its texts, or the entries it adds to requests: one without anything if it was not read. */
	parts: Part[];
	/** The execution that carried it out in an earlier try: n8n makes a new one when a person retries. */
	doneBy?: string | undefined;
	/** What an earlier try of the run put out for it. */
	kept?: INodeExecutionData[];
}

const fatesOf = ({ parts }: Row) => parts.flatMap(({ fate }) => fate ?? []);

export const isText = (part: Part): part is ItemText => 'to' in part;

/** The failure of an item; the gravest one if its parts failed in several ways. None if anything of a send got through. */
export function failureOf(row: Row): Failed | undefined {
	const failures = fatesOf(row).flatMap((fate) => ('error' in fate ? fate : []));
	const unknown = failures.find(({ kind }) => kind === 'unknown');
	if (unknown || failures.length === 0) return unknown;
	const isPartial = row.parts.some((part) => part.fate?.kind === 'accepted' && isText(part));
	return isPartial ? undefined : failures[0];
}

/** Why nobody is texted for an item; undefined if somebody is, or the item failed. */
export function skipOf(row: Row): Skipped | undefined {
	const fates = fatesOf(row);
	const skips = fates.flatMap((fate) => (fate.kind === 'skipped' ? fate : []));
	if (skips.length === 0 || skips.length < fates.length) return undefined;
	// "Duplicate" before "blocked": the duplicate's person was texted.
	return skips.find(({ why }) => why === 'duplicate') ?? skips[0];
}

/** Whether anything of an item was sent, or may have been. */
export const hasSent = (row: Row): boolean => row.parts.some(mayHaveSent);

/** The rows with a failure, and it. */
export function failuresOf(rows: readonly Row[]): Array<[Row, Failed]> {
	return rows.flatMap((row) => {
		const failure = failureOf(row);
		return failure ? [[row, failure] as [Row, Failed]] : [];
	});
}

/** A text of an item, and what became of it. */
export type ItemText = Text & Part;
