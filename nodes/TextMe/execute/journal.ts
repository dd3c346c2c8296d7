import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { drop, inExecution, mark } from '../../memory/slots';
import { runOf } from '../../n8n/insides';
import { MarkList } from '../../n8n/markList';
import type { NodeError } from '../../output/nodeError';
import { notSent } from '../../output/nodeError';
import { notSentBecause } from '../../output/sentence';
import { hashOf } from '../../texts/text';
import type { ToolCall } from '../agent/toolCall';
import type { Operation } from '../operation';
import { outcomeOf, outputOfRow } from '../output/output';
import { messagesOf } from '../run/limits';
import type { Earlier, Row, Run } from '../run/run';
import { failureOf, hasSent, isRefused, isText, mayHaveSent } from '../run/run';
import { linkOf, questionOf } from '../sends/questions';

interface SavedRun {
	runId: string;
	/** By item index. */
	entries: Record<string, Earlier>;
}

/**
 * Remembers which items earlier tries have carried out, so that a retry does not send twice. n8n runs a whole node again with
 * "Retry On Fail", or when a person retries a failed execution; the run index stays the same. Each call of a tool has its own
 * journal, even a repeated call.
 */
export class Journal {
	/** Its name, and a second one for what a person approved: n8n may carry it out several times. See `ToolCall`. */
	private readonly names: readonly [own: string, ...ofApproval: string[]];
	/** The node, or one call of a tool: calls may run side by side. */
	private readonly retried: string;
	private readonly ranIn: Record<string, unknown>;
	/** Whether a person retries another execution. */
	readonly isRetry: boolean;
	private readonly saved: SavedRun | undefined;
	/**
	 * The run ID of the first try, if it left a journal. A retry uses it again: the retry is another execution, but what was sent
	 * has the external IDs of the first one. `now` is new in each try: a schedule must be checked against the present.
	 */
	readonly firstRunId: string | undefined;
	/** What earlier tries did, by item index. An item that is missing is open. */
	readonly earlier: ReadonlyMap<number, Earlier>;

	/**
	 * @param call of a tool
	 * @param kind runs of different kinds know nothing of each other
	 */
	constructor(
		private readonly context: IExecuteFunctions,
		call: ToolCall | undefined,
		{ asks }: Operation,
		kind: string,
	) {
		const own = kind + (call?.id ?? String(runOf(context)));
		this.names = call?.approval === undefined ? [own] : [own, kind + call.approval];
		this.retried = call?.id ?? 'node';
		this.ranIn = inExecution(context, 'ranIn');
		const current = context.getExecutionId();
		this.isRetry = (this.ranIn[this.retried] ??= current) !== current;
		const all = inExecution(context, 'journal');
		const [saved, ofApproval] = this.names.map((name) => all[name] as SavedRun | undefined);
		this.saved = ofApproval ?? saved;
		this.firstRunId = this.saved?.runId;
		const isRepeated = call !== undefined && !ofApproval;
		this.earlier = new Map(
			Object.entries(this.saved?.entries ?? {}).map(([item, entry]) => [
				Number(item),
				isRepeated ? repeated(entry, asks) : entry,
			]),
		);
	}

	/**
	 * Why a retry may not run: an earlier retry of the same execution may have sent more, which stands only in its own data.
	 * Several tries within an execution are one retry.
	 */
	async refusal(node: INode): Promise<NodeError | undefined> {
		const by = String(this.ranIn[this.retried]);
		// Without n8n's database, the retry goes on: a second one is rarer than a busy database.
		const known = await MarkList.of(this.context)
			.record([mark('retry', by, this.retried)])
			.catch(() => new Set());
		if (known.size === 0) {
			this.ranIn[this.retried] = this.context.getExecutionId();
			return undefined;
		}
		return notSent(node, `Execution ${by} was retried before`, {
			description:
				'Nothing was sent. The earlier retry may have sent more: in the list of executions, retry that one instead.',
		});
	}

	/** Saves the journal, because n8n may run the node again. */
	keep(run: Run): void {
		this.save(run, this.names);
	}

	/** Deletes the journal when n8n has no reason to run the node again, except with the same approval. */
	end(run: Run): void {
		const [own, ...ofApproval] = this.names;
		if (ofApproval.length > 0) this.save(run, ofApproval);
		drop(this.context, 'journal', own);
	}

	private save(run: Run, names: readonly string[]): void {
		const entries = { ...this.saved?.entries };
		for (const row of run.rows) {
			if (hasSent(row)) entries[row.itemIndex] = row.earlier ?? entryOf(run, row);
		}
		if (Object.keys(entries).length === 0) return;
		const saved = inExecution(this.context, 'journal');
		for (const name of names) saved[name] = { runId: run.runId, entries };
	}
}

function entryOf(run: Run, row: Row): Earlier {
	const sent = row.parts.filter(mayHaveSent).filter(isText);
	const failure = failureOf(row);
	const isInDoubt = failure?.kind === 'unknown';
	return {
		output: outputOfRow(run, row),
		outcome: outcomeOf(run.operation, row),
		messages: messagesOf(run, row),
		texts: sent.map((text) => ({ to: text.to, hash: hashOf(text) })),
		isPartial: !isInDoubt && row.parts.some((part) => isText(part) && isRefused(part)),
		question: questionOf(run, row),
		link: linkOf(row),
		doubt: isInDoubt ? failure.error.message : undefined,
	};
}

/** What a model gets that repeats a call. The link of a question has ended, so nobody could answer again. */
const repeated = (entry: Earlier, asks: boolean | undefined): Earlier => ({
	...entry,
	output: entry.output.map(asks && entry.outcome === 'asked' ? askedBefore : doneBefore),
	link: undefined,
});

const ASKED_BEFORE =
	'this question was asked before in this execution, and its first result counts';

const askedBefore = (item: INodeExecutionData): INodeExecutionData => {
	const { phone } = item.json;
	const result = notSentBecause(ASKED_BEFORE);
	return { ...item, json: { accepted: false, phone, result, details: { skipped: true } } };
};

/** The first result again. */
const doneBefore = (item: INodeExecutionData): INodeExecutionData => ({
	...item,
	json: { ...item.json, note: 'Sent before in this run. Nothing was sent again.' },
});
