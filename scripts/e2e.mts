import { availableParallelism, freemem } from 'node:os';
import { parseArgs } from 'node:util';
import { isImage } from '../demo/n8nContainer.mts';
import { N8N_3_PREVIEW, N8N_CHOICE } from '../demo/n8nInstall.mts';
import { patientJestRun } from './jestRun.mts';
import { Steps } from './steps.mts';

// Runs the named projects of jest, so `npm run test:e2e -- queue` runs both. `-- --n8n 3-preview` applies the changes of n8n 3,
// `-- --n8n IMAGE` uses a container.
const { values, positionals: projects } = parseArgs({
	options: { n8n: { type: 'string', default: 'newest' } },
	allowPositionals: true,
});
const { n8n } = values;

/** Tests of what the three patches change: loading and installing nodes, and permission to call a sub-workflow. */
const TOUCHED_BY_N8N_3 = ['communityNodes', 'triggers', 'waits', 'sharedN8n'];
/** How many scenarios at once: more only slow each other down. Each n8n takes up to 900 MB. */
const N8NS = Math.min(availableParallelism(), Math.floor(freemem() / 900_000_000));

const steps = new Steps();
await steps.step(`Tests in a real n8n, ${n8n}: ${projects.join(', ')}`, () =>
	patientJestRun(projects, chosenTests(), {
		workers: Math.max(1, N8NS),
		env: { [N8N_CHOICE]: n8n },
	}),
);
steps.finish();

function chosenTests(): string[] {
	const pathsOf = (names: string[]) => names.map((name) => `test/e2e/${name}\\.test`);
	if (n8n === N8N_3_PREVIEW) return ['--testPathPatterns', ...pathsOf(TOUCHED_BY_N8N_3)];
	// Nothing can be imported from an n8n in a container, and the demo starts its own.
	return isImage(n8n) ? ['--testPathIgnorePatterns', ...pathsOf(['oneEvaluation', 'demo'])] : [];
}
