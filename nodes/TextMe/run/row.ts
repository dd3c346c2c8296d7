import type { INodeExecutionData } from 'n8n-workflow';

import type { Page } from '../../answers/question';
import type { CountedOutcome } from '../../output/sentence';
import type { Text, To } from '../../texts/text';
import type { WatchedQuestion } from '../../waiting/watch';
import type { CommonSettings } from '../options/common';
import type { Sending } from '../operation';
import type { Failed, Part, Skipped } from './fate';
import { isSent, mayHaveSent } from './fate';

export interface Item {
	readonly itemIndex: number;
	/** Of a send. */
	readonly sending?: Sending | undefined;
	readonly common: CommonSettings;
	/** At most one send per key. The user chooses it. */
	readonly key?: string;
	readonly warnings?: ReadonlySet<string>;
}

/** What an earlier try did with an item, as plain data. Such an item is neither read nor carried out again. */
export interface Earlier {
	output: INodeExecutionData[];
	outcome: CountedOutcome;
	/** How many messages went out, or may have. */
	messages: number;
	/** Its texts that went out, or may have. */
	texts: Array<{ to: To; hash: string }>;
	/** Whether other texts of the item were refused, which may go out now. */
	isPartial: boolean;
	/** Whether its idempotency key keeps it from being sent again. */
	isKeyed: boolean;
	/** Its open question, by SMS or by link; `until` in milliseconds since 1970. */
	question?: WatchedQuestion | undefined;
	link?: { page: Page; until: number } | undefined;
	/** The first try's words, if nobody knows whether it was sent. */
	doubt?: string | undefined;
}

/** All that a run knows about an input item. The output, errors, figures and the journal come from it. */
export interface Row {
	readonly itemIndex: number;
	/** Missing if reading the item failed, or skipped it. */
	item?: Item;
	/** The item's texts or entries. If reading failed: a single empty one. */
	parts: Part[];
	earlier?: Earlier;
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
export const hasSent = ({ earlier, parts }: Row): boolean =>
	earlier !== undefined || parts.some(mayHaveSent);

export function failuresOf(rows: readonly Row[]): Array<[Row, Failed]> {
	return rows.flatMap((row) => {
		const failure = failureOf(row);
		return failure ? [[row, failure] as [Row, Failed]] : [];
	});
}

export const externalIdsOf = (texts: ReadonlyArray<{ to: To }>): string[] =>
	texts.flatMap(({ to }) => ('phone' in to ? (to.externalId ?? []) : []));

export type ItemText = Text & Part;
