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
import { HourlyLimit } from './hourlyLimit';
import { beyondLimits, noteSent } from './limits';
import { waitForLink } from './links';
import type { Part } from './parts';
import { partsOf, partsOfTexts, textsIn } from './parts';
import { permitted } from './permission';
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
		await readBatches(run, batchesOf(run, permitted(run, partsOfItems(run, items))));
	},
	async write(run, items) {
		try {
			await sendBatches(run, await allowedBatches(run, partsOfItems(run, items)));
		} finally {
			noteSent(run);
		}
		stopAtRefusals(run);
	},
	async send(run, items) {
		const hourly = new HourlyLimit(run);
		try {
			const { left, repeats } = await withoutDuplicates(run, dueTexts(run, items));
			const due = await hourly.within(left);
			await sendBatches(run, await allowedBatches(run, partsOfTexts(due, run.items)));
			settleDuplicates(run, repeats);
		} finally {
			await hourly.settle();
			noteSent(run);
		}
		skipOddities(run);
		stopAtRefusals(run);
		return run.waitsForDelivery ? async (output) => waitForDelivery(run, output) : undefined;
	},
	async ask(run, items) {
		const replies = new Replies(run);
		const parts = partsOfTexts(dueTexts(run, items), run.items);
		const batches = await allowedBatches(run, parts);
		try {
			await sendBatches(run, await replies.readEarlier(batches));
		} finally {
			noteSent(run);
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

const partsOfItems = (run: Run, items: Item[]): Part[] =>
	items.flatMap((item) => partsOf(run.operation, item));

/** The requests for what a model may do, and what is within the limits: all of it, or nothing. */
async function allowedBatches(run: Run, parts: Part[]): Promise<Batch[]> {
	const due = permitted(run, parts);
	const error = await beyondLimits(run, due);
	if (error) failAll(run, due, error);
	return batchesOf(run, error ? [] : due);
}

function failAll(run: Run, parts: Part[], error: NodeError): void {
	for (const { item, texts } of parts) fail(run, { item, texts }, error);
}
