import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, freemem, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';

const root = join(__dirname, '..', '..', '..');

/** Under such load, another n8n would only slow the running ones. */
const isBusy = () => (loadavg()[0] ?? 0) > 4 * availableParallelism() || freemem() < 1_000_000_000;
/** Seconds: something else may load the machine. */
const MOST_WAITS = 180;

/** Runs `test/e2e/scenarios/<name>.mts` and returns its report. If it fails, throws with its output. */
export async function runScenario<Report>(name: string, ...more: string[]): Promise<Report> {
	for (let waited = 0; isBusy() && waited < MOST_WAITS; waited++) await sleep(1_000);
	const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-textme-scenario-'));
	const reportFile = join(folder, 'report.json');
	try {
		const scenario = join('test', 'e2e', 'scenarios', `${name}.mts`);
		await execa('tsx', [scenario, reportFile, ...more], {
			cwd: root,
			preferLocal: true,
			stdin: 'ignore',
		});
		return JSON.parse(await readFile(reportFile, 'utf8')) as Report;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** The report of a scenario that runs once for all tests of a suite. */
export function useScenario<Report>(name: string): () => Report {
	let report: Report;
	beforeAll(async () => {
		report = await runScenario<Report>(name);
	});
	return () => report;
}
