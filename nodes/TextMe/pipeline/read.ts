import type { IExecuteFunctions } from 'n8n-workflow';

import { goesOn } from './goesOn';
import { inParallel } from './inParallel';
import { asNodeError } from '../../shared/nodeError';
import type { Operation } from '../operation';
import type { PlannedCall } from './plannedCall';
import { callGateway } from '../../shared/request';
import type { Results } from './results';

/**
 * Makes the requests of a reading operation, some at a time, and notes what they bring in the order of the requests. A
 * run of several requests tells in the editor how far it is.
 */
export async function read(
	context: IExecuteFunctions,
	operation: Operation,
	calls: PlannedCall[],
	results: Results,
): Promise<void> {
	let done = 0;
	const width = calls[0]?.common.concurrentRequests ?? 1;
	const answers = await inParallel(calls, width, async (call) => {
		try {
			const reply = await callGateway(context, { ...call.request, effect: 'read' });
			done++;
			if (calls.length > 1) {
				context.sendMessageToUI(`${operation.action}: ${done} of ${calls.length} requests done`);
			}
			return { call, output: call.output(reply) };
		} catch (caught) {
			const error = asNodeError(context.getNode(), caught, call.members[0]?.itemIndex ?? 0);
			if (!goesOn(context)) throw error;
			return { call, error };
		}
	});
	for (const { call, output, error } of answers) {
		if (output) results.accept(output);
		else for (const { itemIndex } of call.members) results.fail(itemIndex, error);
	}
}
