import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Commands of the documentation that take long, with the arguments by which CI tries in less than a minute whether they work. */
export const SHORT_FORMS: Record<string, string[]> = {
	'npm run contract': ['--out', join(tmpdir(), 'contract-transcript.json')],
	'npm run bench': ['--only', 'package'],
	'node scripts/installed.mjs test/soak/main.mts': ['--quick'],
	'npx stryker run': ['--mutate', 'gateway/lists.ts'],
};
