import type { IExecuteFunctions, INode } from 'n8n-workflow';

import type { Account } from '../../connection/account';
import type { NodeError } from '../../output/nodeError';
import type { ToolCall } from '../agent/toolCall';
import type { Operation } from '../operation';
import type { Safeguards } from '../options/common';
import type { Keys } from './keys';
import type { Failed, Part } from './fate';
import { failed } from './fate';
import type { Row } from './row';

/** Messages, by what is counted and by run or model call. */
export type SentCounts = Record<string, Record<string, number>>;

/** One run of the node, with all that its stages may use. */
export interface Run {
	readonly context: IExecuteFunctions;
	readonly node: INode;
	readonly resource: string;
	readonly operation: Operation;
	/** Undefined if the credential cannot be read: each item's request then raises the error. */
	readonly account: Account | undefined;
	/** See `RunParameters`. */
	readonly runId: string;
	/** The phone that a rehearsal sends everything to. */
	readonly rehearsal: string | undefined;
	readonly isTool: boolean;
	/** A model's call that sends or changes something, in an execution. */
	readonly call: ToolCall | undefined;
	/** See `RunParameters`. */
	readonly withoutExecution: boolean;
	/** Whether a failed item becomes an output item instead of stopping the run. */
	readonly continuesOnFail: boolean;
	readonly rows: readonly Row[];
	/** The same for all items: they take no expression. */
	safeguards: Safeguards;
	parameter(field: string, itemIndex: number): unknown;
	readonly keys: Keys;
	/** What earlier runs of this node sent in the same execution: see `sentCounts.ts`. */
	sentCounts(): SentCounts;
	/** Contacts per contact list, by `listKey`, as far as a rehearsal has counted them. */
	readonly sizes: Map<string, number>;
	/** The error that stops the run: no further request starts. */
	stop?: NodeError;
}

/** Marks parts as failed. This stops the run, unless the node continues on errors. */
export function fail(
	run: Run,
	parts: readonly Part[],
	error: NodeError,
	sent?: Pick<Failed, 'externalIds' | 'at'>,
): void {
	for (const part of parts) part.fate = failed(error, sent);
	if (!run.continuesOnFail) run.stop ??= error;
}
