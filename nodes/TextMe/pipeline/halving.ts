import type { NodeError } from '../../shared/nodeError';
import { aboutItem, outcomeOf, statusOf } from '../../shared/nodeError';
import { failed } from '../../sending/fate';
import type { Batch } from './batch';
import { failBatch } from './noting';
import type { Part } from './parts';
import type { Run } from './run';

/** The most requests of a run after its first refusal. The halves that are then left are not sent. */
export const MAX_REQUESTS = 200;

interface Fault {
	status: number;
	culprit: Part;
	error: NodeError;
}

// Assumption: refusedAsAWhole
/**
 * Finds the parts for which the gateway refuses a whole request, by halving it until they are alone. Nothing of a refused
 * request was carried out, so everybody else is sent to once.
 */
export class Halving {
	/** The requests since the first refusal; undefined before it. */
	private requests: number | undefined;
	/** Faults that other parts share, such as a sender that is not verified. */
	private readonly faults: Fault[] = [];

	constructor(private readonly run: Run) {}

	count(): void {
		if (this.requests !== undefined) this.requests++;
	}

	/** Whether no more halves are tried. */
	get isOver(): boolean {
		return this.requests !== undefined && this.requests >= MAX_REQUESTS;
	}

	/** Whether a refusal of one part is no reason to keep others from it. A write is halved only if the run goes on anyway. */
	private isHalved(error: NodeError): boolean {
		const { operation, goesOn } = this.run;
		const isOfOne = operation.refusedForOne?.includes(statusOf(error) ?? NaN) === true;
		return isOfOne && outcomeOf(error) === 'rejected' && (goesOn || operation.effect === 'send');
	}

	/** The halves of a request to try; undefined where it fails as a whole. No error: it is known to have a bad part. */
	halvesOf(batch: Batch, error: NodeError | undefined): [Batch, Batch] | undefined {
		const { parts } = batch;
		if (error && !this.isHalved(error)) return undefined;
		if (parts.length < 2 || (error && this.isFaultOfAll(parts, error))) return undefined;
		this.requests ??= 0;
		const middle = Math.ceil(parts.length / 2);
		return [batch.only(parts.slice(0, middle)), batch.only(parts.slice(middle))];
	}

	private isFaultOfAll([first, ...others]: readonly Part[], error: NodeError): boolean {
		const status = statusOf(error) ?? NaN;
		return first !== undefined && others.every((other) => this.isShared(status, first, other));
	}

	private isShared(status: number, culprit: Part, other: Part): boolean {
		const { operation } = this.run;
		return operation.sharesFault?.(status, culprit.entry as object, other.entry as object) === true;
	}

	/** The request without the parts that share a known fault, which fail with it. */
	async withoutKnownFaults(batch: Batch): Promise<Batch | undefined> {
		if (this.faults.length === 0) return batch;
		const refused: Part[] = [];
		const left = batch.parts.filter((part) => {
			const fault = this.faults.find(({ status, culprit }) => this.isShared(status, culprit, part));
			if (!fault) return true;
			this.note(batch, part, fault.error);
			refused.push(part);
			return false;
		});
		await this.run.keys.release(refused.map(({ item }) => item));
		return left.length > 0 ? batch.only(left) : undefined;
	}

	/** Notes a failed request. What is refused for a part of it alone does not stop the run: see `refusedParts`. */
	fail(batch: Batch, error: NodeError): void {
		const [culprit] = batch.parts as [Part];
		if (!this.isHalved(error) || this.run.operation.effect !== 'send') {
			failBatch(batch, error);
			return;
		}
		this.faults.push({ status: statusOf(error) ?? NaN, culprit, error });
		for (const part of batch.parts) this.note(batch, part, error);
	}

	private note(batch: Batch, part: Part, error: NodeError): void {
		const { itemIndex } = part.item;
		const isOfItem = error.context.itemIndex === itemIndex;
		const own = isOfItem ? error : aboutItem(this.run.node, error, itemIndex);
		this.run.fates.note(itemIndex, failed(own, batch.externalIds([part])), part.texts);
	}
}
