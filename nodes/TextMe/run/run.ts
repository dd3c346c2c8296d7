import type { INodeExecutionData } from 'n8n-workflow';

import type { Page } from '../../answers/page';
import type { NodeError } from '../../output/nodeError';
import { isUnknown, resultOfError } from '../../output/nodeError';
import type { CountedOutcome, Skip } from '../../output/sentence';
import { notSentBecause, REASONS } from '../../output/sentence';
import type { Text, To } from '../../texts/text';
import type { WatchedQuestion } from '../../answers/watch';
import type { ToolCall } from '../agent/toolCall';
import type { Operation, Sending } from '../operation';
import type { CommonSettings, Safeguards } from '../options/common';
import type { Parameters } from '../parameters/parameters';
import type { RunParameters } from '../parameters/runParameters';

export interface Item {
	readonly itemIndex: number;
	/** Of a send. */
	readonly sending?: Sending | undefined;
	/** Of a call: what its parameters are, and the entries of its requests. */
	readonly call?: { value: object; entries: unknown[] } | undefined;
	readonly common: CommonSettings;
	/** At most one send per key. The user chooses it. */
	readonly key?: string;
	readonly warnings?: ReadonlySet<string> | undefined;
}

/** A text, or an entry of another request. Without a fate, nothing was sent. */
export interface Part {
	readonly itemIndex: number;
	fate?: Fate;
	/** Of a question by text: keys of what the person had written before. */
	earlierKeys?: string[] | undefined;
}

export type ItemText = Text & Part;

export const isText = (part: Part): part is ItemText => 'to' in part;

export type Fate = Accepted | SentEarlier | Checked | Skipped | Failed;

export interface Accepted {
	kind: 'accepted';
	/** What the reply says, made when it arrives, so that memory does not hold both: of a send, beside its recipients. */
	pieces: INodeExecutionData[];
	/** About the reply. */
	warning?: string | undefined;
	/** When a text goes out (milliseconds since 1970): at acceptance, or as scheduled. */
	at: number;
	/** Whether the service sends it later. */
	isScheduled: boolean;
}

/** An earlier try sent it. */
interface SentEarlier {
	kind: 'sentEarlier';
}

/** Checked, and not sent: see `limits.ts`. */
interface Checked {
	kind: 'checked';
}

export interface Skipped {
	kind: 'skipped';
	why: Skip;
	/** Instead of the usual reason for `why`. */
	reason?: string;
	/** The item whose text this one repeats. */
	duplicateOf?: number;
	/** When the sending hours begin (milliseconds since 1970). */
	opensAt?: number;
}

/** `unknown`: it may have been carried out, so a retry may send it twice. */
export interface Failed {
	kind: 'refused' | 'unknown';
	error: NodeError;
	/** The external IDs for its delivery report. */
	externalIds?: string[] | undefined;
}

export const failed = (error: NodeError, externalIds?: string[]): Failed => ({
	kind: isUnknown(error) ? 'unknown' : 'refused',
	error,
	externalIds,
});

/** What became of a text, in one sentence. */
export function resultOf(fate: Fate): string {
	if (fate.kind === 'checked') return 'Only checked: nothing was sent';
	if (fate.kind === 'skipped') return notSentBecause(fate.reason ?? REASONS[fate.why]);
	return 'error' in fate ? resultOfError(fate.error) : 'Accepted';
}

/** Whether the service accepted it. */
export const isSent = (fate: Fate | undefined): boolean =>
	fate?.kind === 'accepted' || fate?.kind === 'sentEarlier';

/** Whether somebody was texted, or may have been. */
export const mayHaveSent = ({ fate }: Pick<Part, 'fate'>): boolean =>
	fate?.kind === 'unknown' || isSent(fate);

/** Whether the service refused a text, by itself or with its request, or would have. */
export const isRefused = ({ fate }: Pick<Part, 'fate'>): boolean =>
	fate?.kind === 'refused' || (fate?.kind === 'skipped' && fate.why === 'rejected');

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

/** An item's failure, `unknown` before refused. None if any of its texts was sent. */
export function failureOf({ parts }: Row): Failed | undefined {
	const failures = parts.flatMap(({ fate }) => (fate && 'error' in fate ? fate : []));
	const unknown = failures.find(({ kind }) => kind === 'unknown');
	if (unknown || failures.length === 0) return unknown;
	return parts.some((part) => isText(part) && isSent(part.fate)) ? undefined : failures[0];
}

/** Why an item texts nobody; undefined if it texts somebody, or failed. */
export function skipOf({ parts }: Row): Skipped | undefined {
	const fates = parts.flatMap(({ fate }) => fate ?? []);
	const skips = fates.flatMap((fate) => (fate.kind === 'skipped' ? fate : []));
	if (skips.length === 0 || skips.length < fates.length) return undefined;
	// Report "duplicate" before "blocked": the duplicate's recipient was texted.
	return skips.find(({ why }) => why === 'duplicate') ?? skips[0];
}

/** Whether any text of an item was sent, or may have been. */
export const hasSent = ({ earlier, parts }: Row): boolean =>
	earlier !== undefined || parts.some(mayHaveSent);

export const externalIdsOf = (texts: ReadonlyArray<{ to: To }>): string[] =>
	texts.flatMap(({ to }) => ('phone' in to ? (to.externalId ?? []) : []));

/** An operation as a run carries it out. `calls.ts` and `sends/` make it from texts, fields, request and output. */
export interface Runnable extends Operation {
	/** Reads and checks an item's parameters. Throws a NodeOperationError for what the gateway would refuse. */
	read(
		row: Row,
		parameters: Parameters,
		onBehalfOf: string | undefined,
	): Pick<Item, 'sending' | 'call'> & { parts: Part[] };
	/** Makes the requests for all open parts, and gives them their fates. */
	carryOut(run: Run): Promise<void>;
	/** The output of an item that has neither failed nor been skipped. */
	output(run: Run, row: Row): INodeExecutionData[];
	/** How many messages these parts of an item are. */
	messages(row: Row, parts: readonly Part[]): number;
}

/** One run of the node, with all that its stages may use. */
export interface Run extends Pick<
	RunParameters,
	'context' | 'node' | 'account' | 'runId' | 'isTool' | 'isHumanReview' | 'withoutExecution'
> {
	readonly operation: Runnable;
	/** A model's call that sends or changes something, in an execution. */
	readonly call: ToolCall | undefined;
	/** Whether a failed item becomes an output item instead of stopping the run. */
	readonly continuesOnFail: boolean;
	readonly rows: readonly Row[];
	/** Whether an item has an idempotency key. */
	hasKeys: boolean;
	/** Whether the run has a limit. */
	hasLimits: boolean;
	/** The same for all items: they take no expression. */
	safeguards: Safeguards;
	parameter(field: string, itemIndex: number): unknown;
	/** What to do right before a request. Returns an error if it cannot be made. */
	before?: (parts: readonly Part[]) => Promise<NodeError | undefined>;
	/** The error that stops the run: no further request starts. */
	stop?: NodeError;
}

/**
 * Marks parts as failed. This stops the run, unless the node continues on errors. An unknown error comes before a refusal, because
 * it must stop retries.
 */
export function fail(
	run: Run,
	parts: readonly Part[],
	error: NodeError,
	externalIds?: string[],
): void {
	for (const part of parts) part.fate = failed(error, externalIds);
	if (run.continuesOnFail) return;
	if (!run.stop || (isUnknown(error) && !isUnknown(run.stop))) run.stop = error;
}
