// 2,000 pushes, a third of them duplicates, against a real n8n that is killed and restarted once:
// `npm run build && node scripts/installed.mjs test/storm/main.mts`.
import { withRealN8n } from '../e2e/harness/realN8n.mts';
import { storm, type StormResult, type StormRun } from './storm.mts';

const RUNS: StormRun[] = [
	// Pushes that n8n answered but had not stored when killed are lost, and it forgets which it had: this run shows how many.
	{ name: 'pushed', poll: false, promises: [] },
	{ name: 'pushed and polled', poll: true, promises: ['lost', 'doubled'] },
];

/** Milliseconds. The service's real delays are undocumented. These outlast a restart of n8n without flooding it. */
const RETRY_DELAYS = [5, 10, 20, 40, 60, 60, 60, 60, 60, 60].map((seconds) => seconds * 1_000);

/** Without a limit, n8n works on all pushes at once and waits for its own database until it gives up. */
const ENV = { N8N_CONCURRENCY_PRODUCTION_LIMIT: '10' };

const results: Record<string, StormResult> = {};
const broken: string[] = [];
for (const run of RUNS) {
	console.log(`\n=== ${run.name}`);
	const result = await withRealN8n(async (real) => await storm(real, run), {
		env: ENV,
		sandbox: { pushRetryDelaysMs: RETRY_DELAYS },
	});
	results[run.name] = result;
	console.table({ [run.name]: result });
	for (const promise of run.promises) {
		if (result[promise] > 0) broken.push(`${run.name}: ${result[promise]} ${promise}`);
	}
}

console.log('\n=== Summary');
console.table(results);
console.log(
	broken.length === 0 ? 'Everything promised holds.' : `Broken promises: ${broken.join('; ')}`,
);
process.exit(broken.length === 0 ? 0 : 1);
