import { readFile, writeFile } from 'node:fs/promises';

/** Resets the peak of a process's memory. Linux only; elsewhere there is no peak to read. */
export async function resetPeak(pid: number): Promise<void> {
	await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined);
}

/** The most memory a process has held since `resetPeak`. */
export async function peakMB(pid: number): Promise<number | null> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
	const [, kB] = /^VmHWM:\s*(\d+) kB$/m.exec(status) ?? [];
	return kB === undefined ? null : Math.round(Number(kB) / 1024);
}
