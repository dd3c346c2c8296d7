import type { INodeExecutionData } from 'n8n-workflow';

import type { Recipient } from '../../../gateway/deliveryOutcome';
import { mayHaveSent } from '../../sending/fate';
import type { Wait, Watch } from '../../waiting/wait';
import type { Item } from './item';
import type { Run } from './run';

/** The deliveries to wait for, one item for each input item; `undefined` when there are none. */
export function waitForDelivery(run: Run, output: INodeExecutionData[]): Watch | undefined {
	const now = Date.now();
	const items = run.items.map((item, itemIndex) => {
		const { json } = output[itemIndex] ?? { json: {} };
		const wait = item && deliveryOf(run, item, now);
		return { json, wait };
	});
	if (items.every(({ wait }) => wait === undefined)) return undefined;
	// A report is listed under the time of its message, which an earlier try may have sent.
	return { since: run.began, stopOnDoubt: !run.context.continueOnFail(), items };
}

function deliveryOf(
	run: Run,
	{ itemIndex, value, common: { onBehalfOf, timeoutSeconds } }: Item,
	now: number,
): Wait | undefined {
	const recipients = recipientsOf(run, itemIndex);
	const { limit = 0, at = now } = run.operation.delivery?.(value) ?? {};
	if (recipients.length === 0) return undefined;
	const begin = Math.max(now, at);
	return { recipients, begin, until: begin + limit, onBehalfOf, timeoutSeconds };
}

/**
 * The recipients of a send that was accepted, or whose outcome is unknown. In a rehearsal, the reports name the one phone, and
 * there are none for what was only checked.
 */
function recipientsOf({ rehearsal, fates }: Run, itemIndex: number): Recipient[] {
	return fates.ofItem(itemIndex).flatMap(({ fate, texts }) =>
		mayHaveSent(fate)
			? texts.flatMap(({ to }) => {
					if (!('phone' in to)) return [];
					const { phone, externalId = '' } = to;
					return rehearsal === undefined ? { phone, externalId } : { externalId };
				})
			: [],
	);
}
