import type { INodeExecutionData } from 'n8n-workflow';

import type { SendSettings } from '../../../gateway/messages';
import { rowOf } from '../../../gateway/status';
import type { Skip } from '../../output/sentence';
import type { NodeError } from '../../output/nodeError';
import { outcomeOf, statusOf } from '../../output/nodeError';

/** What became of a text, or of an entry of another request. Without one, nothing was sent for it. */
export type Fate = Accepted | Skipped | Failed;

/** The reply to a send. Its output is made when the run ends. */
export interface Answer {
	readonly warning: string | undefined;
	/** What it brings for an item. */
	for(itemIndex: number): INodeExecutionData[];
}

export interface Accepted {
	kind: 'accepted';
	/** The reply, from which the output is made. None if nothing was requested, or an earlier try has sent it. */
	answer?: Answer;
	/** The output of a call, made when its reply came: a list of thousands is not kept twice. */
	pieces?: INodeExecutionData[];
	/** When it goes out (milliseconds since 1970): when it was accepted, or as it is scheduled. */
	at?: number;
	/** Whether nothing was requested, because a rehearsal had sent enough. */
	isOnlyChecked?: boolean;
}

export interface Skipped {
	kind: 'skipped';
	why: Skip;
	/** In place of the usual reason. */
	reason?: string;
	/** The number as it was given, of an item that was not read. */
	phone?: string;
	/** The item whose text this one repeats. */
	duplicateOf?: number;
	/** When the sending hours begin (milliseconds since 1970). */
	opensAt?: number;
}

/** `unknown`: it may have been carried out. */
export interface Failed {
	kind: 'refused' | 'unknown';
	error: NodeError;
	/** The IDs by which to look it up. */
	externalIds?: string[];
	/** When it goes out, if it went through (milliseconds since 1970). */
	at?: number;
}

/** A text, or an entry of another request. */
export interface Part {
	readonly itemIndex: number;
	fate?: Fate;
}

export const failed = (error: NodeError, sent?: Pick<Failed, 'externalIds' | 'at'>): Failed => ({
	kind: outcomeOf(error) === 'unknown' ? 'unknown' : 'refused',
	error,
	...sent,
});

/**
 * Why a refused send is no failure: it could reach nobody. Undefined for a real refusal. The phone of a rehearsal stands for
 * nobody else: what the service says of it is a refusal.
 */
export function skipOf(
	error: NodeError,
	settings: SendSettings,
	isRehearsed: boolean,
): Skip | undefined {
	if (isRehearsed) return undefined;
	const says = rowOf(statusOf(error))?.says;
	if (says === 'blocked') return says;
	return says === 'messagedLately' && settings.temp_bl !== undefined ? says : undefined;
}

/** Whether somebody was texted, or may have been. */
export const mayHaveSent = ({ fate }: Pick<Part, 'fate'>): boolean =>
	fate?.kind === 'unknown' || isSent(fate);

/** Whether the service has accepted it. */
export const isSent = (fate: Fate | undefined): boolean =>
	fate?.kind === 'accepted' && fate.isOnlyChecked !== true;
