// Measures n8n's memory under mixed load: `npm run build && node scripts/installed.mjs test/soak/main.mts`. `--minutes 5` sets
// the time. `--quick` only checks that the load works: its figures mean nothing.
import { parseArgs } from 'node:util';
import { withRealN8n } from '../e2e/harness/realN8n.mts';
import { soak, type Pace } from './soak.mts';

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

console.log(`Load for ${pace.minutes} minutes; memory of n8n in MB`);
const result = await withRealN8n(async (real) => await soak(real, pace));
console.table({ TextMe: result });
process.exit(result.failed === 0 ? 0 : 1);
