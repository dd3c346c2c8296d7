import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'expect';
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

const PEOPLE = Array.from({ length: 200 }, (_, n) => `${972501000000 + n}`);
const AT_ONCE = 40;

/** A crowd writes, many of them at a time. */
await withRealN8n(async ({ rest, n8n }) => {
	const inConversations = {
		events: ['incomingMessage'],
		more: { path: 'crowd', quietSeconds: 10 },
	};
	const row = [node('Then', 'n8n-nodes-base.noOp')];
	const workflow = await activated(
		rest,
		workflowOf('Crowd', [pushTrigger('crowd', inConversations)], row),
	);
	const before = await memoryOf(n8n.pid);
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
			while ((await fetch(`${n8n.url}/webhook/crowd`, init)).status !== 200) await sleep(100);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, deliver));
	await eventsOf(rest, workflow, PEOPLE.length);
	clearInterval(watch);
	const all = await outcomes(rest, workflow);
	const phones = all.flatMap(({ events }) => events).map(({ phone }) => phone);
	expect([phones.length, new Set(phones).size]).toEqual([PEOPLE.length, PEOPLE.length]);
	expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['success']));
	expect(all.length).toBe(PEOPLE.length);
	// Megabytes. It was 2,500 when every conversation used its own isolate.
	expect(most - before).toBeLessThan(1_000);
});
