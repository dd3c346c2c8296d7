import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'expect';
import { push } from '../../../bench/triggers.mts';
import { memoryOf } from '../../soak/memory.mts';
import { withRealN8n } from '../harness/realN8n.mts';
import {
	activated,
	eventsOf,
	node,
	outcomes,
	pushTrigger,
	workflowOf,
} from '../harness/triggerWorkflow.mts';

await withRealN8n(async ({ rest, n8n }) => {
	/** Pushes to a new workflow, `atOnce` at a time. Returns the number of executions, and by how many megabytes n8n grew. */
	async function delivered(path: string, parameters: object, pushes: string[], atOnce: number) {
		const trigger = pushTrigger(path, { ...parameters });
		const workflow = await activated(
			rest,
			workflowOf(path, [trigger], [node('Then', 'n8n-nodes-base.noOp')]),
		);
		const before = await memoryOf(n8n.pid);
		let most = before;
		const watch = setInterval(() => {
			void memoryOf(n8n.pid).then((now) => (most = Math.max(most, now)));
		}, 100);
		const headers = { 'content-type': 'application/x-www-form-urlencoded', connection: 'close' };
		const left = [...pushes];
		const deliver = async () => {
			for (let body = left.pop(); body !== undefined; body = left.pop()) {
				const init = { method: 'POST', headers, body };
				// n8n may be too busy. The service retries too.
				while ((await fetch(`${n8n.url}/webhook/${path}`, init)).status !== 200) await sleep(100);
			}
		};
		await Promise.all(Array.from({ length: atOnce }, deliver));
		await eventsOf(rest, workflow, pushes.length);
		clearInterval(watch);
		const all = await outcomes(rest, workflow);
		const events = all.flatMap((execution) => execution.events);
		expect(events).toHaveLength(pushes.length);
		const names = events.map(({ externalId, phone }) => externalId ?? phone);
		expect(new Set(names).size).toBe(pushes.length);
		expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['success']));
		return { executions: all.length, grewBy: most - before };
	}

	const people = Array.from({ length: 200 }, (_, n) =>
		String(
			new URLSearchParams({ phone: `${972501000000 + n}`, dest: '0559000100', message: 'Hi' }),
		),
	);
	const inConversations = { events: ['incomingMessage'], executions: 'conversation' };
	const crowd = await delivered('crowd', inConversations, people, 40);
	expect(crowd.executions).toBeLessThan(100);
	// Megabytes. It was 2,500 when every conversation used its own isolate.
	expect(crowd.grewBy).toBeLessThan(1_000);

	const reports = Array.from({ length: 150 }, () => push());
	const together = await delivered('together', { events: ['deliveryReport'] }, reports, 50);
	// Depends on the machine: at most 20 on a quiet one.
	expect(together.executions).toBeLessThanOrEqual(75);
});
