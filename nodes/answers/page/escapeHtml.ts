import { readable } from '../../../gateway/checks';

const ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Escapes a text for an element or a quoted attribute. */
export const escapeHtml = (text: string): string =>
	readable(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
