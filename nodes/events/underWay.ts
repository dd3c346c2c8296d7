import type { FunctionsBase, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError, sleep } from 'n8n-workflow';

import type { Arrival } from './arrival';

/** How long a repeat waits for the execution with the same event, before the service has to deliver it again. */
const PATIENCE_MS = 60_000;

/** By workflow and name: resolves when this process is through with the event. */
const underWay = new Map<string, Promise<unknown>>();

const namesIn = (context: FunctionsBase, { id, records }: Arrival) =>
	[id, ...records].map((name) => `${context.getWorkflow().id} ${name}`);

/** Notes that this process holds events, or works on them, `until` it settles. */
export function hold(context: FunctionsBase, arrivals: Arrival[], until: Promise<unknown>): void {
	const names = arrivals.flatMap((arrival) => namesIn(context, arrival));
	for (const name of names) underWay.set(name, until);
	const end = () => {
		for (const name of names) if (underWay.get(name) === until) underWay.delete(name);
	};
	until.then(end, end);
}

/** Whether this process holds the push of a record. */
export const isHeld = (context: FunctionsBase, record: Arrival): boolean =>
	namesIn(context, record).some((name) => underWay.has(name));

/**
 * Waits until no other execution works on these pushes, and notes that this one does. Returns what ends that.
 *
 * @throws NodeOperationError if the others take long: the service then delivers the pushes again
 */
export async function workOn(context: IExecuteFunctions, arrivals: Arrival[]): Promise<() => void> {
	const until = performance.now() + PATIENCE_MS;
	for (;;) {
		const others = arrivals.flatMap((one) => underWay.get(namesIn(context, one)[0] ?? '') ?? []);
		if (others.length === 0) break;
		const left = until - performance.now();
		if (left <= 0) {
			throw new NodeOperationError(
				context.getNode(),
				'Another execution is still working on this event',
				{ description: 'The service will deliver it again.' },
			);
		}
		await Promise.race([Promise.allSettled(others), sleep(left)]);
	}
	let end = () => {};
	hold(context, arrivals, new Promise<void>((resolve) => (end = resolve)));
	return end;
}
