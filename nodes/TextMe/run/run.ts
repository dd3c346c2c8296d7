import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import type { Account } from '../../connection/account';
import type { NodeError } from '../../output/nodeError';
import type { ToolCall } from '../agent/toolCall';
import type { Operation, Sending } from '../operation';
import type { Safeguards } from '../options/common';
import type { Part, Row } from './row';
import { failed } from './row';
import type { Parameters } from '../parameters/parameters';

/** Messages, by what is counted and by run or model call. */
export type SentCounts = Record<string, Record<string, number>>;

/** An operation as a run carries it out. `calls.ts` and `sends/` make it from texts, fields, request and output. */
export interface Runnable extends Operation {
	/** Reads and checks an item's parameters. Throws a NodeOperationError for what the gateway would refuse. */
	read(
		row: Row,
		parameters: Parameters,
		onBehalfOf: string | undefined,
	): { parts: Part[]; sending?: Sending };
	/**
	 * Makes the requests for all open parts, and gives them their fates.
	 * @param before what to do right before a request; an error keeps it back
	 */
	carryOut(run: Run, before?: Before): Promise<void>;
	/** The output of an item that has neither failed nor been skipped. */
	output(run: Run, row: Row): INodeExecutionData[];
	/** How many messages these parts of an item are. */
	messages(row: Row, parts: readonly Part[]): number;
}

export type Before = (parts: readonly Part[]) => Promise<NodeError | undefined>;

/** One run of the node, with all that its stages may use. */
export interface Run {
	readonly context: IExecuteFunctions;
	readonly node: INode;
	readonly resource: string;
	readonly operation: Runnable;
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
	/** What earlier runs of this node sent in the same execution: see `limits.ts`. */
	sentCounts(): SentCounts;
	/** The error that stops the run: no further request starts. */
	stop?: NodeError;
}

/** Marks parts as failed. This stops the run, unless the node continues on errors. */
export function fail(
	run: Run,
	parts: readonly Part[],
	error: NodeError,
	externalIds?: string[],
): void {
	for (const part of parts) part.fate = failed(error, externalIds);
	if (!run.continuesOnFail) run.stop ??= error;
}
