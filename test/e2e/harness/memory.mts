import { readFile } from 'node:fs/promises';

/** A process's memory in megabytes (Linux, resident set). */
export async function memoryOf(pid: number): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
	if (!kilobytes) throw new Error(`Process ${pid} does not tell its memory.`);
	return Math.round(Number(kilobytes) / 1024);
}
