import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Fate, Skipped } from '../../sending/fate';
import type { Text } from '../../sending/text';
import { toolCall } from '../agent/toolCall';
import { outputOfItem } from './outputs';
import type { Run } from './run';

/** What is kept of an item that was carried out, or may have been. */
interface Entry {
	notes: Note[];
	/** What came out for it. */
	output: INodeExecutionData[];
}

/** A fate as data, and the places of its texts. */
interface Note {
	places: number[];
	fate: Accepted | Skipped | KeptFailure;
}

type Accepted = Extract<Fate, { kind: 'accepted' }>;

interface KeptFailure {
	kind: 'refused' | 'unknown';
	message: string;
	description: string;
	details: IDataObject;
	externalIds?: string[];
}

/**
 * What earlier tries of a run have carried out, so that a retry sends nothing again. n8n runs a whole node again with "Retry On
 * Fail", and when a person retries a failed execution, both times with the same run index. For a tool, each call is a run of
 * its own, even a repeated one. A rehearsal has a journal of its own: what it did is not done.
 */
export class Journal {
	private readonly store: Record<string, unknown>;
	private readonly name: string;

	/** @param isKept not for a run that may be repeated as a whole, nor without an execution */
	constructor(
		context: IExecuteFunctions,
		private readonly isKept: boolean,
		isTool: boolean,
		isRehearsed: boolean,
	) {
		this.store = isKept ? context.getContext('node') : {};
		const of = !isKept
			? ''
			: isTool
				? toolCall(context)
				: context.getWorkflowDataProxy(0).$runIndex;
		this.name = `${isRehearsed ? 'rehearsal' : 'journal'}${of}`;
	}

	/**
	 * When the first try of the run began (milliseconds since 1970), and its ID, if it left a journal. A retry keeps its times,
	 * and its IDs: n8n makes another execution of it, and what was sent has the IDs of the first one.
	 */
	get firstTry(): Pick<Run, 'began' | 'runId'> | undefined {
		return this.store[`${this.name}First`] as Pick<Run, 'began' | 'runId'> | undefined;
	}

	private get entries(): Record<string, Entry> {
		return (this.store[this.name] ?? {}) as Record<string, Entry>;
	}

	/** The items that earlier tries have carried out. */
	get done(): number[] {
		return this.isKept ? Object.keys(this.entries).map(Number) : [];
	}

	/** Notes what earlier tries did for an item. */
	restore({ node, fates, isTool }: Run, itemIndex: number, texts: readonly Text[]): void {
		const { notes = [], output = [] } = this.entries[itemIndex] ?? {};
		for (const { places, fate } of notes) {
			const own = texts.filter(({ place }) => places.includes(place));
			if ('message' in fate) {
				const { kind, message, description, details, externalIds } = fate;
				const error = new NodeOperationError(node, message, { itemIndex, description });
				Object.assign(error.context, details);
				fates.note(itemIndex, { kind, error, externalIds }, own);
			} else {
				fates.note(itemIndex, fate, own);
			}
		}
		fates.keepOutput(itemIndex, isTool ? output.map(sentBefore) : output);
	}

	/** Writes the journal, because n8n may run the node again. */
	keep(run: Run): void {
		if (!this.isKept) return;
		const entries = this.entries;
		for (let itemIndex = 0; itemIndex < run.items.length; itemIndex++) {
			if (!run.fates.mayHaveSent(itemIndex) || entries[itemIndex]) continue;
			entries[itemIndex] = entryOf(run, itemIndex);
		}
		if (Object.keys(entries).length === 0) return;
		this.store[this.name] = entries;
		const { began, runId } = run;
		this.store[`${this.name}First`] = { began, runId };
	}

	/** Deletes the journal, once n8n has no reason to run the node again. */
	delete(): void {
		if (!this.isKept) return;
		delete this.store[this.name];
		delete this.store[`${this.name}First`];
	}
}

const entryOf = (run: Run, itemIndex: number): Entry => ({
	notes: run.fates.ofItem(itemIndex).map(({ fate, texts }) => ({
		places: texts.map(({ place }) => place),
		fate: asData(fate),
	})),
	output: outputOfItem(run, itemIndex),
});

function asData(fate: Fate): Note['fate'] {
	if (!('error' in fate)) return fate;
	const { kind, error, externalIds } = fate;
	const { message, description } = error;
	const details = { ...error.context } as IDataObject;
	return { kind, message, description: description ?? '', details, externalIds };
}

/** Returns the first result again when a model sends an item a second time. */
const sentBefore = (item: INodeExecutionData): INodeExecutionData => ({
	...item,
	json: { ...item.json, note: 'Sent before in this run. Nothing was sent again.' },
});
