import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'expect';
import { memoryOf } from '../harness/memory.mts';
import type { RealN8n } from '../harness/realN8n.mts';
import {
	activated,
	eventsOf,
	node,
	outcomes,
	pushTrigger,
	workflowOf,
} from '../harness/triggerWorkflow.mts';

const PEOPLE = Array.from({ length: 80 }, (_, n) => `${972501000000 + n}`);
const AT_ONCE = 40;

/** A crowd writes, many of them at a time: first each text starts the workflow at once, then it waits for more. */
export async function conversations({ rest, n8n }: RealN8n): Promise<void> {
	const before = await memoryOf(n8n.pid);
	/** Returns how many megabytes n8n grew to. */
	async function crowd(path: string, quietSeconds: number): Promise<number> {
		const parameters = { events: ['incomingMessage'], more: { path, quietSeconds } };
		const row = [node('Then', 'n8n-nodes-base.noOp')];
		const workflow = await activated(rest, workflowOf(path, [pushTrigger(path, parameters)], row));
		let most = before;
		const watch = setInterval(() => {
			void memoryOf(n8n.pid).then((now) => (most = Math.max(most, now)));
		}, 100);
		const left = [...PEOPLE];
		const deliver = async () => {
			for (let phone = left.pop(); phone !== undefined; phone = left.pop()) {
				const body = new URLSearchParams({ phone, dest: '0559000100', message: 'Hi' });
				const init = { method: 'POST', headers: { connection: 'close' }, body };
				// n8n may be too busy. The service retries too.
				while ((await fetch(`${n8n.url}/webhook/${path}`, init)).status !== 200) await sleep(100);
			}
		};
		await Promise.all(Array.from({ length: AT_ONCE }, deliver));
		await eventsOf(rest, workflow, PEOPLE.length);
		clearInterval(watch);
		const all = await outcomes(rest, workflow);
		expect(all.map(({ status }) => status)).toEqual(PEOPLE.map(() => 'success'));
		expect(all.map(({ events }) => events.length)).toEqual(PEOPLE.map(() => 1));
		expect(new Set(all.map(({ events }) => events[0]?.phone)).size).toBe(PEOPLE.length);
		return most - before;
	}
	const atOnce = await crowd('at-once', 0);
	const waiting = await crowd('waiting', 10);
	// Only 20 calls wait at a time. n8n uses about 10 MB for each.
	expect(waiting).toBeLessThan(1.3 * atOnce);
}
