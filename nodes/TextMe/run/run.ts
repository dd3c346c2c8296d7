import type { IExecuteFunctions, INode } from 'n8n-workflow';

import type { Account } from '../../connection/account';
import type { NodeError } from '../../output/nodeError';
import { outcomeOf } from '../../output/nodeError';
import type { Operation } from '../operation';
import type { Keys } from './keys';
import type { Failed, Part } from './fate';
import { failed } from './fate';
import type { Row } from './row';

/** One run of the node: what every stage may know. */
export interface Run {
	readonly context: IExecuteFunctions;
	readonly node: INode;
	readonly resource: string;
	readonly operation: Operation;
	/** Undefined for a broken credential: the request of each item then raises the error. */
	readonly account: Account | undefined;
	/** See `RunParameters`. */
	readonly runId: string;
	/** The phone that everything goes to in a rehearsal. */
	readonly rehearsal: string | undefined;
	/** Whether a model calls the node as a tool. */
	readonly isTool: boolean;
	/** See `RunParameters`. */
	readonly withoutExecution: boolean;
	/** Whether a failed item comes out with its error instead of stopping the run. */
	readonly goesOn: boolean;
	/** Whether the node waits for delivery. A tool never does: the model can look the delivery up later. */
	readonly waitsForDelivery: boolean;
	/** One for each input item. */
	readonly rows: readonly Row[];
	/** The value of a field as it was given for an item, unchecked. */
	given(field: string, itemIndex: number): unknown;
	readonly keys: Keys;
	/** What earlier passes and calls have sent: see `passes.ts`. */
	passes(): Record<string, Record<string, number>>;
	/** The contacts of contact lists, as far as a rehearsal has counted them. */
	readonly sizes: Map<string, number>;
	/** The error that stops the run: no further request begins. */
	stop?: NodeError;
}

/** Notes that parts of requests failed. Unless the node goes on, this stops the run; where strangers are answered, at its end. */
export function fail(
	run: Run,
	parts: readonly Part[],
	error: NodeError,
	sent?: Pick<Failed, 'externalIds' | 'at'>,
): void {
	const { goesOn, waitsForDelivery, operation } = run;
	for (const part of parts) part.fate = failed(error, sent);
	// The wait for delivery looks up an unknown outcome later.
	const isLookedUp = waitsForDelivery && outcomeOf(error) === 'unknown';
	if (!goesOn && !isLookedUp && operation.answersStrangers !== true) run.stop ??= error;
}
