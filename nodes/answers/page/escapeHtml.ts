const ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Characters that change the text direction, so that a text reads as another one (UAX #9). */
const BIDI_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/g;

/** Escapes a text for an element or a quoted attribute. */
export const escapeHtml = (text: string): string =>
	text.replace(BIDI_CONTROLS, '').replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
