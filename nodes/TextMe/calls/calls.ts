import { callGateway } from '../../connection/request';
import { concurrencyOf } from '../options/common';
import type { SomeCall } from '../operation';
import { piecesOf } from '../output/item';
import type { Part } from '../run/fate';
import { inParallel } from '../run/inParallel';
import { accept, gather } from '../run/sharedRequest';
import type { Request, Share } from '../run/sharedRequest';
import type { Row } from '../run/row';
import { fail } from '../run/run';
import type { Run } from '../run/run';
import { Sender } from '../sends/sender';
import { noteSent, withinLimits } from '../sends/withinLimits';

/** Carries out an operation that reads or changes the account: items → requests → outputs. */
export async function makeCalls(run: Run, operation: SomeCall): Promise<void> {
	const parts = run.rows.flatMap((row) => partsOf(operation, row));
	if (operation.effect === 'read')
		return await read(run, operation, callRequests(run, operation, parts));
	const allowed = await withinLimits(run, parts);
	try {
		await new Sender(run).make(callRequests(run, operation, allowed));
	} finally {
		noteSent(run);
	}
}

interface Entry extends Part {
	readonly share: Omit<Share, 'parts'>;
}

/** An item's entries for requests; none if an earlier try carried it out, or if reading it failed. */
export function partsOf(operation: SomeCall, row: Row): Entry[] {
	const { item, itemIndex } = row;
	if (!item) return [];
	const entries = operation.entries?.(item.value) ?? [item.value];
	const parts = entries.map((entry) => {
		const settings = operation.settings?.(item.value, entry);
		return { itemIndex, share: { item, entry, settings } };
	});
	row.parts = parts;
	return parts;
}

export function callRequests(run: Run, operation: SomeCall, parts: readonly Entry[]): Request[] {
	const { limit, weight, together } = operation;
	const shares = parts.map((part) => ({ ...part.share, parts: [part] }));
	return gather(run, shares, {
		limit,
		weigh: (entry) => weight?.(entry) ?? 1,
		groupOf: ({ item, settings }) => JSON.stringify([item.common, settings]),
		isSame: (one, other) =>
			one.settings === other.settings && one.item.common === other.item.common,
		together,
	});
}

/** Makes requests that read, several at a time. With several requests, the editor shows the progress. */
async function read(run: Run, { action }: SomeCall, requests: Request[]): Promise<void> {
	const { context, operation, continuesOnFail } = run;
	let [done, hasFailed] = [0, false];
	const width = concurrencyOf(operation, requests[0]?.common);
	const answers = await inParallel(requests, width, async (request) => {
		if (hasFailed && !continuesOnFail) return {};
		try {
			const reply = await callGateway(context, request.call);
			done++;
			if (requests.length > 1) {
				context.sendMessageToUI(`${action}: ${done} of ${requests.length} requests done`);
			}
			return { pieces: piecesOf(request, reply) };
		} catch (caught) {
			hasFailed = true;
			return { error: request.errorOf(caught) };
		}
	});
	for (const [at, answer] of answers.entries()) {
		const request = requests[at] as Request;
		if (answer.error) fail(run, request.parts, answer.error);
		else if (answer.pieces) accept(request, answer.pieces);
	}
}
