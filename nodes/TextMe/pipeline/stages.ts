import type { INodeExecutionData } from 'n8n-workflow';

import type { Text } from '../../sending/text';
import type { NodeError } from '../../shared/nodeError';
import type { Watch } from '../../waiting/wait';
import type { SomeOperation } from '../operation';
import type { Batch } from './batch';
import { batchesOf } from './batch';
import { waitForDelivery } from './deliveries';
import { settleDuplicates, withoutDuplicates } from './duplicates';
import { fail } from './fail';
import { withoutHeldBack } from './hours';
import type { Item } from './item';
import { adviseOnUnit, beyondLimits, noteLimited } from './limits';
import { waitForLink } from './links';
import { partsOf, partsOfTexts, textsIn } from './parts';
import { Permission } from './permission';
import { PersonLimits } from './personLimits';
import { skipOddities } from './oddities';
import { readBatches } from './reading';
import { Replies } from './replies';
import type { Run } from './run';
import { withoutSamples } from './samples';
import { sendBatches } from './sendBatches';
import { stopAtRefusals } from './stopping';

type Kind = 'read' | 'write' | 'send' | 'ask';

/** What a run does after its requests. Returns what to wait for. */
export type Ending = (output: INodeExecutionData[]) => Promise<Watch | undefined>;

export const kindOf = (operation: SomeOperation): Kind => {
	if (operation.waiting) return 'ask';
	// Raw requests have no texts.
	return operation.effect === 'send' && !operation.message ? 'write' : operation.effect;
};

/** The stages of a run, by the kind of the operation. */
export const STAGES: Record<Kind, (run: Run, items: Item[]) => Promise<Ending | void>> = {
	async read(run, items) {
		await readBatches(run, permittedBatches(run, items));
	},
	async write(run, items) {
		const permission = permissionOf(run);
		try {
			await sendBatches(run, permittedBatches(run, items, permission));
		} finally {
			permission?.settle();
		}
		stopAtRefusals(run);
	},
	async send(run, items) {
		const permission = permissionOf(run);
		const people = new PersonLimits(run);
		try {
			const { left, repeats } = await withoutDuplicates(run, dueTexts(run, items));
			const due = await withinLimits(run, await people.within(left));
			const parts = partsOfTexts(due, run.items);
			await sendBatches(run, batchesOf(run, permission?.permitted(parts) ?? parts));
			settleDuplicates(run, repeats);
		} finally {
			await people.settle();
			noteLimited(run);
			permission?.settle();
		}
		await adviseOnUnit(run);
		skipOddities(run);
		stopAtRefusals(run);
		return run.waitsForDelivery ? async (output) => waitForDelivery(run, output) : undefined;
	},
	async ask(run, items) {
		const replies = new Replies(run);
		const parts = partsOfTexts(dueTexts(run, items), run.items);
		const permission = permissionOf(run);
		const batches = batchesOf(run, permission?.permitted(parts) ?? parts);
		try {
			await sendBatches(run, await replies.readEarlier(batches));
		} finally {
			permission?.settle();
		}
		return async (output) => {
			await waitForLink(run, output);
			return await replies.watch(output);
		};
	},
};

/** The texts of items that are due, without those to samples. */
function dueTexts(run: Run, items: Item[]): Text[] {
	const textsOf = (item: Item): Text[] => textsIn(run.operation, item) ?? [];
	return withoutSamples(run, withoutHeldBack(run, items, textsOf).flatMap(textsOf));
}

const permissionOf = (run: Run) => (run.isTool ? new Permission(run) : undefined);

function permittedBatches(run: Run, items: Item[], permission = permissionOf(run)): Batch[] {
	const parts = items.flatMap((item) => partsOf(run.operation, item));
	return batchesOf(run, permission?.permitted(parts) ?? parts);
}

/** The texts that may go out: all that are left, or none of them beyond a limit. */
async function withinLimits(run: Run, texts: Text[]): Promise<Text[]> {
	const error = await beyondLimits(run, texts);
	if (error) failAll(run, texts, error);
	return error ? [] : texts;
}

function failAll(run: Run, texts: Text[], error: NodeError): void {
	for (const { item, texts: own } of partsOfTexts(texts, run.items)) {
		fail(run, { item, texts: own }, error);
	}
}
