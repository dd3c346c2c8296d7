import type { INodeExecutionData } from 'n8n-workflow';

import { notSentBecause, REASONS } from '../../output/sentence';
import type { Skip } from '../../output/sentence';
import type { NodeError } from '../../output/nodeError';
import { outcomeOf, resultOfError } from '../../output/nodeError';

/** What happened to a text, or to another request's entry. Without a fate, nothing was sent. */
export type Fate = Accepted | Checked | Skipped | Failed;

/** A rehearsal that has sent enough sends no more. */
interface Checked {
	kind: 'checked';
}

export interface Accepted {
	kind: 'accepted';
	/**
	 * What the reply says, made when it arrives, so that memory does not hold both: of a send, beside its recipients. Missing if
	 * an earlier try sent it.
	 */
	pieces?: INodeExecutionData[] | undefined;
	/** About the reply. */
	warning?: string | undefined;
	/** When the text goes out (milliseconds since 1970): at acceptance, or as scheduled. */
	at?: number;
	/** Whether the service sends it later. */
	isScheduled?: boolean;
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

/** A text, or an entry of another request. */
export interface Part {
	readonly itemIndex: number;
	fate?: Fate;
	/** Of a question by text: keys of what the person had written before. */
	earlierKeys?: string[] | undefined;
}

export const failed = (error: NodeError, externalIds?: string[]): Failed => ({
	kind: outcomeOf(error) === 'unknown' ? 'unknown' : 'refused',
	error,
	externalIds,
});

/** What became of a text, in one sentence. */
export function resultOf(fate: Fate): string {
	if (fate.kind === 'accepted') return 'Accepted';
	if (fate.kind === 'checked') return 'Only checked: nothing was sent';
	if (fate.kind === 'skipped') return notSentBecause(fate.reason ?? REASONS[fate.why]);
	return resultOfError(fate.error);
}

/** Whether somebody was texted, or may have been. */
export const mayHaveSent = ({ fate }: Pick<Part, 'fate'>): boolean =>
	fate?.kind === 'unknown' || isSent(fate);

/** Whether the service refused a text, by itself or with its request, or would have. */
export const isRefused = ({ fate }: Pick<Part, 'fate'>): boolean =>
	fate?.kind === 'refused' || (fate?.kind === 'skipped' && fate.why === 'rejected');

/** When it goes out, or went out; `now` if unknown. */
export const sentAt = ({ fate }: Pick<Part, 'fate'>, now: number): number =>
	(fate && 'at' in fate ? fate.at : undefined) ?? now;

/** Whether the service accepted it. */
export const isSent = (fate: Fate | undefined): boolean => fate?.kind === 'accepted';
