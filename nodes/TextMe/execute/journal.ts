import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { runOf } from '../../answers/answerLink';
import { MarkList } from '../../memory/markList';
import { drop, inExecution, mark } from '../../memory/slots';
import { notSentBecause } from '../../output/sentence';
import { hashOf } from '../../texts/text';
import type { ToolCall } from '../agent/toolCall';
import { outcomeOf, outputOfRow } from '../output/output';
import { messagesOf } from '../run/limits';
import { failureOf, hasSent, isRefused, isText, mayHaveSent } from '../run/row';
import type { Earlier, Row } from '../run/row';
import type { Run } from '../run/run';
import { linkOf, questionOf } from '../sends/questions';

interface SavedRun {
	runId: string;
	/** By item index. */
	entries: Record<string, Earlier>;
}

/**
 * Remembers which items earlier tries have carried out, so that a retry does not send twice. n8n runs a whole node again with
 * "Retry On Fail", or when a person retries a failed execution; the run index stays the same. Each call of a tool has its own
 * journal, even a repeated call. A rehearsal has its own journal too, because it texted nobody else.
 */
export class Journal {
	/** Its name, and a second one for what a person approved: n8n may carry it out several times. See `ToolCall`. */
	private readonly names: string[] = [];
	/** The node, or one call of a tool: calls may run side by side. */
	private readonly retried: string;
	private readonly saved: SavedRun | undefined;
	private readonly isApproved: boolean;

	/**
	 * @param isKept false for a read, which may be repeated, and without an execution
	 * @param call of a tool
	 */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly isKept: boolean,
		call: ToolCall | undefined,
		isRehearsed: boolean,
	) {
		this.retried = call?.id ?? 'node';
		const kind = isRehearsed ? 'rehearsal' : 'run';
		if (isKept) this.names.push(kind + (call?.id ?? String(runOf(context))));
		if (call?.approval !== undefined) this.names.push(kind + call.approval);
		const all: Record<string, unknown> = isKept ? inExecution(context, 'journal') : {};
		const [own, ofApproval] = this.names.map((name) => all[name] as SavedRun | undefined);
		this.saved = ofApproval ?? own;
		this.isApproved = ofApproval !== undefined;
	}

	/**
	 * The run ID of the first try, if it left a journal. A retry uses it again: the retry is another execution, but what was sent
	 * has the external IDs of the first one. `now` is new in each try: a schedule must be checked against the present.
	 */
	get firstRunId(): string | undefined {
		return this.saved?.runId;
	}

	/**
	 * Why a retry may not run: an earlier retry of the same execution may have sent more, which stands only in its own data.
	 * Several tries within an execution are one retry.
	 */
	async refusal(node: INode): Promise<NodeOperationError | undefined> {
		if (!this.isKept) return undefined;
		const own = this.context.getExecutionId();
		const ranIn = inExecution(this.context, 'ranIn') as Record<string, string>;
		const by = (ranIn[this.retried] ??= own);
		if (by === own) return undefined;
		// Without n8n's database, the retry goes on: a second one is rarer than a busy database.
		const marks = [mark('retry', by, this.retried)];
		const list = MarkList.of(this.context);
		const known = await list.record(marks).catch(() => new Set());
		if (known.size === 0) {
			ranIn[this.retried] = own;
			return undefined;
		}
		return new NodeOperationError(node, `Execution ${by} was retried before`, {
			description:
				'Nothing was sent. The earlier retry may have sent more: in the list of executions, retry that one instead.',
		});
	}

	/** What an earlier try did with an item; undefined for one that is open. */
	earlier({ isTool, operation }: Run, { itemIndex }: Row): Earlier | undefined {
		const entry = this.saved?.entries[itemIndex];
		if (!entry || !isTool || this.isApproved) return entry;
		// The link of a question has ended, so nobody could answer again.
		const isAsked = operation.asks && entry.outcome === 'asked';
		const output = entry.output.map(isAsked ? askedBefore : doneBefore);
		return { ...entry, output, link: undefined };
	}

	/** Saves the journal, because n8n may run the node again. */
	keep(run: Run): void {
		this.save(run, this.names);
	}

	/** Deletes the journal when n8n has no reason to run the node again, except with the same approval. */
	end(run: Run): void {
		const [own, ...ofApproval] = this.names;
		this.save(run, ofApproval);
		if (own !== undefined) drop(this.context, 'journal', own);
	}

	private save(run: Run, names: readonly string[]): void {
		if (names.length === 0) return;
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
		isKeyed: row.item?.key !== undefined,
		question: questionOf(run, row),
		link: linkOf(row),
		doubt: isInDoubt ? failure.error.message : undefined,
	};
}

const ASKED_BEFORE =
	'this question was asked before in this execution, and its first result counts';

const askedBefore = (item: INodeExecutionData): INodeExecutionData => {
	const { phone } = item.json;
	const result = notSentBecause(ASKED_BEFORE);
	return { ...item, json: { accepted: false, phone, result, skipped: true } };
};

/** The first result again, for a model that repeats a call. */
const doneBefore = (item: INodeExecutionData): INodeExecutionData => ({
	...item,
	json: { ...item.json, note: 'Sent before in this run. Nothing was sent again.' },
});
