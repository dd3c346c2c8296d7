import type { GatewayTree } from '../values/tree';
import { decodeEntities } from './xml';

const MASK = '***';

/** The characters that begin an escape in JSON, XML and URLs. */
const ESCAPE = /[\\&%]/;

/** Whether a text may contain a secret, plain or escaped. If so, mask every part taken out of it. */
export const mayHold = (text: string, secrets: readonly string[]): boolean =>
	ESCAPE.test(text) || secrets.some((secret) => text.includes(secret));

/** Masks the secrets in a text. If one is escaped, masks the whole text. */
export function maskText(text: string, secrets: readonly string[]): string {
	// Saves time: a reply may have a million texts, and nearly all are without a secret.
	if (!mayHold(text, secrets)) return text;
	const masked = secrets
		.filter((secret) => secret.length > 0)
		// The longest first: otherwise masking a shorter secret leaves the rest of a longer one visible.
		.sort((a, b) => b.length - a.length)
		.reduce((left, secret) => left.split(secret).join(MASK), text);
	return hides(masked, secrets) ? MASK : masked;
}

/** Masks the secrets in texts, names and numbers of a value. */
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

/** A number keeps only 16 digits, so compare long secrets as numbers. */
const isOneOf = (value: number, secrets: readonly string[]) =>
	secrets.some(
		(secret) => secret === String(value) || (/^\d{16,}$/.test(secret) && Number(secret) === value),
	);

/** Whether a text contains a secret escaped for JSON, XML or a URL, even several times over. */
function hides(text: string, secrets: readonly string[]): boolean {
	if (!ESCAPE.test(text)) return false;
	const plain = withoutEscapes(text);
	return secrets.map(withoutEscapes).some((secret) => secret !== '' && plain.includes(secret));
}

/** Our own limit for layers of escaping, so that no text takes long. */
const MAX_LAYERS = 4;

function withoutEscapes(text: string): string {
	let plain = text;
	for (let layer = 0; layer < MAX_LAYERS && ESCAPE.test(plain); layer++) {
		plain = decodeEntities(plain).replace(/(?:\\u00|%)([\da-f]{2})/gi, (_, hex: string) =>
			String.fromCharCode(parseInt(hex, 16)),
		);
	}
	return plain.replaceAll('\\', '');
}

/** The only secret in the body of a request. Source: specification, "addSub". */
const PASSWORD = 'password';

export function passwordsIn(body: GatewayTree): string[] {
	return Object.entries(body).flatMap(([name, value]) => {
		const children = (Array.isArray(value) ? value : [value]) as unknown[];
		return children.flatMap((child) => {
			if (typeof child === 'object' && child !== null) return passwordsIn(child as GatewayTree);
			return name === PASSWORD && child !== undefined && child !== null ? [String(child)] : [];
		});
	});
}
