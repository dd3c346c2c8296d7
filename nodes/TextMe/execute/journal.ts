import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { runOf } from '../../answers/answerLink';
import { MarkList } from '../../memory/markList';
import { drop, inExecution, mark } from '../../memory/slots';
import type { ToolCall } from '../agent/toolCall';
import { outputOfRow } from '../output/item';
import type { Fate, Skipped } from '../run/fate';
import { hasSent, isText } from '../run/row';
import type { Row } from '../run/row';
import type { Run } from '../run/run';

/** What the journal stores of an item that was carried out, or may have been. */
interface Entry {
	notes: Note[];
	output: INodeExecutionData[];
}

interface SavedRun {
	/** The execution that saved it. */
	by: string;
	runId: string;
	entries: Record<string, Entry>;
}

/** A fate as plain data, with what is known of its text. */
interface Note {
	place: number | undefined;
	earlierKeys?: string[] | undefined;
	fate: SavedAccepted | Skipped | SavedFailure;
}

interface SavedAccepted {
	kind: 'accepted';
	at?: number;
	isScheduled?: boolean;
	onlyChecked?: string | undefined;
}

interface SavedFailure {
	kind: 'refused' | 'unknown';
	message: string;
	description: string;
	details: IDataObject;
	externalIds?: string[];
	at?: number;
}

/**
 * Remembers which items earlier tries have carried out, so that a retry does not send twice. n8n runs a whole node again with
 * "Retry On Fail", or when a person retries a failed execution; the run index stays the same. Each call of a tool has its own
 * journal, even a repeated call. A rehearsal has its own journal too, because it texted nobody else.
 */
export class Journal {
	private readonly name: string = '';

	/** A second name, for what a person approved: n8n may carry it out several times. See `ToolCall`. */
	private readonly ofApproval: string | undefined;

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
		if (!isKept) return;
		const kind = isRehearsed ? 'rehearsal' : 'run';
		this.name = kind + (call?.id ?? String(runOf(context)));
		this.ofApproval = call?.approval && kind + call.approval;
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
		const { by } = this.savedAs(this.name) ?? {};
		const own = this.context.getExecutionId();
		if (by === undefined || by === own) return undefined;
		const [any, ours] = [mark('retry', by, this.name), mark('retry', by, this.name, own)];
		const list = MarkList.of(this.context, 'node');
		// Without n8n's database, the retry goes on: a second one is rarer than a busy database.
		const known = await list.record([any, ours]).catch(() => new Set<string>());
		if (!known.has(any) || known.has(ours)) return undefined;
		return new NodeOperationError(node, `Execution ${by} was retried before`, {
			description:
				'Nothing was sent. The earlier retry may have sent more: in the list of executions, retry that one instead.',
		});
	}

	private get saved(): SavedRun | undefined {
		return this.savedAs(this.ofApproval) ?? this.savedAs(this.name);
	}

	private savedAs(name = ''): SavedRun | undefined {
		return this.isKept ? (inExecution(this.context, 'journal')[name] as SavedRun) : undefined;
	}

	private get entries(): Record<string, Entry> {
		return this.saved?.entries ?? {};
	}

	get done(): Map<number, Entry> {
		return new Map(Object.entries(this.entries).map(([item, entry]) => [Number(item), entry]));
	}

	restore({ node, isTool, operation }: Run, row: Row, { notes, output }: Entry): void {
		const { itemIndex } = row;
		const wasAsked = notes.some(({ fate }) => fate.kind === 'accepted');
		if (isTool && operation.asks && wasAsked) {
			// Its link has ended, so nobody could answer again.
			row.parts = [{ itemIndex, fate: ASKED_BEFORE }];
			return;
		}
		const texts = row.parts.filter(isText);
		row.parts = notes.map(({ place, earlierKeys, fate: saved }) => ({
			itemIndex,
			...texts.find((text) => text.place === place),
			earlierKeys,
			fate: 'message' in saved ? asFailure(node, saved) : saved,
		}));
		const isRepeated = isTool && !this.savedAs(this.ofApproval);
		row.earlierOutput = isRepeated ? output.map(doneBefore) : output;
	}

	/** Saves the journal, because n8n may run the node again. */
	keep(run: Run): void {
		this.save(run, this.name);
		this.save(run, this.ofApproval);
	}

	/** Deletes the journal when n8n has no reason to run the node again, except with the same approval. */
	end(run: Run): void {
		this.save(run, this.ofApproval);
		if (this.isKept) drop(this.context, 'journal', this.name);
	}

	private save(run: Run, name: string | undefined): void {
		if (!this.isKept || name === undefined) return;
		const entries = this.entries;
		for (const row of run.rows) {
			if (hasSent(row)) entries[row.itemIndex] ??= entryOf(run, row);
		}
		if (Object.keys(entries).length === 0) return;
		inExecution(this.context, 'journal')[name] = {
			by: this.context.getExecutionId(),
			runId: run.runId,
			entries,
		};
	}
}

const entryOf = (run: Run, row: Row): Entry => ({
	notes: row.parts.flatMap((part) => {
		const { earlierKeys, fate } = part;
		const place = isText(part) ? part.place : undefined;
		return fate ? { place, earlierKeys, fate: asData(fate) } : [];
	}),
	output: outputOfRow(run, row),
});

function asData(fate: Fate): Note['fate'] {
	if (fate.kind === 'accepted') {
		const { kind, at, isScheduled, onlyChecked } = fate;
		return { kind, at, isScheduled, onlyChecked };
	}
	if (fate.kind === 'skipped') return fate;
	const { kind, error, externalIds, at } = fate;
	const { message, description } = error;
	const details = { ...error.context } as IDataObject;
	return { kind, message, description: description ?? '', details, externalIds, at };
}

/** An error about several items has no item. Its details say which item it is about, if any. */
function asFailure(node: INode, saved: SavedFailure): Fate {
	const { kind, message, description, details, externalIds, at } = saved;
	const error = new NodeOperationError(node, message, { description });
	Object.assign(error.context, details);
	return { kind, error, externalIds, at };
}

const ASKED_BEFORE: Fate = {
	kind: 'skipped',
	why: 'sentBefore',
	reason: 'this question was asked before in this execution, and its first result counts',
};

/** The first result again, for a model that repeats a call. */
const doneBefore = (item: INodeExecutionData): INodeExecutionData => ({
	...item,
	json: { ...item.json, note: 'Sent before in this run. Nothing was sent again.' },
});
