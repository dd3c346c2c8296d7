import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';

const root = join(__dirname, '..', '..', '..');

/** Runs `test/e2e/scenarios/<name>.mts` and returns its report. When it fails, throws with what it printed. */
export async function runScenario<Report>(name: string, ...more: string[]): Promise<Report> {
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
