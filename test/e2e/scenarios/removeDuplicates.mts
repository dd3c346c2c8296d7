import { writeTime } from '../../../sandbox/israelTime.mts';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCollector } from '../../storm/collector.mts';
import { scenario } from '../harness/realN8n.mts';
import { until } from '../../../demo/until.mts';
import { activated, callNode, node, pushTrigger, workflowOf } from '../harness/triggerWorkflow.mts';

/** Parameters of Remove Duplicates, by the kind of data that it stores for the whole workflow. */
const KEPT = {
	dates: { logic: 'removeItemsUpToStoredDate', dateDedupeValue: '={{ $json.date }}', options: {} },
	fewKeys: { dedupeValue: '={{ $json.phone }}', options: { historySize: 1 } },
};

/** Five consecutive seconds, starting 30 s ago. */
const dates = Array.from({ length: 5 }, (_, n) =>
	writeTime(Date.now() - 30_000 + n * 1_000, 'second'),
);

/** The trigger beside a Remove Duplicates node that stores data for the whole workflow. */
await scenario(async (real) => {
	const seen: Record<string, string[]> = {};
	for (const [name, { options, ...parameters }] of Object.entries(KEPT)) {
		const collector = await startCollector();
		const report = callNode(
			'Report',
			`=${collector.url}/?event={{ $json.message }}&execution={{ $execution.id }}`,
		);
		const unique = node(
			'Remove Duplicates',
			'n8n-nodes-base.removeDuplicates',
			{
				operation: 'removeItemsSeenInPreviousExecutions',
				...parameters,
				options: { ...options, scope: 'workflow' },
			},
			{ typeVersion: 2 },
		);
		await activated(
			real.rest,
			workflowOf(name, [pushTrigger(name, { events: ['incomingMessage'] })], [report, unique]),
		);
		const push = async (n: number) => {
			const phone = `9725012345${String(60 + n)}`;
			const body = new URLSearchParams({
				message: `event-${n}`,
				date: dates[n] ?? '',
				phone,
				dest: '0559000100',
			});
			await fetch(`${real.n8n.url}/webhook/${name}`, { method: 'POST', body });
			await until(() => collector.seen.has(`event-${n}`));
		};
		for (const n of [0, 1, 2, 3, 0, 1]) await push(n);
		await real.n8n.kill();
		await real.startAgain();
		for (const n of [0, 1, 2, 3, 4]) await push(n);
		await sleep(2_000);
		collector.close();
		seen[name] = [...collector.seen].flatMap(([event, executions]) => executions.map(() => event));
	}
	return seen;
});
