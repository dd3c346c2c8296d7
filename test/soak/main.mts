// Measures n8n's memory under mixed load, and then under the same load on n8n's own nodes:
// `npm run build && node scripts/installed.mjs test/soak/main.mts`. `--minutes 5` sets the time per load. `--quick` only checks
// that the first load works: its figures mean nothing.
import { parseArgs } from 'node:util';
import { withRealN8n } from '../e2e/harness/realN8n.mts';
import { soak, type Pace, type SoakResult } from './soak.mts';
import type { Doer } from './workflows.mts';

const { values } = parseArgs({
	options: {
		minutes: { type: 'string', default: '10' },
		quick: { type: 'boolean', default: false },
	},
});
const pace: Pace = values.quick
	? { minutes: 0.1, settleMs: 0, restMs: 0 }
	: { minutes: Number(values.minutes), settleMs: 20_000, restMs: 60_000 };
if (!(pace.minutes > 0)) throw new Error('Say for how many minutes: -- --minutes 10');

const DOERS: Doer[] = values.quick ? ['TextMe'] : ['TextMe', 'core nodes'];
const results: Partial<Record<Doer, SoakResult>> = {};
for (const doer of DOERS) {
	console.log(`\n=== ${doer}, for ${pace.minutes} minutes`);
	results[doer] = await withRealN8n(async (real) => await soak(real, doer, pace));
	console.table({ [doer]: results[doer] });
}
console.log('\n=== Memory of n8n in MB');
console.table(results);
const failed = Object.values(results).reduce((sum, result) => sum + result.failed, 0);
process.exit(failed === 0 ? 0 : 1);
