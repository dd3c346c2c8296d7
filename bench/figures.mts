export function median(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

export const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

export const say = (row: unknown) =>
	console.log(`${new Date().toISOString().slice(11, 19)}  ${JSON.stringify(row)}`);
