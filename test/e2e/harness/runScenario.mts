import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '..', '..', '..');

/** Runs `test/e2e/scenarios/<name>.mts` and returns its report. When it fails, throws with what it printed. */
export async function runScenario<Report>(name: string): Promise<Report> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-textme-scenario-'));
	const reportFile = join(folder, 'report.json');
	try {
		await exitOf(join(root, 'node_modules', '.bin', 'tsx'), [
			join(root, 'test', 'e2e', 'scenarios', `${name}.mts`),
			reportFile,
		]);
		return JSON.parse(await readFile(reportFile, 'utf8')) as Report;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

function exitOf(command: string, args: string[]): Promise<void> {
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'pipe'] });
		let printed = '';
		child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
		child.on('error', reject);
		child.on('exit', (code) => {
			if (code === 0) resolve();
			else reject(new Error(`${args[0]} ended with ${code}:\n${printed}`));
		});
	});
}
