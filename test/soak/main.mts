// `npm run test:soak`: the memory of n8n under mixed load, beside the same load on n8n's own nodes. `-- --minutes 5`.
import { parseArgs } from 'node:util';
import { withRealN8n } from '../e2e/harness/realN8n.mts';
import { soak, type SoakResult } from './soak.mts';
import type { Doer } from './workflows.mts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error('Say for how many minutes: -- --minutes 10');

const DOERS: Doer[] = ['TextMe', 'core nodes'];
const results: Partial<Record<Doer, SoakResult>> = {};
for (const doer of DOERS) {
	console.log(`\n=== ${doer}, for ${minutes} minutes`);
	results[doer] = await withRealN8n(async (real) => await soak(real, doer, minutes));
	console.table({ [doer]: results[doer] });
}
console.log('\n=== Memory of n8n in MB');
console.table(results);
process.exit(0);
