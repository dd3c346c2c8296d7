import type { GatewayTree } from '../values/tree';
import { escaped } from './xml';

const MASK = '***';

/** A secret as texts may hold it: plain, or escaped in JSON, XML or a URL. The longest first: it may contain another. */
const formsOf = (secrets: readonly string[]): string[] =>
	secrets
		.filter((secret) => secret !== '')
		.flatMap((secret) => {
			const inJson = JSON.stringify(secret).slice(1, -1);
			const inUrl = String(new URLSearchParams([['', secret]])).slice(1);
			return [...new Set([secret, inJson, inJson.replaceAll('/', '\\/'), escaped(secret), inUrl])];
		})
		.sort((a, b) => b.length - a.length);

/** Whether a text may contain a secret, plain or escaped. If so, mask every part taken out of it. */
export const mayHold = (text: string, secrets: readonly string[]): boolean =>
	formsOf(secrets).some((form) => text.includes(form));

/** Masks the secrets in a text. */
export const maskText = (text: string, secrets: readonly string[]): string =>
	formsOf(secrets).reduce((masked, form) => masked.replaceAll(form, MASK), text);

/** Masks the secrets in texts, names and numbers of a value. */
export function maskValue(value: unknown, secrets: readonly string[]): unknown {
	if (secrets.length === 0) return value;
	const forms = formsOf(secrets);
	// A number keeps only 16 digits, so compare long secrets as numbers.
	const numbers = new Set(secrets.filter((secret) => /^\d+$/.test(secret)).map(Number));
	const masked = (one: unknown): unknown => {
		if (typeof one === 'string')
			return forms.reduce((text, form) => text.replaceAll(form, MASK), one);
		if (typeof one === 'number') return numbers.has(one) ? MASK : one;
		if (Array.isArray(one)) return one.map(masked);
		if (typeof one !== 'object' || one === null) return one;
		return Object.fromEntries(
			Object.entries(one).map(([name, inner]) => [masked(name), masked(inner)]),
		);
	};
	return masked(value);
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
