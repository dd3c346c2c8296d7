/** Three significant digits, with a separator between thousands. */
export function figure(value: number | null | undefined): string {
	if (value === null || value === undefined || !Number.isFinite(value)) return '-';
	const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
	return value.toLocaleString('en-US', {
		minimumFractionDigits: digits,
		maximumFractionDigits: digits,
	});
}

export const count = (value: number): string => value.toLocaleString('en-US');
