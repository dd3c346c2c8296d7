import { cpus, loadavg, release, totalmem, type } from 'node:os';
import type { Machine } from './results.mts';

export const machine = (): Machine => ({
	processor: cpus()[0]?.model.trim() ?? 'unknown',
	cores: cpus().length,
	memoryGB: Math.round(totalmem() / 2 ** 30),
	system: `${type()} ${release()}`,
	loadAverage: Math.round((loadavg()[0] ?? 0) * 10) / 10,
});
