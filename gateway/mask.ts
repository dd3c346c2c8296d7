import type { GatewayTree } from './tree';

const MASK = '***';

/** What JSON, XML and addresses write a sign with that cannot stand for itself. */
const ESCAPE = /[\\&%]/;

/** The text without any of the secrets: plainly written ones are masked, and what hides one is masked as a whole. */
export function maskText(text: string, secrets: readonly string[]): string {
	// Nearly all texts hold nothing, and a reply may have a million.
	if (!ESCAPE.test(text) && !secrets.some((secret) => text.includes(secret))) return text;
	const masked = secrets
		.filter((secret) => secret.length > 0)
		// A secret within another must not leave the rest of that behind.
		.sort((a, b) => b.length - a.length)
		.reduce((left, secret) => left.split(secret).join(MASK), text);
	return hides(masked, secrets) ? MASK : masked;
}

/** Any value with the secrets masked in its texts and names, and numbers that are one masked altogether. */
export function maskValue(value: unknown, secrets: readonly string[]): unknown {
	if (secrets.length === 0) return value;
	if (typeof value === 'string') return maskText(value, secrets);
	if (typeof value === 'number') return isOneOf(value, secrets) ? MASK : value;
	if (Array.isArray(value)) return value.map((item: unknown) => maskValue(item, secrets));
	if (typeof value !== 'object' || value === null) return value;
	const masked: Record<string, unknown> = {};
	for (const name of Object.keys(value)) {
		masked[maskText(name, secrets)] = maskValue((value as Record<string, unknown>)[name], secrets);
	}
	return masked;
}

/** Digits beyond the sixteenth get lost in a number. */
const isOneOf = (value: number, secrets: readonly string[]) =>
	secrets.some(
		(secret) => secret === String(value) || (/^\d{16,}$/.test(secret) && Number(secret) === value),
	);

/** Whether a secret stands in a text as JSON, XML or an address would write it, perhaps several times over. */
function hides(text: string, secrets: readonly string[]): boolean {
	if (!ESCAPE.test(text)) return false;
	const plain = withoutEscapes(text);
	return secrets.map(withoutEscapes).some((secret) => secret !== '' && plain.includes(secret));
}

/** How often a text may be written in another. */
const MOST_LAYERS = 3;

function withoutEscapes(text: string): string {
	let plain = text;
	for (let layer = 0; layer < MOST_LAYERS && ESCAPE.test(plain); layer++) {
		plain = plain
			.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => NAMED[name] ?? '')
			.replace(/\\u00([\da-f]{2})|&#x0{0,5}([\da-f]{2});|%([\da-f]{2})/gi, (_, ...hex: string[]) =>
				String.fromCharCode(parseInt(hex.find(Boolean) ?? '', 16)),
			)
			.replace(/&#0{0,5}(\d{2,3});/g, (_, code: string) => String.fromCharCode(Number(code)));
	}
	return plain.replaceAll('\\', '');
}

const NAMED: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
};

/** The one secret that requests carry. Source: specification, "addSub". */
const PASSWORD = 'password';

/** The passwords in a body of any form. */
export function passwordsIn(body: GatewayTree): string[] {
	return Object.entries(body).flatMap(([name, value]) => {
		const children = (Array.isArray(value) ? value : [value]) as unknown[];
		return children.flatMap((child) => {
			if (typeof child === 'object' && child !== null) return passwordsIn(child as GatewayTree);
			return name === PASSWORD && child !== undefined && child !== null ? [String(child)] : [];
		});
	});
}
