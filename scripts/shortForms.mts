import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Slow commands of the documentation, with arguments by which CI tries them in less than a minute. */
export const SHORT_FORMS: Record<string, string[]> = {
	'npm run contract': ['--out', join(tmpdir(), 'contract-transcript.json')],
	'npm run bench': ['--only', 'package'],
	'node scripts/installed.mjs test/soak/main.mts': ['--quick'],
	'node scripts/installed.mjs test/mutation/main.mjs': ['nodes/planning/watchPace.ts'],
};
