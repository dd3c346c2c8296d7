import { callGateway } from '../../shared/request';
import { concurrencyOf } from '../options/common';
import type { Batch } from './batch';
import { accept, failBatch } from './noting';
import { inParallel } from './inParallel';
import { piecesOf } from './outputs';
import type { Run } from './run';

/**
 * Makes the requests of an operation that reads, several at a time, and notes the results in the order of the requests. A run
 * of several requests shows its progress in the editor.
 */
export async function readBatches(run: Run, batches: Batch[]): Promise<void> {
	const { context, operation } = run;
	let done = 0;
	const width = concurrencyOf(operation, batches[0]?.common);
	const answers = await inParallel(batches, width, async (batch) => {
		try {
			const reply = await callGateway(context, { ...batch.request, effect: 'read' });
			done++;
			if (batches.length > 1) {
				context.sendMessageToUI(`${operation.action}: ${done} of ${batches.length} requests done`);
			}
			return { batch, pieces: piecesOf(batch, reply) };
		} catch (caught) {
			const error = batch.errorOf(caught);
			if (!run.goesOn) throw error;
			return { batch, error };
		}
	});
	for (const { batch, pieces, error } of answers) {
		if (error) failBatch(batch, error);
		else accept(batch, pieces);
	}
}
