import { cpus, loadavg, release, totalmem, type } from 'node:os';

export function median(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

export const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

/** Says how far the measurement is. */
export const say = (row: unknown) =>
	console.log(`${new Date().toISOString().slice(11, 19)}  ${JSON.stringify(row)}`);

export const count = (value: number): string => value.toLocaleString('en-US');

/** Three significant digits, with a separator between thousands. */
export function figure(value: number | null | undefined): string {
	if (value === null || value === undefined || !Number.isFinite(value)) return '-';
	const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
	return value.toLocaleString('en-US', {
		minimumFractionDigits: digits,
		maximumFractionDigits: digits,
	});
}

export const machine = () => ({
	processor: cpus()[0]?.model.trim() ?? 'unknown',
	cores: cpus().length,
	memoryGB: Math.round(totalmem() / 2 ** 30),
	system: `${type()} ${release()}`,
	/** Processes that wanted to run. More than a few mean that the figures are noisy. */
	loadAverage: Math.round((loadavg()[0] ?? 0) * 10) / 10,
});
