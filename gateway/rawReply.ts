import { UNSAFE_NAMES } from './tree';
import { parseXml } from './xml';

/**
 * A reply as it came, with the gateway's own names, spellings and nesting; only what JSON cannot hold safely is left out.
 * For replies that `decodeReply` could read. Source: specification, "Common request and response rules".
 */
export function rawReply(text: string): unknown {
	const body = text.replace(/^\uFEFF/, '').trimStart();
	if (body.startsWith('<')) {
		const parsed = parseXml(body);
		return parsed.ok ? parsed.value : undefined;
	}
	return JSON.parse(body, (key, value: unknown) => (UNSAFE_NAMES.has(key) ? undefined : value));
}
