const MASK = '***';

/** The text without any of the secrets. */
export function maskText(text: string, secrets: readonly string[]): string {
	return (
		secrets
			.filter((secret) => secret.length > 0)
			// A secret within another must not leave the rest of that behind.
			.sort((a, b) => b.length - a.length)
			.reduce((masked, secret) => masked.split(secret).join(MASK), text)
	);
}

/** Any value with the secrets masked in its texts, and numbers that are one masked altogether. */
export function maskValue(value: unknown, secrets: readonly string[]): unknown {
	if (secrets.length === 0) return value;
	if (typeof value === 'string') return maskText(value, secrets);
	if (typeof value === 'number') return secrets.includes(String(value)) ? MASK : value;
	if (Array.isArray(value)) return value.map((item: unknown) => maskValue(item, secrets));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [name, maskValue(inner, secrets)]),
	);
}
